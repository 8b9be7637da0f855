// Operations: what an operator does in the account in the member's name (`npm run members`). The member is told of each change.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { endDevice, listDevices } from '../account/devices.ts'
import { leave, leavingOf, stay } from '../account/leaving.ts'
import { report } from '../account/report.ts'
import { listServices } from '../account/services.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { record } from '../audit/events.ts'
import { notify } from '../notices/notices.ts'
import { withdraw } from '../sessions/connected.ts'
import { minuteOf } from './days.ts'

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
