// Spec §4, sign-in: from "this is the member" to the next pending step, or to the end of the transaction.
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Pending } from '../../src/wire/auth'
import type { Ctx } from '../context'
import type { Transaction } from '../db/schema'
import { refuse } from '../http/envelope'
import { rememberAccount } from './accounts'
import { record } from './events'
import { loadVisit, standingProblem } from './standing'
import { pendingStep } from './steps'

/**
 * Who it is, and how and when they showed it. `session`: the uid of the provider's session that stands already and of which only
 * a step is pending; null when the member has just signed in.
 */
export type Identity = {
  member_id: string
  amr: string[]
  stay_session: boolean
  signed_in_at: Date
  session: string | null
}

/** Where the browser goes now (and the cookie it takes along), or the step that is still pending. */
export type Progress = { location: string; cookie: string | null } | { step: string; pending: Pending }

type Asker = { ctx: Ctx; provider: Provider; ip: string; browser: string | undefined }

/**
 * Goes on with a transaction as this member. Nothing is granted before no rule is broken and no step is pending.
 * @throws Refused 400 with the detail code of the broken rule; 403 when the transaction is over
 */
export async function goOn(asker: Asker, transaction: Transaction, identity: Identity): Promise<Progress> {
  const { ctx, ip } = asker
  const { member_id, amr, stay_session } = identity
  const visit = await loadVisit(ctx, member_id, transaction.client_id, ip)
  if (!visit) throw refuse(403, 'FORBIDDEN')
  const subject = { member_id, client_id: transaction.client_id, ip }
  const problem = standingProblem(visit)
  if (problem) {
    await hold(ctx, transaction, null, [], false, null)
    await record(ctx, 'sign_in.refused', subject, { detail_code: problem.detail_code })
    throw refuse(400, problem.code, problem.detail_code, problem.code.toLowerCase().replaceAll('_', ' '))
  }
  const step = pendingStep(visit, amr)
  await hold(ctx, transaction, member_id, amr, stay_session, step?.name ?? null)
  if (step) return { step: step.name, pending: await step.describe(ctx, transaction, visit) }
  const location = await finish(asker, transaction, identity)
  const cookie = identity.session === null ? await rememberAccount(ctx, asker.browser, identity) : null
  await record(ctx, 'sign_in.done', subject, { amr: amr.join(' ') })
  return { location, cookie }
}

/** Writes down who the transaction is for and which step it waits for. @throws Refused 403 when it is over */
async function hold(
  ctx: Ctx,
  { id }: Transaction,
  member_id: string | null,
  amr: readonly string[],
  stay_session: boolean,
  step: string | null,
): Promise<void> {
  const held = await ctx.db
    .updateTable('transactions')
    .set({ member_id, amr: JSON.stringify(amr), stay_session, step })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!held) throw refuse(403, 'FORBIDDEN', undefined, 'the transaction is over')
}

/** The one outcome of a transaction: of any number of parallel calls one gets here. @returns where the issuer goes on */
async function finish({ ctx, provider }: Asker, { id, client_id }: Transaction, identity: Identity): Promise<string> {
  const { member_id } = identity
  const now = ctx.now()
  const interaction = await provider.Interaction.find(id)
  const finished =
    interaction &&
    (await ctx.db
      .updateTable('transactions')
      .set({ finished_at: now })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst())
  if (!finished) throw refuse(403, 'FORBIDDEN', undefined, 'the transaction is over')
  await ctx.db
    .insertInto('service_members')
    .values({ member_id, client_id, first_used_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'client_id'])
        .doUpdateSet((eb) => ({ first_used_at: eb.fn.coalesce('service_members.first_used_at', eb.val(now)) })),
    )
    .execute()
  const answered =
    identity.session === null
      ? signedIn(identity, interaction.params.prompt)
      : await stepDone(provider, identity.session, identity.amr)
  interaction.result = { ...interaction.lastSubmission, [interaction.prompt.name]: {}, ...answered }
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return interaction.returnTo
}

/** A sign-in answers every prompt that the partner asked for. */
function signedIn({ member_id, amr, stay_session, signed_in_at }: Identity, prompt: unknown): InteractionResults {
  const asked = typeof prompt === 'string' ? prompt.split(' ').filter(Boolean) : []
  const login = { accountId: member_id, amr, remember: stay_session, ts: Math.floor(signed_in_at.getTime() / 1000) }
  return { ...Object.fromEntries(asked.map((name) => [name, {}])), login }
}

/**
 * A step of a standing session answers nothing but its own prompt.
 * @note a `login` in the result would count as a new sign-in, and `max_age` would not be asked
 */
async function stepDone(provider: Provider, uid: string, amr: string[]): Promise<InteractionResults> {
  const session = await provider.Session.findByUid(uid)
  if (!session) throw refuse(403, 'FORBIDDEN', undefined, 'the session is over')
  session.amr = amr
  await session.persist()
  return {}
}
