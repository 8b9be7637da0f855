// Security D12, what happened to whom, from where, by which visit and request: a row of an append-only table, and a line in the log.
import { currentCall } from '../../call.ts'
import { hasDevice } from '../account/activityNames.ts'
import { deviceNow, type Device } from '../account/browserNames.ts'
import { hashOf, type Ctx } from '../../context.ts'
import { hmac, type BackendKeys } from '../../db/keys.ts'
import type { Fields } from '../../log.ts'
import type { EventRow } from './eventLimits.ts'
import { isInside, SHARED_TIMES, siteOf } from '../limits/networks.ts'

/** Whose rows of an hour an event counts among: it takes a secret of the member, or any caller can cause it. */
type Kind = { by: 'member' | 'network'; says: string }
const member = (says: string): Kind => ({ by: 'member', says })
const network = (says: string): Kind => ({ by: 'network', says })

/** Every event there is, in the words of `npm run events`. */
export const EVENTS = {
  'account.exported': member('the member took a copy of what is stored'),
  'account.leaving': member('the member leaves'),
  'account.left': member('the time of a member who leaves was over: the member was erased'),
  'account.proof_failed': network('a proof in the account was not accepted'),
  'account.proved': member('the member proved to be there, in the account'),
  'account.reported': member('the member reported an activity: everything was signed out'),
  'account.stayed': member('the member stays after all'),
  'change.undone': member('the link of a changed phone or address undid the change'),
  'code.sent': network('a code was sent'),
  'code.limited': network('no code was sent: a limit was reached'),
  'code.undelivered': network('the code could not be handed to the gateway or the mail relay'),
  'code.verified': member('the right code was entered'),
  'code.repeated': member('the right code was entered again'),
  'code.wrong': network('a wrong code was entered'),
  'code.blocked': network('a code was not checked: too many tries'),
  'code.expired': network('a code was entered that had expired, was used or was never sent'),
  'consent.given': member('the member agreed to terms'),
  'consent.withdrawn': member('the member withdrew a consent'),
  'email.changed': member('the login ID was changed'),
  'ids.searched': network('login IDs were looked up by phone and name'),
  'join.decided': member('an operator decided about the join'),
  'join.done': member('the member joined'),
  'letter.kept': member('an enrollment letter was stored'),
  'lock.closed': network('sign-in was locked: too many wrong passwords'),
  'lock.opened': member('sign-in was unlocked by a new password'),
  'marketing.changed': member('the member decided about news by e-mail and SMS'),
  'nickname.changed': member('the nickname was changed'),
  'notice.not_me': member('the member pressed "this was not me": everything was signed out'),
  'operator.allowed': member('an operator let the member use a service again'),
  'operator.changed': member('an operator changed the account in the member’s name'),
  'operator.client_added': network('an operator added a service'),
  'operator.client_changed': network('an operator changed a service'),
  'operator.client_removed': network('an operator removed a service'),
  'operator.client_secret': network('an operator gave a service another secret'),
  'operator.codes_changed': network('an operator changed a list of the join forms'),
  'operator.disallowed': member('an operator shut the member out of a service'),
  'operator.erased': member('an operator erased the member'),
  'operator.exported': member('an operator exported what is stored about the member'),
  'operator.imported': network('an operator imported members'),
  'operator.key_retired': network('an operator took a signing key out of use'),
  'operator.leaving': member('an operator let the member leave'),
  'operator.key_rotated': network('an operator let the next key or secret begin'),
  'operator.passkey_removed': member('an operator removed a passkey'),
  'operator.read': member('an operator looked at the member'),
  'operator.reopened': member('an operator opened the account again'),
  'operator.reported': member('an operator protected the account: everything was signed out'),
  'operator.searched': network('an operator looked for members'),
  'operator.session_ended': member('an operator signed one browser out'),
  'operator.signed_out': member('an operator signed the member out everywhere'),
  'operator.stayed': member('an operator let the member stay after all'),
  'operator.suspended': member('an operator suspended the account'),
  'operator.terms_changed': network('an operator added a version of terms, or changed its names or addresses'),
  'operator.unlocked': member('an operator opened the lock of wrong passwords'),
  'operator.withdrawn': member('an operator withdrew a service for the member'),
  'operator.webhook_secret': network('an operator gave a service another secret for webhooks'),
  'passkey.created': member('a passkey was created'),
  'passkey.failed': network('a passkey was not accepted'),
  'passkey.put_off': member('the member put off to create a passkey'),
  'passkey.removed': member('a passkey was removed'),
  'passkey.renamed': member('a passkey got another name'),
  'passkey.used': member('a passkey was accepted'),
  'password.changed': member('the password was changed'),
  'password.reset': member('a forgotten password was replaced'),
  'phone.changed': member('the phone was changed'),
  'profile.changed': member('the profile was changed'),
  'reset.allowed': member('the member proved a channel and may set a password'),
  'reset.cancelled': member('a delayed new password was cancelled'),
  'reset.delayed': member('a new password waits for a day'),
  'second_factor.changed': member('the code at a sign-in was switched on or off'),
  'session.ended': member('an account was removed from the browser'),
  'session.signed_out': member('signed out'),
  'session.used': member('signed in by the session of the browser'),
  'sign_in.challenged': network('not compared: a puzzle was asked for, or the network had too many wrong passwords'),
  'sign_in.done': member('signed in'),
  'sign_in.locked': network('sign-in refused: locked'),
  'sign_in.refused': member('sign-in refused after the right password'),
  'sign_in.step': member('not signed in yet: a step is pending'),
  'sign_in.wrong_password': network('wrong password'),
  'token.reused': member('a code or token came twice: the tokens of this sign-in were revoked'),
} as const satisfies Record<string, Kind>
export type SecurityEvent = keyof typeof EVENTS

/** An error that a browser reported is in the same table. */
export const CLIENT_ERROR = 'client.error'

/**
 * Whom and what an event concerns. `login_id`: the key (loginId.ts) of the login ID that a caller named. `client_id` and `ip` are those of the
 * current request if they are left out.
 */
type Subject = { member_id?: string | null; login_id?: string; client_id?: string | null; ip?: string | null }

/** By this keyed hash an operator finds the events of a login ID that has no member. The table never has the login ID itself. */
export const loginIdHash = ({ codes }: Pick<BackendKeys, 'codes'>, login_id_key: string): string =>
  hmac(codes, `login id ${login_id_key}`).toString('base64url')

function rowOf(ctx: Ctx, event: string, { member_id = null, login_id, ...subject }: Subject, fields: Fields): EventRow {
  const call = currentCall()
  return {
    at: ctx.now(),
    event,
    member_id,
    login_id_hash: member_id === null && login_id !== undefined ? loginIdHash(ctx.keys, login_id) : null,
    client_id: subject.client_id ?? call?.visit?.client_id ?? null,
    ip: subject.ip ?? call?.ip ?? null,
    visit: call?.visit?.mark ?? null,
    request_id: call?.id ?? null,
    fields,
    count: 1,
  }
}

/** What is known of the browser of a call. */
const knownOf = (device: Device | null): Fields =>
  Object.fromEntries(Object.entries(device ?? {}).filter(([, value]) => value !== null))

/**
 * Records a security event: a line in the log, and a row. Beyond the limit of a network or a member, the row counts several events, and names
 * the event with the network or the member alone.
 * `fields` hold no secret and no personal data. The row of an event that the member sees also has the names of the browser and the rough place.
 */
export async function record(ctx: Ctx, event: SecurityEvent, subject: Subject, fields: Fields = {}): Promise<void> {
  const row = rowOf(ctx, event, subject, { ...fields, ...(hasDevice(event) && knownOf(deviceNow(ctx))) })
  ctx.counted(event, fields)
  const { member_id, client_id, ip, visit, request_id } = row
  ctx.log(event, { member_id, client_id, ip, visit, request_id, ...fields })
  if (EVENTS[event].by === 'member' && member_id !== null) {
    if (ctx.eventLimits.takeOfMember(member_id)) await write(ctx, [row])
    else ctx.eventLimits.hold(together(row, { member_id, ip: null }))
  } else await writeForNetwork(ctx, row)
}

/**
 * Records an error that a browser reported. Of equal errors of one network, the log gets one line an hour.
 * NOTE: the reference ID does not count as different, because every browser makes its own.
 */
export async function recordClientError(ctx: Ctx, ip: string, report: Fields & { id: string }): Promise<void> {
  const row = rowOf(ctx, CLIENT_ERROR, { ip: siteOf(ip) }, report)
  ctx.counted(CLIENT_ERROR, {})
  const { id: _ownOfEachBrowser, ...same } = report
  if (!ctx.eventLimits.isNew(hashOf(JSON.stringify([row.ip, same]))))
    return ctx.eventLimits.hold({ ...row, request_id: null, fields: same })
  ctx.log(CLIENT_ERROR, report)
  // The log has the error also when the database is what fails.
  await writeForNetwork(ctx, row).catch(() => {})
}

const together = (row: EventRow, who: Pick<EventRow, 'member_id' | 'ip'>): EventRow => ({
  ...row,
  ...who,
  login_id_hash: null,
  client_id: null,
  visit: null,
  request_id: null,
  fields: {},
})

async function writeForNetwork(ctx: Ctx, row: EventRow): Promise<void> {
  const { internal_networks, campus_networks } = ctx.settings
  const isShared = row.ip !== null && isInside(row.ip, [...internal_networks, ...campus_networks])
  const site = siteOf(row.ip ?? '')
  if (row.ip === null || ctx.eventLimits.takeOfNetwork(site, isShared ? 1 / SHARED_TIMES : 1)) await write(ctx, [row])
  else ctx.eventLimits.hold(together(row, { member_id: null, ip: site }))
}

/** Writes a row for each count that waits. The sweep and the shutdown call this. */
export async function writeHeld(ctx: Ctx): Promise<void> {
  const rows = ctx.eventLimits.release()
  const at = ctx.now()
  const counted = (row: EventRow): EventRow => ({
    ...row,
    at,
    fields: { ...row.fields, aggregated: true, since: row.at.toISOString() },
  })
  while (rows.length > 0) {
    const some = rows.splice(0, ROWS_A_STATEMENT)
    try {
      await write(ctx, some.map(counted))
    } catch (error) {
      for (const row of [...some, ...rows]) ctx.eventLimits.hold(row)
      throw error
    }
  }
}

/** PostgreSQL takes 65,535 parameters a statement. */
const ROWS_A_STATEMENT = 1000

async function write(ctx: Ctx, rows: readonly EventRow[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, fields: JSON.stringify(row.fields) }))
  await ctx.db.insertInto('audit_events').values(values).execute()
}
