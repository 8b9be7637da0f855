// Contract, "Account": what a sign-in notes about its browser, and the link between the browser's session and the issuer's.
import { sql } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { noteFirstUse } from '../sessions/firstUse.ts'
import { deviceNow } from './browserNames.ts'

/**
 * Notes which browser a session of `browser_sessions` is. A new sign-in in the same browser replaces what was known.
 * NOTE: a new password may end the session at this moment. The lock holds the row of a session that is there, and of one that is gone nothing is noted.
 */
export async function noteDevice(ctx: Ctx, id: string): Promise<void> {
  const device = deviceNow(ctx)
  if (!device) return
  const { browser, system, country, city } = device
  await sql`
    insert into devices (id, member_id, browser, system, country, city)
      select id, member_id, ${browser}::text, ${system}::text, ${country}::text, ${city}::text
      from browser_sessions where id = ${id} for key share
    on conflict (id) do update set
      browser = excluded.browser, system = excluded.system, country = excluded.country, city = excluded.city`.execute(
    ctx.db,
  )
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
  await sql`
    insert into device_sessions (uid_hash, device_id, member_id)
      select ${uid_hash}::text, id, member_id from browser_sessions where id = ${device.id} for key share
    on conflict (uid_hash) do update set device_id = excluded.device_id, member_id = excluded.member_id`.execute(ctx.db)
  // Each sign-in of a browser can bring another session, and those before it have ended.
  await sql`
    delete from device_sessions where device_id = ${device.id} and uid_hash <> ${uid_hash}
      and not exists (select from oidc_payloads where model = 'Session' and uid = uid_hash)`.execute(ctx.db)
}
