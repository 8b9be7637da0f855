// Contract, GET /v1/account: who is signed in in this browser.
import type { Account } from '../../../contract/shapes/account.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { secondFactorOf } from '../factors/factors.ts'
import { maskedLoginId } from '../members/loginId.ts'
import { maskedPhone } from '../members/phone.ts'
import { passkeysOfMember } from '../passkeys/rows.ts'
import { keptAfterLeaving } from './kept.ts'
import { leavingOf } from './leaving.ts'
import { marketingOf } from './marketing.ts'

/** What became of the join, and so of the letter. */
const LETTER_STATES = { WAITING: 'WAITING', JOINED: 'APPROVED', UNAPPROVED: 'REFUSED' } as const

async function letterOf(ctx: Ctx, { id, join_status }: Member): Promise<Account['letter']> {
  const letter = await ctx.db
    .selectFrom('letters')
    .select(['file_name', 'at'])
    .where('member_id', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!letter) return undefined
  const { at, file_name } = letter
  return { received_at: at.toISOString(), file_name, state: LETTER_STATES[join_status] }
}

async function countPasskeys(ctx: Ctx, member_id: string): Promise<Account['passkeys']> {
  const { passkeys } = ctx.settings
  return passkeys ? { rp_id: passkeys.rp_id, count: (await passkeysOfMember(ctx, member_id)).length } : undefined
}

type Known = Omit<Account, 'session' | 'modulus' | 'exponent' | 'enc_alg'>

/** What is stored of the member, masked where the whole is not needed. An administrator's second factor is always on. */
export async function readAccount(ctx: Ctx, member: Member): Promise<Known> {
  const letter = await letterOf(ctx, member)
  const passkeys = await countPasskeys(ctx, member.id)
  const leaving = await leavingOf(ctx, member.id)
  return {
    login_id: member.login_id,
    name: member.name,
    nickname: member.nickname,
    phone: member.phone === null ? null : maskedPhone(member.phone),
    email: maskedLoginId(member.login_id),
    password_changed_at: member.password_changed_at.toISOString(),
    second_factor: secondFactorOf(member),
    second_factor_required: member.admin,
    member_kind: member.member_kind,
    belong_sk: member.belong_sk,
    ...(member.belong_sk && { mbr_no: member.mbr_no }),
    email_managed: member.belong_sk,
    marketing: await marketingOf(ctx, member),
    ...(letter && { letter }),
    ...(passkeys && { passkeys }),
    ...(leaving && { leaving: { effective_at: leaving.effective_at.toISOString() } }),
    kept: keptAfterLeaving(ctx),
  }
}
