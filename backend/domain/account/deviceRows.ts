// Contract, "Account": what a sign-in notes about its browser, and the link between the browser's session and the issuer's.
import { sql } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { noteFirstUse } from '../sessions/firstUse.ts'
import { deviceNow } from './browserNames.ts'

/** Notes which browser a session of `browser_sessions` is. A new sign-in in the same browser replaces what was known. */
export async function noteDevice(ctx: Ctx, id: string, member_id: string): Promise<void> {
  const device = deviceNow(ctx)
  if (!device) return
  await ctx.db
    .insertInto('devices')
    .values({ id, member_id, ...device })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(device))
    .execute()
}

/** A use is written once a minute. */
const USE_SECONDS = 60

async function noteUse(ctx: Ctx, of: { member_id: string; client_id: string }): Promise<void> {
  const now = ctx.now()
  const recent = ctx.db
    .selectFrom('service_uses')
    .select('client_id')
    .where('member_id', '=', of.member_id)
    .where('client_id', '=', of.client_id)
    .where('last_used_at', '>', secondsFrom(now, -USE_SECONDS))
  if (await recent.executeTakeFirst()) return
  await noteFirstUse(ctx, of, now)
  await ctx.db
    .insertInto('service_uses')
    .values({ ...of, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doUpdateSet({ last_used_at: now }))
    .execute()
}

/**
 * Notes that the issuer leads a member back to a service.
 * @param use.browser the key of the browser @param use.uid the uid of the issuer's session
 */
export async function noteAuthorization(
  ctx: Ctx,
  {
    browser,
    uid,
    member_id,
    client_id,
  }: { browser: string | undefined; uid: string; member_id: string; client_id: string },
): Promise<void> {
  if (client_id !== ACCOUNT_CLIENT) await noteUse(ctx, { member_id, client_id })
  if (browser === undefined) return
  const uid_hash = hashOf(uid)
  const device = await ctx.db
    .selectFrom('browser_sessions as b')
    .leftJoin('device_sessions as s', (join) => join.onRef('s.device_id', '=', 'b.id').on('s.uid_hash', '=', uid_hash))
    .select(['b.id', 's.uid_hash'])
    .where('b.browser_hash', '=', hashOf(browser))
    .where('b.member_id', '=', member_id)
    .executeTakeFirst()
  if (!device || device.uid_hash !== null) return
  await ctx.db
    .insertInto('device_sessions')
    .values({ uid_hash, device_id: device.id, member_id })
    .onConflict((conflict) => conflict.column('uid_hash').doUpdateSet({ device_id: device.id, member_id }))
    .execute()
  // Each sign-in of a browser can bring another session, and those before it have ended.
  await sql`
    delete from device_sessions where device_id = ${device.id} and uid_hash <> ${uid_hash}
      and not exists (select from oidc_payloads where model = 'Session' and uid = uid_hash)`.execute(ctx.db)
}
