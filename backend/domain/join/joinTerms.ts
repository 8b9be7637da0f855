// Spec §5, terms at the join: the platform's terms for this audience, and those of the service that the member applies for.
import type { Ctx } from '../../context.ts'
import type { Transaction } from '../../db/schema.ts'
import { checkConsents, keepConsents, PLATFORM, termsInForce, type Terms } from '../terms/agreements.ts'
import { badField } from './joinVisit.ts'
import { isNicknameFree, nicknameColumns } from './nicknames.ts'

type Visit = Pick<Transaction, 'client_id' | 'scopes' | 'created_at'>
type Given = { consents: string[]; skip_services: boolean }

/**
 * The terms that this join answers. `service` is null if the member agreed to none of the service's terms. `later` are those that the member
 * left for the first use.
 * @throws Refused 400
 */
export async function readTerms(
  ctx: Ctx,
  { client_id, created_at }: Visit,
  belong_sk: boolean,
  { consents, skip_services }: Given,
) {
  const audience = belong_sk ? 'SK' : 'GEN'
  const platform = await termsInForce(ctx, PLATFORM, created_at, audience)
  const ofService = await termsInForce(ctx, client_id, created_at, audience)
  const service = skip_services ? [] : ofService
  const isOf = (terms: readonly Terms[]) => (code: string) => terms.some(({ terms_code }) => terms_code === code)
  if (consents.some((code) => !isOf([...platform, ...service])(code))) throw badField('consents')
  checkConsents(platform, consents.filter(isOf(platform)))
  const forService = consents.filter(isOf(service))
  const later = skip_services ? ofService.filter(({ required }) => required) : []
  if (forService.length === 0) return { platform, service: null, later }
  checkConsents(service, forService)
  return { platform, service, later }
}

/** The first use of the service: its terms, and a nickname there if it is free. Otherwise the service asks later. */
export async function applyToService(
  ctx: Ctx,
  member_id: string,
  { client_id, scopes }: Visit,
  nickname: string,
  terms: readonly Terms[],
  { consents }: Given,
): Promise<void> {
  await keepConsents(ctx.db, member_id, client_id, terms, consents, ctx.now())
  if (!(await isNicknameFree(ctx, nickname, { client_id, member_id }))) return
  await ctx.db
    .insertInto('service_members')
    .values({ member_id, client_id, ...nicknameColumns(nickname), scopes })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'client_id']).doUpdateSet({ ...nicknameColumns(nickname), scopes }),
    )
    .execute()
}
