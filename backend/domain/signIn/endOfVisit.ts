// Spec §4, sign-in: what a transaction holds of its member, and its one end.
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Ctx } from '../../context.ts'
import type { Transaction } from '../../db/schema.ts'
import { noteFirstUse } from '../sessions/firstUse.ts'
import { rememberAccount } from './accounts.ts'
import { secondOf } from './authTime.ts'
import type { Asker, Identity, Progress } from './identity.ts'
import { UNASSIGNED, visitOver } from './transactions.ts'

/** The steps of a transaction that are done, and the last of them. */
export type Done = Pick<Transaction, 'steps_done' | 'resolved_step' | 'resolved_at'>

type Held = Identity & Done & { step: string | null; finished_at: Date | null }

/** Stores the transaction's member and pending step; null clears them. @throws Refused 403 when the transaction is over */
export async function hold(ctx: Ctx, { id }: Transaction, held: Held | null): Promise<void> {
  const values = held
    ? {
        member_id: held.member_id,
        amr: JSON.stringify(held.amr),
        stay_session: held.stay_session,
        signed_in_at: held.signed_in_at,
        session_stands: held.session !== null,
        phone_proved_at: held.phone_proved_at,
        step: held.step,
        steps_done: held.steps_done,
        resolved_step: held.resolved_step,
        resolved_at: held.resolved_at,
        finished_at: held.finished_at,
      }
    : UNASSIGNED
  const written = await ctx.db
    .updateTable('transactions')
    .set(values)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    // A step belongs to the visit's member. If the visit has ended in the meantime, it has no member.
    .$if(held?.resolved === true, (query) => query.where('member_id', '=', values.member_id))
    .returning('id')
    .executeTakeFirst()
  if (!written) throw visitOver()
}

/** The one outcome of a transaction: only one of any number of parallel calls gets past `hold`. @returns the issuer's address for the browser */
export async function finish(
  { ctx, provider }: Asker,
  transaction: Transaction,
  identity: Identity,
  done: Done,
): Promise<string> {
  const { id, client_id } = transaction
  const { member_id } = identity
  const now = ctx.now()
  const interaction = await provider.Interaction.find(id)
  if (!interaction) throw visitOver()
  await hold(ctx, transaction, { ...identity, ...done, step: null, finished_at: now })
  await noteFirstUse(ctx, { member_id, client_id }, now)
  const answered =
    identity.session === null
      ? signedIn(identity, interaction.params.prompt)
      : await stepDone(provider, identity.session, identity.amr)
  interaction.result = { ...interaction.lastSubmission, [interaction.prompt.name]: {}, ...answered }
  // A new sign-in needs no older session. Another tab may replace or end that session before the browser follows the location, and
  // the issuer refuses an interaction whose session has changed. The cookie of the visit still binds the interaction to this browser.
  if (identity.session === null) delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return interaction.returnTo
}

/**
 * The result of a completed transaction, for a browser that did not receive the answer.
 * @param by the member who must have completed it; any member if omitted
 * @returns null when it has not ended, when its location has been followed, or when it has no member any more
 */
export async function endOf(
  { ctx, provider, ...keys }: Asker,
  { id }: Transaction,
  by?: string,
): Promise<Progress | null> {
  const ended = await ctx.db
    .selectFrom('transactions')
    .select(['member_id', 'amr', 'stay_session', 'signed_in_at', 'session_stands', 'phone_proved_at'])
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  const location = ended && (await provider.Interaction.find(id))?.returnTo
  if (!location || !ended.member_id || !ended.signed_in_at) return null
  const { member_id, amr, stay_session, signed_in_at, phone_proved_at } = ended
  if (by !== undefined && by !== member_id) return null
  const account = { member_id, amr, stay_session, signed_in_at, phone_proved_at }
  const hasKey = ended.session_stands && phone_proved_at === null
  return { location, browser: hasKey ? null : await rememberAccount(ctx, keys, account) }
}

/** A sign-in satisfies every prompt of the partner's request. */
function signedIn({ member_id, amr, stay_session, signed_in_at }: Identity, prompt: unknown): InteractionResults {
  const asked = typeof prompt === 'string' ? prompt.split(' ').filter(Boolean) : []
  const login = { accountId: member_id, amr, remember: stay_session, ts: secondOf(signed_in_at) }
  return { ...Object.fromEntries(asked.map((name) => [name, {}])), login }
}

/**
 * A step of an existing session satisfies only its own prompt.
 * NOTE: a `login` in the result would count as a new sign-in, and the issuer would not check `max_age`.
 */
async function stepDone(provider: Provider, uid: string, amr: string[]): Promise<InteractionResults> {
  const session = await provider.Session.findByUid(uid)
  if (!session) throw visitOver()
  session.amr = amr
  await session.persist()
  return {}
}
