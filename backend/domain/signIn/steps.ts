// Spec §4, matcher types: the pending steps between the right password and the service, as a table in the order in
// which they are checked. The server stores the step (transactions.step) and refuses a call that names another one (security A21).
import * as detail from '../../../contract/detailCodes.ts'
import { AUTH_REQUIRED, NO_PHONE } from '../../../contract/codes.ts'
import type { ResolveMatcher } from '../../../contract/shapes/auth.ts'
import type { StepData, StepName } from '../../../contract/shapes/pending.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Purpose, Transaction } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { isOutdated, secondOf } from './authTime.ts'
import { secondFactorOf } from '../factors/factors.ts'
import { BY_PHONE, hasTwoFactors } from '../factors/methods.ts'
import { addedTo, consumeProof, createChallenge } from '../codes/challenge.ts'
import { daysBefore } from '../members/days.ts'
import { describePasskey, resolvePasskey } from '../passkeys/recommendation.ts'
import { missingFields } from '../members/profile.ts'
import { agreeToOwed, agreeToService, owesConsent, termsTypes } from './serviceSteps.ts'
import type { Eligibility } from './standing.ts'
import { maskedPhone } from '../members/phone.ts'
import { stateOf } from './transactions.ts'

/**
 * How the member came here: by which methods, when they last signed in, and when they last proved the phone. `may_recommend`: a passkey may be recommended
 * here (passkeys/recommendation.ts).
 */
export type SignedIn = { amr: readonly string[]; at: Date; phone_proved_at: Date | null; may_recommend?: boolean }

type Row<Name extends StepName> = {
  name: Name
  isPending(eligibility: Eligibility, signedIn: SignedIn): boolean
  /** A dead end: only a change of the member's data resolves it. */
  deadEnd?: true
  /** A recommendation that the member may put off: it ends no token. */
  optional?: true
  /** The app may show the member's data, because the member has proved every factor. */
  profile?: true
  /** The step's data for the app. */
  describe?(ctx: Ctx, transaction: Transaction, eligibility: Eligibility): StepData<Name> | Promise<StepData<Name>>
  /**
   * Applies the member's answer to POST /v1/matcher/resolve. Steps without this function have a call of their own.
   * @returns methods of authentication that were added
   * @throws Refused if the answer is not sufficient
   */
  resolve?(ctx: Ctx, transaction: Transaction, eligibility: Eligibility, given: ResolveMatcher): Promise<string[]>
}
type Step = { [Name in StepName]: Row<Name> }[StepName]

const OLD_PASSWORD_DAYS = 180
const REMIND_AFTER_DAYS = 30

/** A second factor: the phone that the server knows, proved for this transaction and this member. */
const byPhone = (purpose: Purpose): Pick<Row<typeof AUTH_REQUIRED>, 'describe' | 'resolve'> => ({
  async describe(ctx, transaction, { member }) {
    const phone = member.phone
    // A member without a phone can never pass, so refuse at once instead of waiting for a code that cannot arrive.
    if (phone === null) throw refuse(400, NO_PHONE, undefined, 'no phone to prove')
    const challenge = { transaction_id: transaction.id, purpose, member_id: member.id, phone }
    const auth_token = await createChallenge(ctx, challenge)
    return { auth_token, phone_number: maskedPhone(phone), params: addedTo(purpose) }
  },
  async resolve(ctx, transaction, { member }, { credential }) {
    const bound = { purpose, transaction_id: transaction.id, member_id: member.id }
    const proof = credential && (await consumeProof(ctx, credential.auth_code, bound))
    if (!proof || proof.phone !== member.phone)
      throw refuse(400, 'NO_PROOF', detail.NO_MATCH, 'the phone is not proved')
    return BY_PHONE
  },
})

/** The kind of join of an identity that has not joined yet. */
const toJoin = (name: StepName, join_type: Member['join_type']): Step => ({
  name,
  isPending: ({ member }) => !member.joined && member.join_type === join_type,
  profile: true,
})

/** The recommended change of an old password. "Later" is a valid answer. */
async function putOff(ctx: Ctx, { member, now }: Eligibility, { skip }: ResolveMatcher): Promise<string[]> {
  if (!skip) throw refuse(400, 'BAD_REQUEST', undefined, 'skip')
  await ctx.db.updateTable('members').set({ password_put_off_at: now }).where('id', '=', member.id).execute()
  return []
}

/** Contract, "Step-up": a visit of a service that requires a proved phone needs a proof of its own. A join proves the phone itself. */
const owesPhone = ({ certification, began_at, member }: Eligibility, { phone_proved_at }: SignedIn): boolean =>
  certification && member.joined && (phone_proved_at === null || phone_proved_at < began_at)

const owesSecondFactor = ({ member }: Eligibility, { amr }: SignedIn): boolean =>
  secondFactorOf(member) === 'SMS' && !member.admin && !hasTwoFactors(amr)

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
    isPending: owesSecondFactor,
    ...byPhone('SECOND_FACTOR'),
  },
  {
    name: 'ADMIN_CERTIFICATION_CHECK',
    // The code of a second factor proves the phone as well.
    isPending: (visit, signedIn) =>
      (visit.member.admin && !hasTwoFactors(signedIn.amr)) ||
      (owesPhone(visit, signedIn) && !owesSecondFactor(visit, signedIn)),
    ...byPhone('ADMIN'),
  },
  toJoin('JOIN', 'NEW'),
  toJoin('CONVERSION_JOIN', 'MIGRATION'),
  toJoin('SIGN_UP', 'INVITATION'),
  {
    name: 'JOIN_STATE',
    isPending: ({ member }) => member.join_status !== 'JOINED',
    profile: true,
    describe: (_ctx, _transaction, { member }) => ({ join_status: member.join_status }),
    // The member only asks again. isPending decides whether the data has changed.
    resolve: async () => [],
  },
  { name: 'REQUIRED_CHANGE_PWD', isPending: ({ member }) => member.must_change_password, profile: true },
  {
    name: 'ADD_TERMS_AGREEMENT',
    isPending: (eligibility) => termsTypes(eligibility).length > 0,
    profile: true,
    describe(ctx, _transaction, eligibility) {
      const uri = new URL('/resolve/terms', ctx.settings.app_origin)
      uri.searchParams.set('terms_types', JSON.stringify(termsTypes(eligibility)))
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
    isPending: (eligibility) => missingFields(eligibility).length > 0,
    profile: true,
    // A separate address tells which fields are missing (contract, `init_url`).
    describe: (ctx, { id }) => ({
      init_url: '/v1/init/profile',
      params: { transaction_id: id, state: stateOf(ctx, id) },
    }),
  },
  {
    name: 'RECOMMENDED_CHANGE_PWD',
    // A required change makes the password a new one.
    isPending: ({ member, now }) =>
      !member.must_change_password &&
      member.password_changed_at < daysBefore(now, OLD_PASSWORD_DAYS) &&
      (member.password_put_off_at === null || member.password_put_off_at < daysBefore(now, REMIND_AFTER_DAYS)),
    optional: true,
    profile: true,
    resolve: (ctx, _transaction, eligibility, given) => putOff(ctx, eligibility, given),
  },
  {
    name: 'RECOMMENDED_PASSKEY',
    isPending: (_visit, { may_recommend }) => may_recommend === true,
    optional: true,
    profile: true,
    describe: describePasskey,
    resolve: resolvePasskey,
  },
]

/** The first pending step, or null. */
export const pendingStep = (eligibility: Eligibility, signedIn: SignedIn): Step | null =>
  steps.find((step) => step.isPending(eligibility, signedIn)) ?? null

/** The first pending step without which a service may not have this member, or null. */
export const requiredStep = (eligibility: Eligibility, signedIn: SignedIn): Step | null =>
  steps.find((step) => !step.optional && step.isPending(eligibility, signedIn)) ?? null

/** The pending steps in their order as far as they are known now, including the first one. Dead ends do not count. */
export const stepsWaiting = (eligibility: Eligibility, signedIn: SignedIn): StepName[] =>
  steps.filter((step) => !step.deadEnd && step.isPending(eligibility, signedIn)).map(({ name }) => name)

export const stepNamed = (name: string | null): Step | null => steps.find((step) => step.name === name) ?? null
