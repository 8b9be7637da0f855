// Security A4: the names that an attacker who knows the member and the service would try first.
import { wordsOf } from '../../../contract/guessable.ts'
import type { Ctx } from '../../context.ts'

/** @param names the member's own: name, nickname */
export async function contextWords(ctx: Ctx, client_id: string, names: readonly (string | null)[]): Promise<string[]> {
  const service = await ctx.db
    .selectFrom('services')
    .select(['rp_name', 'display_name', 'display_name_en', 'display_name_cn'])
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return wordsOf([...names, ...Object.values(service ?? {})])
}
