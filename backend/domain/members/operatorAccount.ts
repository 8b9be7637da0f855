// Operations: what an operator does in the account in the member's name (`npm run members`). The member is told of each change.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { endDevice, listDevices } from '../account/devices.ts'
import { leave, leavingOf, stay } from '../account/leaving.ts'
import { report } from '../account/report.ts'
import { listServices } from '../account/services.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { StartProblem } from '../../startProblem.ts'
import { record } from '../audit/events.ts'
import { partnerVersions } from '../clientVersions.ts'
import { notify } from '../notices/notices.ts'
import { withdraw } from '../sessions/connected.ts'
import { minuteOf } from './days.ts'
import { holdMember } from './hold.ts'

/** A line for each browser in which the member is signed in. */
export async function* sessionLines(ctx: Ctx, member: Member, by: string): AsyncGenerator<string> {
  await record(ctx, 'operator.read', { member_id: member.id }, { by })
  const rows = await listDevices(ctx, member.id, {}, 'en')
  if (rows.length === 0) yield 'no sessions'
  for (const { id, browser, system, place, signed_in_at, last_used_at, services } of rows) {
    const name = [browser, system].filter(Boolean).join(' on ') || 'unknown browser'
    const since = `since ${minuteOf(new Date(signed_in_at))}, last used ${minuteOf(new Date(last_used_at))}`
    yield `${id}  ${name}${place ? `, ${place}` : ''}, ${since}, services: ${services.join(', ') || 'none'}`
  }
}

/** A line for each service that the member uses. */
export async function* serviceLines(ctx: Ctx, member: Member, by: string): AsyncGenerator<string> {
  await record(ctx, 'operator.read', { member_id: member.id }, { by })
  const rows = await listServices(ctx, member.id, 'en')
  if (rows.length === 0) yield 'no services'
  for (const { client_id, rp_name, scopes, terms } of rows)
    yield `${client_id}  ${rp_name}, scopes: ${scopes.join(' ') || 'none'}, terms: ${terms.map(({ name, version }) => `${name} (${version})`).join(', ') || 'none'}`
}

/** Signs one browser out, and tells the member. @returns false if the member has no such browser */
export async function endSessionFor(ctx: Ctx, member: Member, id: string, by: string): Promise<boolean> {
  const ended = await endDevice(ctx, member.id, id, {})
  if (!ended) return false
  await notify(ctx, 'sessionEnded', member, null)
  ctx.jobs.wake()
  await record(ctx, 'operator.session_ended', { member_id: member.id }, { by })
  return true
}

/** Withdraws a service, which is told, as is the member. @returns false if the member does not use it */
export const withdrawFor = async (ctx: Ctx, { id }: Member, client_id: string, by: string): Promise<boolean> =>
  client_id !== ACCOUNT_CLIENT && withdraw(ctx, id, client_id, { by })

/**
 * Whether the member may use a service (4580). A running backend ends what the member still has there, and tells the service (standingChanges.ts).
 * @returns false if it is so already @throws StartProblem if there is no such service
 */
export async function setAllowed(
  ctx: Ctx,
  { id: member_id }: Member,
  client_id: string,
  { allowed, by }: { allowed: boolean; by: string },
): Promise<boolean> {
  const partners = await partnerVersions(ctx.db)
  if (!partners.some((one) => one.client_id === client_id && one.settings))
    throw new StartProblem(`no service has the ID ${client_id}`)
  const changed = await ctx.db.transaction().execute(async (db) => {
    await holdMember(db, member_id)
    const row = db
      .updateTable('service_members')
      .set({ allowed })
      .where('member_id', '=', member_id)
      .where('client_id', '=', client_id)
      .where('allowed', '!=', allowed)
      .returning('client_id')
    if (await row.executeTakeFirst()) return true
    if (allowed) return false
    const added = db
      .insertInto('service_members')
      .values({ member_id, client_id, allowed })
      .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doNothing())
      .returning('client_id')
    return (await added.executeTakeFirst()) !== undefined
  })
  if (changed) await record(ctx, allowed ? 'operator.allowed' : 'operator.disallowed', { member_id, client_id }, { by })
  return changed
}

/** @returns what is printed */
export async function leaveFor(ctx: Ctx, member: Member, by: string): Promise<string> {
  const known = await leavingOf(ctx, member.id)
  const effective_at = await leave(ctx, member, { by })
  return `${known ? 'leaves already' : 'leaves'}: erased after ${minuteOf(effective_at)}`
}

/** @returns what is printed */
export const stayFor = async (ctx: Ctx, member: Member, by: string): Promise<string> =>
  (await stay(ctx, member, { by })) ? 'stays' : 'the member does not leave'

/** Ends everything, and protects the account until a reset sets a new password. @returns what is printed */
export async function reportFor(ctx: Ctx, member: Member, by: string): Promise<string> {
  await report(ctx, member.id, { by })
  return 'signed out everywhere; the account is protected until a new password'
}
