// Spec §4, the steps between a member and one service: new terms, its first use.
import type { ResolveMatcher } from '../../../contract/shapes/auth.ts'
import type { StepData } from '../../../contract/shapes/pending.ts'
import type { TERMS_TYPES } from '../../../contract/codes.ts'
import type { Ctx } from '../../context.ts'
import type { Transaction } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { answeredSince, checkConsents, keepConsents, PLATFORM, termsInForce, type Terms } from '../terms/agreements.ts'
import { claimsOf } from '../sessions/claims.ts'
import { record } from '../audit/events.ts'
import { isNicknameFree, isNicknameTaken, nicknameColumns, readNickname } from '../join/nicknames.ts'
import { notify } from '../notices/notices.ts'
import { noteEvent } from '../webhooks/memberEvents.ts'
import type { Eligibility } from './standing.ts'

type TermsType = (typeof TERMS_TYPES)[number]

/** Whether the service asks for consent, and the member has agreed to none or fewer of the scopes of this visit. */
export const owesConsent = ({ service, membership, scopes }: Eligibility): boolean =>
  service.asks_consent && (!membership?.scopes || scopes.some((scope) => !membership.scopes?.includes(scope)))

const asksFor = (terms: readonly Terms[]): boolean => terms.some(({ required }) => required)

/**
 * The kinds of terms with a version that the member has not answered: the platform's, and those of a service that the member already uses.
 * A service that asks for no consent asks a member who left its terms for later (Spec §2, /join/service) or has withdrawn them.
 */
export function termsTypes(visit: Eligibility): TermsType[] {
  const { service, owed } = visit
  const ofService =
    !owesConsent(visit) && asksFor(service.asks_consent ? owed.service : owed.service.filter((one) => one.declined))
  return [
    ...(asksFor(visit.owed.platform) ? (['ADD_SUNI'] as const) : []),
    ...(ofService ? (['ADD_RELYING_PARTY'] as const) : []),
  ]
}

type Owned = { owner: string; terms: Terms[] }

/** The terms that the step ADD_TERMS_AGREEMENT asks for, by whose they are. */
function asked(visit: Eligibility): Owned[] {
  const types = termsTypes(visit)
  return [
    { owner: PLATFORM, terms: types.includes('ADD_SUNI') ? visit.owed.platform : [] },
    { owner: visit.service.client_id, terms: types.includes('ADD_RELYING_PARTY') ? visit.owed.service : [] },
  ]
}

/** Terms that this page asked for too, and that another tab has answered meanwhile. The newest answer counts. */
const askedBefore = async (ctx: Ctx, { member }: Eligibility, owner: string, since: Date, given: readonly string[]) =>
  (await answeredSince(ctx, member, owner, since)).filter(({ terms_code }) => given.includes(terms_code))

export async function agreeToOwed(
  ctx: Ctx,
  { client_id, created_at }: Transaction,
  visit: Eligibility,
  { consent_terms }: ResolveMatcher,
): Promise<string[]> {
  const lists = await Promise.all(
    asked(visit).map(async ({ owner, terms }): Promise<Owned> => {
      const before = await askedBefore(ctx, visit, owner, created_at, consent_terms)
      return {
        owner,
        terms: [...terms, ...before.filter((one) => !terms.some((t) => t.terms_code === one.terms_code))],
      }
    }),
  )
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

/** Whether the member has joined in this visit, and left the service for later. */
const hasJoinedIn = async (db: Ctx['db'], transaction_id: string): Promise<boolean> =>
  (await db.selectFrom('joins').select('member_id').where('transaction_id', '=', transaction_id).executeTakeFirst()) !==
  undefined

const nicknameTaken = () => refuse(400, 'NICKNAME_TAKEN', undefined, 'nickname')

/** Consent to a service that asks: a nickname there, agreement to its required terms, and to the scopes of this visit. */
export const agreeToService = {
  describe(_ctx: Ctx, transaction: Transaction): StepData<'CONSENT_RELYING_PARTY'> {
    return { claims: claimsOf(transaction.scopes) }
  },
  async resolve(ctx: Ctx, transaction: Transaction, visit: Eligibility, given: ResolveMatcher): Promise<string[]> {
    const { id, client_id, created_at } = transaction
    const { member, membership, now } = visit
    const nickname = readNickname(given.nickname ?? '')
    if (nickname === null) throw refuse(400, 'BAD_REQUEST', undefined, 'nickname')
    if (!(await isNicknameFree(ctx, nickname, { client_id, member_id: member.id }))) throw nicknameTaken()
    const terms = await termsInForce(ctx, client_id, created_at, member.member_kind)
    checkConsents(terms, given.consent_terms)
    const scopes = [...new Set([...(membership?.scopes ?? []), ...transaction.scopes])]
    await ctx.db
      .transaction()
      .execute(async (db) => {
        await keepConsents(db, member.id, client_id, terms, given.consent_terms, now)
        await db
          .insertInto('service_members')
          .values({ member_id: member.id, client_id, ...nicknameColumns(nickname), scopes })
          .onConflict((conflict) =>
            conflict.columns(['member_id', 'client_id']).doUpdateSet({ ...nicknameColumns(nickname), scopes }),
          )
          .execute()
        if (await hasJoinedIn(db, id)) await noteEvent({ db }, 'member.joined', member.id, client_id)
        // A password that was set in this visit has proved both channels, or has a notice of its own.
        if (member.password_changed_at < created_at) await notify({ ...ctx, db }, 'consent', member, client_id)
      })
      .catch((error: unknown) => {
        throw isNicknameTaken(error) ? nicknameTaken() : error
      })
    const what = { terms: given.consent_terms.join(' '), scopes: transaction.scopes.join(' ') }
    await record(ctx, 'consent.given', { member_id: member.id, client_id }, what)
    ctx.jobs.wake()
    return []
  },
}
