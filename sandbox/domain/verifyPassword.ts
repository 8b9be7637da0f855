// Spec §8, login failure, and security A5–A7: whose password this is. Known and unknown ids take the same way and the same time.
import { hashOf, type Ctx } from '../context'
import { refuse } from './refusal'
import { forgetAttempts, MOST_WRONG, takeAttempt } from './attempts'
import { record } from './events'
import type { Hashing } from './hashing'
import { isKnownBrowser } from './knownBrowsers'
import { loginIdKey } from './loginId'
import { networkOf } from './networks'
import { unseal } from './sealed'

const WRONG = 4502
const LOCKED = 4575
const UNKNOWN = 4503

/** `password_changed_at`: since when the password is the one that was given. */
export type Verified = { member_id: string; password_hash: string; password_changed_at: Date }
type Given = { login_id: string; password: string; transaction_id: string; client_id: string; ip: string } & {
  /** The key of this browser, if it has one (knownBrowsers.ts). */
  device?: string | undefined
}

/**
 * @param given.password sealed
 * @returns whose it is, and the hash that it was compared with or that replaced it
 * @throws Refused 400: 4502 with the count in brackets, 4575 when locked; 503 when too many are asking
 */
export async function verifyPassword(ctx: Ctx, hashing: Hashing, given: Given): Promise<Verified> {
  const key = loginIdKey(given.login_id)
  const subject = { client_id: given.client_id, ip: given.ip }
  return hashing.inTurn(async () => {
    const member = await ctx.db
      .selectFrom('members')
      .select(['id', 'password_hash', 'password_changed_at'])
      .where('login_id_key', '=', key)
      .executeTakeFirst()
    if (!member && ctx.settings.disclose_unknown_user) throw refuse(400, 'USER_NOT_FOUND', UNKNOWN, 'user not found')
    const isKnown = await isKnownBrowser(ctx, given.device, member?.id ?? null)
    const counted = isKnown && given.device !== undefined ? hashOf(given.device) : undefined
    const attempt = await takeAttempt(ctx, key, counted)
    if (attempt === null) {
      await record(ctx, 'sign_in.locked', { ...subject, member_id: member?.id ?? null })
      throw refuse(400, 'LOCKED', LOCKED, 'too many wrong passwords')
    }
    // What cannot be unsealed is compared like any other wrong password: there is one answer and one duration.
    const password = await unseal(ctx, given.password, given.transaction_id)
    const matches = await hashing.matches(password ?? '', member?.password_hash ?? hashing.dummy)
    if (!member || password === null || !matches) {
      await record(ctx, 'sign_in.wrong_password', { ...subject, member_id: member?.id ?? null }, { attempt })
      if (attempt >= MOST_WRONG) await record(ctx, 'lock.closed', { ...subject, member_id: member?.id ?? null })
      throw refuse(400, 'WRONG_PASSWORD', WRONG, `incorrect password [${attempt}]`)
    }
    await forgetAttempts(ctx, key, counted)
    const { id: member_id, password_changed_at } = member
    if (!hashing.isOutdated(member.password_hash)) return { ...member, member_id }
    const password_hash = await hashing.make(password)
    // Where another password was set meanwhile, it stays.
    await ctx.db
      .updateTable('members')
      .set({ password_hash })
      .where('id', '=', member_id)
      .where('password_hash', '=', member.password_hash)
      .execute()
    return { member_id, password_hash, password_changed_at }
  }, networkOf(given.ip))
}
