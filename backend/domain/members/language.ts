// The language of messages to a member (docs/decisions/0026).
import type { Locale } from '../../../contract/locale.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'

/** Notes the language of the page that the member has open. */
export async function noteLanguage(
  { db }: Pick<Ctx, 'db'>,
  { id, locale }: Pick<Member, 'id' | 'locale'>,
  spoken: Locale,
): Promise<void> {
  if (locale !== spoken) await db.updateTable('members').set({ locale: spoken }).where('id', '=', id).execute()
}
