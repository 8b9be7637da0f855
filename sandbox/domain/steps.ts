// Spec §4, matcher types: what may stand between a member who gave the right password and the service, as a table in the order in
// which it is asked. The server holds the step (transactions.step); a call that names another one is refused (security A21).
import { AUTH_REQUIRED, type MatcherType } from '../../src/wire/codes'
import type { Pending, ResolveMatcher } from '../../src/wire/auth'
import type { Ctx } from '../context'
import type { Member, Purpose, Transaction } from '../db/schema'
import { refuse } from './refusal'
import { isOutdated, secondOf } from './authTime'
import { addedTo, consumeProof, createChallenge } from './challenge'
import { daysBefore } from './days'
import { missingProfile } from './profile'
import { agreeToOwed, agreeToService, owesConsent, termsTypes } from './serviceSteps'
import type { Visit } from './standing'
import { maskedPhone } from './phone'
import { stateOf } from './transactions'

export type StepName = MatcherType | typeof AUTH_REQUIRED

/** How the member came here: by which methods, and when they last signed in. */
export type SignedIn = { amr: readonly string[]; at: Date }

type Step = {
  name: StepName
  isPending(visit: Visit, signedIn: SignedIn): boolean
  /** Nothing can be answered here: only the member's data can change it. */
  deadEnd?: true
  /** Who is behind the step may be told: the member has shown all that a sign-in asks for. */
  profile?: true
  /** What the app is told, besides the name of the step. */
  describe?(ctx: Ctx, transaction: Transaction, visit: Visit): Pending | Promise<Pending>
  /**
   * Does what the member answered to POST /v1/matcher/resolve. Steps without it are resolved by a call of their own.
   * @returns methods of authentication that were added
   * @throws Refused when the answer does not do
   */
  resolve?(ctx: Ctx, transaction: Transaction, visit: Visit, given: ResolveMatcher): Promise<string[]>
}

const NO_MATCH = 4518
const OLD_PASSWORD_DAYS = 180
const REMIND_AFTER_DAYS = 30

/** A second factor: the phone that the server knows, proved for this transaction and this member. */
const byPhone = (purpose: Purpose, extra: Pending): Pick<Step, 'describe' | 'resolve'> => ({
  async describe(ctx, transaction, { member }) {
    const phone = member.phone
    // A member without a phone can never pass; better said at once than after a code that does not come.
    if (phone === null) throw refuse(400, 'NO_PHONE', undefined, 'no phone to prove')
    const challenge = { transaction_id: transaction.id, purpose, member_id: member.id, phone }
    const auth_token = await createChallenge(ctx, challenge)
    return { ...extra, auth_token, phone_number: maskedPhone(phone), params: addedTo(purpose) }
  },
  async resolve(ctx, transaction, { member }, { credential }) {
    const bound = { purpose, transaction_id: transaction.id, member_id: member.id }
    const proof = credential && (await consumeProof(ctx, credential.auth_code, bound))
    if (!proof || proof.phone !== member.phone) throw refuse(400, 'NO_PROOF', NO_MATCH, 'the phone is not proved')
    return ['sms']
  },
})

/** An identity that has not joined: which way it joins. */
const toJoin = (name: StepName, join_type: Member['join_type']): Step => ({
  name,
  isPending: ({ member }) => !member.joined && member.join_type === join_type,
  profile: true,
})

/** The recommended change of an old password: later is an answer too. */
async function putOff(ctx: Ctx, { member, now }: Visit, { skip }: ResolveMatcher): Promise<string[]> {
  if (!skip) throw refuse(400, 'BAD_REQUEST', undefined, 'skip')
  await ctx.db.updateTable('members').set({ password_put_off_at: now }).where('id', '=', member.id).execute()
  return []
}

const steps: readonly Step[] = [
  {
    name: 'CHANGED_PASSWORD',
    isPending: ({ member }, { at }) => isOutdated(secondOf(at), member.password_changed_at),
    deadEnd: true,
  },
  { name: 'PROTECTED_STATE', isPending: ({ member }) => member.status === 'PROTECTED', deadEnd: true },
  { name: 'ID_SEARCH', isPending: ({ member }) => member.status === 'MOVED', deadEnd: true },
  {
    name: AUTH_REQUIRED,
    isPending: ({ member }, { amr }) => member.second_factor === 'SMS' && !member.admin && !amr.includes('sms'),
    ...byPhone('SECOND_FACTOR', { auth_required: true }),
  },
  {
    name: 'ADMIN_CERTIFICATION_CHECK',
    isPending: ({ member }, { amr }) => member.admin && !amr.includes('sms'),
    ...byPhone('ADMIN', { matcher_type: 'ADMIN_CERTIFICATION_CHECK' }),
  },
  toJoin('JOIN', 'NEW'),
  toJoin('CONVERSION_JOIN', 'MIGRATION'),
  toJoin('SIGN_UP', 'INVITATION'),
  {
    name: 'JOIN_STATE',
    isPending: ({ member }) => member.join_status !== 'JOINED',
    profile: true,
    describe: (_ctx, _transaction, { member }) => ({ join_status: member.join_status }),
    // Asked again: whether the data has changed meanwhile is for isPending to say.
    resolve: async () => [],
  },
  { name: 'REQUIRED_CHANGE_PWD', isPending: ({ member }) => member.must_change_password, profile: true },
  {
    name: 'ADD_TERMS_AGREEMENT',
    isPending: (visit) => termsTypes(visit).length > 0,
    profile: true,
    describe(ctx, _transaction, visit) {
      const uri = new URL('/resolve/terms', ctx.settings.app_origin)
      uri.searchParams.set('terms_types', JSON.stringify(termsTypes(visit)))
      return { authorization_uri: uri.href }
    },
    resolve: agreeToOwed,
  },
  {
    name: 'CONSENT_RELYING_PARTY',
    isPending: owesConsent,
    profile: true,
    ...agreeToService,
  },
  {
    name: 'SERVICE_ADD_INFO',
    isPending: ({ member, service }) => missingProfile(service.required_profile, member.profile).length > 0,
    profile: true,
    // Which fields are missing stands behind an address of its own (contract, `init_url`).
    describe: (ctx, { id }) => ({
      init_url: '/v1/init/profile',
      params: { transaction_id: id, state: stateOf(ctx, id) },
    }),
  },
  {
    name: 'RECOMMENDED_CHANGE_PWD',
    isPending: ({ member, now }) =>
      member.password_changed_at < daysBefore(now, OLD_PASSWORD_DAYS) &&
      (member.password_put_off_at === null || member.password_put_off_at < daysBefore(now, REMIND_AFTER_DAYS)),
    profile: true,
    resolve: (ctx, _transaction, visit, given) => putOff(ctx, visit, given),
  },
]

/** The first step that is pending, or null: nothing stands in between. */
export const pendingStep = (visit: Visit, signedIn: SignedIn): Step | null =>
  steps.find((step) => step.isPending(visit, signedIn)) ?? null

/** How many steps wait, the first one included, as far as can be told now. Dead ends lead nowhere and are not counted. */
export const stepsWaiting = (visit: Visit, signedIn: SignedIn): number =>
  steps.filter((step) => !step.deadEnd && step.isPending(visit, signedIn)).length

export const stepNamed = (name: string | null): Step | null => steps.find((step) => step.name === name) ?? null
