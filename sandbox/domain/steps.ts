// Spec §4, matcher types: what may stand between a member who gave the right password and the service, as a table in the order in
// which it is asked. The server holds the step (transactions.step); a call that names another one is refused (quality A21).
import * as z from 'zod/mini'
import { AUTH_REQUIRED, type MatcherType } from '../../src/wire/codes'
import type { Pending, ResolveMatcher } from '../../src/wire/auth'
import type { Ctx } from '../context'
import type { Purpose, Transaction } from '../db/schema'
import { refuse } from '../http/envelope'
import { consumeProof, createChallenge } from './challenge'
import type { Visit } from './standing'
import { stateOf } from './transactions'

export type StepName = MatcherType | typeof AUTH_REQUIRED

type Step = {
  name: StepName
  isPending(visit: Visit, amr: readonly string[]): boolean
  /** What the app is told, besides the name of the step. */
  describe(ctx: Ctx, transaction: Transaction, visit: Visit): Promise<Pending>
  /**
   * Does what the member answered.
   * @returns methods of authentication that were added
   * @throws Refused when the answer does not do
   */
  resolve(ctx: Ctx, transaction: Transaction, visit: Visit, given: ResolveMatcher): Promise<string[]>
}

/** `+821012345678` → `+82******5678`. */
const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`

const NO_MATCH = 4518

/** A second factor: the phone that the server knows, proved for this transaction and this member. */
const byPhone = (purpose: Purpose, extra: Pending): Pick<Step, 'describe' | 'resolve'> => ({
  async describe(ctx, transaction, { member }) {
    const phone = member.phone
    // A member without a phone can never pass; better said at once than after a code that does not come.
    if (phone === null) throw refuse(400, 'NO_PHONE', undefined, 'no phone to prove')
    const challenge = { transaction_id: transaction.id, purpose, member_id: member.id, phone }
    const auth_token = await createChallenge(ctx, challenge)
    return { ...extra, auth_token, phone_number: maskedPhone(phone), state: stateOf(ctx, transaction.id) }
  },
  async resolve(ctx, transaction, { member }, { credential }) {
    const bound = { purpose, transaction_id: transaction.id, member_id: member.id }
    const proof = credential && (await consumeProof(ctx, credential.auth_code, bound))
    if (!proof || proof.phone !== member.phone) throw refuse(400, 'NO_PROOF', NO_MATCH, 'the phone is not proved')
    return ['sms']
  },
})

const Nickname = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))

/** The first use of a service that asks: a nickname there, and agreement to its required terms. */
const firstUse: Pick<Step, 'describe' | 'resolve'> = {
  async describe(ctx, transaction) {
    return { matcher_type: 'CONSENT_RELYING_PARTY', state: stateOf(ctx, transaction.id) }
  },
  async resolve(ctx, { client_id }, { member, now }, given) {
    const nickname = Nickname.safeParse(given.nickname)
    if (!nickname.success) throw refuse(400, 'BAD_REQUEST', undefined, 'nickname')
    const newest = await ctx.db
      .selectFrom('terms_versions')
      .select(['terms_code', 'required'])
      .select((eb) => eb.fn.max('version').as('version'))
      .where('owner', '=', client_id)
      .where('audience', '=', member.member_kind)
      .where('effective_at', '<=', now)
      .groupBy(['terms_code', 'required'])
      .execute()
    if (newest.some((terms) => terms.required && !given.consent_terms.includes(terms.terms_code)))
      throw refuse(400, 'TERMS_REQUIRED', undefined, 'consent_terms')
    await ctx.db.transaction().execute(async (db) => {
      const consents = newest.map(({ terms_code, version }) => {
        const agreed = given.consent_terms.includes(terms_code)
        return { member_id: member.id, owner: client_id, terms_code, version, agreed, at: now }
      })
      if (consents.length > 0) await db.insertInto('consents').values(consents).execute()
      await db
        .insertInto('service_members')
        .values({ member_id: member.id, client_id, nickname: nickname.data })
        .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doUpdateSet({ nickname: nickname.data }))
        .execute()
    })
    return []
  },
}

const steps: readonly Step[] = [
  {
    name: AUTH_REQUIRED,
    isPending: ({ member }, amr) => member.second_factor === 'SMS' && !member.admin && !amr.includes('sms'),
    ...byPhone('SECOND_FACTOR', { auth_required: true }),
  },
  {
    name: 'ADMIN_CERTIFICATION_CHECK',
    isPending: ({ member }, amr) => member.admin && !amr.includes('sms'),
    ...byPhone('ADMIN', { matcher_type: 'ADMIN_CERTIFICATION_CHECK' }),
  },
  {
    name: 'CONSENT_RELYING_PARTY',
    isPending: ({ service, membership }) => service.asks_consent && membership === null,
    ...firstUse,
  },
]

/** The first step that is pending, or null: nothing stands in between. */
export const pendingStep = (visit: Visit, amr: readonly string[]): Step | null =>
  steps.find((step) => step.isPending(visit, amr)) ?? null

export const stepNamed = (name: string | null): Step | null => steps.find((step) => step.name === name) ?? null
