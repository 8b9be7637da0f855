// Spec §4, the steps between a member and one service: new terms, its first use.
import type { Pending, ResolveMatcher } from '../../src/wire/auth'
import type { TERMS_TYPES } from '../../src/wire/codes'
import type { Ctx } from '../context'
import type { Transaction } from '../db/schema'
import { refuse } from './refusal'
import { checkConsents, keepConsents, PLATFORM, type Terms } from './agreements'
import { claimsAskedFor } from './claims'
import { record } from './events'
import { isNicknameFree, isNicknameTaken, nicknameColumns, readNickname } from './nicknames'
import type { Visit } from './standing'

type TermsType = (typeof TERMS_TYPES)[number]

/** A service that asks, and that this member has not used yet. */
export const usesFirst = ({ service, membership }: Visit): boolean =>
  service.asks_consent && (membership === null || (membership.first_used_at === null && membership.nickname === null))

const asksFor = (terms: readonly Terms[]): boolean => terms.some(({ required }) => required)

/** Which kinds of terms have come since: the platform's, and those of a service that is used already. */
export function termsTypes(visit: Visit): TermsType[] {
  const ofService = visit.service.asks_consent && !usesFirst(visit) && asksFor(visit.owed.service)
  return [
    ...(asksFor(visit.owed.platform) ? (['ADD_SUNI'] as const) : []),
    ...(ofService ? (['ADD_RELYING_PARTY'] as const) : []),
  ]
}

/** The terms that the step ADD_TERMS_AGREEMENT asks for, by whose they are. */
function asked(visit: Visit): { owner: string; terms: Terms[] }[] {
  const types = termsTypes(visit)
  return [
    ...(types.includes('ADD_SUNI') ? [{ owner: PLATFORM, terms: visit.owed.platform }] : []),
    ...(types.includes('ADD_RELYING_PARTY') ? [{ owner: visit.service.client_id, terms: visit.owed.service }] : []),
  ]
}

export async function agreeToOwed(
  ctx: Ctx,
  { client_id }: Transaction,
  visit: Visit,
  { consent_terms }: ResolveMatcher,
): Promise<string[]> {
  const lists = asked(visit)
  checkConsents(
    lists.flatMap(({ terms }) => terms),
    consent_terms,
  )
  await ctx.db.transaction().execute(async (db) => {
    for (const { owner, terms } of lists)
      await keepConsents(db, visit.member.id, owner, terms, consent_terms, visit.now)
  })
  await record(ctx, 'consent.given', { member_id: visit.member.id, client_id }, { terms: consent_terms.join(' ') })
  return []
}

const nicknameTaken = () => refuse(400, 'NICKNAME_TAKEN', undefined, 'nickname')

/** The first use of a service that asks: a nickname there, and agreement to its required terms. */
export const agreeToService = {
  async describe(ctx: Ctx, transaction: Transaction): Promise<Pending> {
    return { claims: await claimsAskedFor(ctx, transaction) }
  },
  async resolve(ctx: Ctx, { client_id }: Transaction, visit: Visit, given: ResolveMatcher): Promise<string[]> {
    const { member, now, owed } = visit
    const nickname = readNickname(given.nickname ?? '')
    if (nickname === null) throw refuse(400, 'BAD_REQUEST', undefined, 'nickname')
    if (!(await isNicknameFree(ctx, nickname, { client_id, member_id: member.id }))) throw nicknameTaken()
    checkConsents(owed.service, given.consent_terms)
    await ctx.db
      .transaction()
      .execute(async (db) => {
        await keepConsents(db, member.id, client_id, owed.service, given.consent_terms, now)
        await db
          .insertInto('service_members')
          .values({ member_id: member.id, client_id, ...nicknameColumns(nickname) })
          .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doUpdateSet(nicknameColumns(nickname)))
          .execute()
      })
      .catch((error: unknown) => {
        throw isNicknameTaken(error) ? nicknameTaken() : error
      })
    await record(ctx, 'consent.given', { member_id: member.id, client_id }, { terms: given.consent_terms.join(' ') })
    return []
  },
}
