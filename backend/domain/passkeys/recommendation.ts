// Contract, "Passkeys": when the step RECOMMENDED_PASSKEY comes, and what it does.
import type { ResolveMatcher } from '../../../contract/shapes/auth.ts'
import type { StepData } from '../../../contract/shapes/pending.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import { methodsIn } from '../factors/methods.ts'
import { daysBefore } from '../members/days.ts'
import { refuse } from '../refusal.ts'
import { isKnownBrowser } from '../signIn/knownBrowsers.ts'
import { creationOptions, createPasskey } from './createPasskey.ts'
import { hasPasskey } from './rows.ts'

type SignIn = {
  member_id: string
  amr: readonly string[]
  stay_session: boolean
  signed_in_at: Date
  session: string | null
  resolved?: true
}

const RECOMMENDATIONS: readonly (string | null)[] = ['RECOMMENDED_CHANGE_PWD', 'RECOMMENDED_PASSKEY']

/** Whether this visit has recommended a passkey or a new password: one recommendation is enough. */
const hasRecommended = ({ step, resolved_step }: Transaction, { resolved }: SignIn): boolean =>
  resolved === true && [step, resolved_step].some((name) => RECOMMENDATIONS.includes(name))

/**
 * Whether the browser may be the member's own. A page of a shared computer must not leave a passkey there. The server knows whether the member stays signed in
 * and has signed in here before; whether the app remembers the login ID here is known to the app alone.
 */
const isOwnBrowser = async (ctx: Ctx, device: string | undefined, { stay_session, member_id }: SignIn) =>
  stay_session || (await isKnownBrowser(ctx, device, member_id))

async function wasSkippedLately(ctx: Ctx, member_id: string): Promise<boolean> {
  const skip = await ctx.db
    .selectFrom('passkey_skips')
    .select('at')
    .where('member_id', '=', member_id)
    .where('at', '>', daysBefore(ctx.now(), ctx.settings.limits.passkey_reminder_days))
    .executeTakeFirst()
  return skip !== undefined
}

/**
 * Whether this visit may end with the step: after a sign-in by password, in a browser that may be the member's own, for a member without a passkey who has
 * not put it off lately.
 */
export async function mayRecommendPasskey(
  ctx: Ctx,
  device: string | undefined,
  transaction: Transaction,
  signIn: SignIn,
): Promise<boolean> {
  if (!ctx.settings.passkeys?.recommends) return false
  // A sign-in by the account chooser is older than its visit.
  const isByPassword =
    signIn.session === null && methodsIn(signIn.amr).includes('PWD') && signIn.signed_in_at >= transaction.created_at
  if (!isByPassword || hasRecommended(transaction, signIn)) return false
  const service = ctx.clients.find(({ client_id }) => client_id === transaction.client_id)
  if (service?.recommends_passkey === false) return false
  return (
    (await isOwnBrowser(ctx, device, signIn)) &&
    !(await wasSkippedLately(ctx, signIn.member_id)) &&
    !(await hasPasskey(ctx, signIn.member_id))
  )
}

/** The data of the step. `conditional`: the browser may try it without a question first. */
export async function describePasskey(
  ctx: Ctx,
  transaction: Transaction,
  { member }: { member: Member },
): Promise<StepData<'RECOMMENDED_PASSKEY'>> {
  const settings = ctx.settings.passkeys
  if (!settings) throw refuse(412, 'NOT_PENDING')
  return { options: await creationOptions(ctx, settings, transaction, member), conditional: true }
}

/** @throws Refused 400 PASSKEY_FAILED if the passkey cannot be kept */
export async function resolvePasskey(
  ctx: Ctx,
  transaction: Transaction,
  { member, now }: { member: Member; now: Date },
  { passkey, skip, conditional }: ResolveMatcher,
): Promise<string[]> {
  const settings = ctx.settings.passkeys
  if (passkey && settings) {
    await createPasskey(ctx, settings, transaction, member, { passkey, conditional: conditional === true })
    return []
  }
  // Where an operator has switched passkeys off meanwhile, the step is over.
  if (!skip && settings) throw refuse(400, 'BAD_REQUEST', undefined, 'passkey or skip')
  // A browser that creates none has asked nobody. Another browser of the member may ask.
  if (conditional) return []
  await ctx.db
    .insertInto('passkey_skips')
    .values({ member_id: member.id, at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ at: now }))
    .execute()
  await record(ctx, 'passkey.put_off', { member_id: member.id, client_id: transaction.client_id })
  return []
}
