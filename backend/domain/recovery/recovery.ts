// Spec §2, identify, and security A7, A11: the channels for a recovery code, and the rights that its proof gives.
// An unknown login ID is answered with invented channels, always the same ones, and nothing is ever sent to them.
import * as detail from '../../../contract/detailCodes.ts'
import type { Authenticator, FoundUser } from '../../../contract/shapes/identify.ts'
import { nameKey } from '../../../contract/names.ts'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'
import { hmac } from '../../db/keys.ts'
import type { Transaction } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { youngChannels } from '../account/channelChanges.ts'
import { isProtected } from '../factors/factors.ts'
import { isGroupAddress } from '../lists/codes.ts'
import { NOBODY } from './delayedReset.ts'
import { canonicalEmail } from '../members/email.ts'
import { loginIdKey, maskedLoginId } from '../members/loginId.ts'
import { HIDDEN_PHONE, maskedPhone } from '../members/phone.ts'

const RESET_SECONDS = 600

type Channels = { member_id: string | null; phone: string | null; email: string | null; decoy: boolean }

function pretended(ctx: Ctx, key: string): Channels {
  const bytes = hmac(ctx.keys.state, `pretended channels ${key}`)
  const digits = String(bytes.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0')
  // All members have a phone, except some group members. Unknown IDs follow the same pattern: every other group ID has none.
  const hasPhone = !isGroupAddress(ctx.codes, key) || bytes.readUInt8(31) % 2 === 0
  // No Korean number begins with 0 after the country code, so no member has this number.
  const phone = hasPhone ? `+820${digits}` : null
  return { member_id: null, phone, email: canonicalEmail(key) ?? `${hashOf(key)}@nobody.invalid`, decoy: true }
}

/**
 * The channels of this ID's owner. `byOne`: one channel is enough to set a new password at once.
 * @throws Refused 400 with USER_NOT_FOUND for an unknown ID if the settings allow the backend to disclose it
 */
export async function ownerOf(ctx: Ctx, login_id: string): Promise<{ channels: Channels; byOne: boolean }> {
  const key = loginIdKey(login_id)
  const member = await ctx.db
    .selectFrom('members')
    .select(['id', 'phone', 'second_factor', 'admin', 'joined', 'invitation_hash'])
    .where('login_id_key', '=', key)
    .executeTakeFirst()
  const fallback = pretended(ctx, key)
  // Who was invited and has not joined has no password yet. Nobody but the invited learns of it, so it is answered like an unknown ID.
  const isInvited = member !== undefined && !member.joined && member.invitation_hash !== null
  const owner = isInvited ? undefined : member
  const young = await youngChannels(ctx, (owner ?? NOBODY).id)
  const byOne = !(await isProtected(ctx, owner ?? NOBODY)) && young.size === 0
  if (owner)
    return { channels: { member_id: owner.id, phone: owner.phone, email: canonicalEmail(key), decoy: false }, byOne }
  if (ctx.settings.disclose_unknown_user) throw refuse(400, 'USER_NOT_FOUND', detail.USER_NOT_FOUND, 'user not found')
  return { channels: fallback, byOne }
}

/** The channels as the app receives them. Only a browser in which the member has signed in before sees digits of the phone (A7). */
export function maskedChannels({ phone, email }: Channels, login_id: string, isKnown: boolean): Authenticator[] {
  const masked: Authenticator[] = []
  if (phone !== null) masked.push({ authenticator_type: 'phone', masked: isKnown ? maskedPhone(phone) : HIDDEN_PHONE })
  if (email !== null) masked.push({ authenticator_type: 'email', masked: maskedLoginId(loginIdKey(login_id)) })
  return masked
}

/**
 * The members with this name and phone, in the order in which they joined: their keys, and their login IDs as the answer lists them. Leaves out
 * members who have not joined yet and IDs that were merged into another.
 */
export async function usersBy(
  ctx: Ctx,
  name: string,
  phone: string,
): Promise<{ member_ids: string[]; users: FoundUser[] }> {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'login_id', 'name', 'created_at'])
    .where('phone', '=', phone)
    .where('joined', '=', true)
    .where('status', '!=', 'MOVED')
    .orderBy('created_at')
    .execute()
  const found = rows.filter((row) => nameKey(row.name) === nameKey(name))
  return {
    member_ids: found.map(({ id }) => id),
    users: found.map(({ login_id, created_at }) => ({ login_id, joined_at: created_at.toISOString() })),
  }
}

/** @returns the reset_token; only its hash is kept, and it ends after ten minutes, with its transaction, or when it is used */
export async function allowReset(ctx: Ctx, transaction_id: string, member_id: string): Promise<string> {
  const reset_token = newSecret()
  const expires_at = secondsFrom(ctx.now(), RESET_SECONDS)
  await ctx.db
    .insertInto('reset_tokens')
    .values({ token_hash: hashOf(reset_token), transaction_id, member_id, expires_at })
    .execute()
  return reset_token
}

/**
 * The reset token of this visit. `used_at`: when a password was set with it.
 * @throws Refused 400 with NO_MATCH, the same for every cause
 */
export async function requireReset(ctx: Ctx, transaction: Transaction, reset_token: string) {
  const row = await ctx.db
    .selectFrom('reset_tokens')
    .select(['token_hash', 'member_id', 'used_at'])
    .where('token_hash', '=', hashOf(reset_token))
    .where('transaction_id', '=', transaction.id)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row) throw noReset()
  return { ...row, transaction_id: transaction.id, transaction }
}

export const noReset = () => refuse(400, 'NO_PROOF', detail.NO_MATCH, 'no such reset in this visit')
