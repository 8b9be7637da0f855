// Security A16: whoever did not change the password learns of it, at the phone and at the address of the account.
import type { Ctx } from '../context'
import type { Member } from '../db/schema'
import { sendEmail, sendSms } from '../outbox'

const TITLE = '[대문] 비밀번호가 바뀌었어요'
const IF_NOT_YOU = '직접 바꾸지 않았다면 바로 고객지원에 알려 주세요.'
const SMS_TEXT = `${TITLE}. ${IF_NOT_YOU}`
const MAIL_TEXT = `회원님의 비밀번호가 방금 바뀌었고, 로그인되어 있던 다른 기기에서 모두 로그아웃됐어요.\n${IF_NOT_YOU}`

/** The password is set whether or not a gateway answers: the member is not kept waiting for it. */
export function tellOfNewPassword(ctx: Ctx, { phone, login_id }: Pick<Member, 'phone' | 'login_id'>): void {
  void Promise.allSettled([
    phone === null ? null : sendSms(ctx, phone, SMS_TEXT),
    sendEmail(ctx, login_id, TITLE, MAIL_TEXT),
  ])
}
