// Spec §5, verification code: exactly six digits from typed or pasted text.
import type { MessageKey } from '../texts/messages.ts'

const LENGTH = 6

/** `[Service] 123-456`, `G 123 456`: six digits on their own, in one group or two. */
const ALONE = /(?:^|[^\d-])(\d{3})[ -]?(\d{3})(?![\d-])/

/** At most six digits. Full-width digits count. Of a pasted message only the code is kept. */
export function verifyCodeDigits(typed: string): string {
  const text = typed.slice(0, 1000).normalize('NFKC')
  const alone = ALONE.exec(text)
  return alone ? `${alone[1]}${alone[2]}` : text.replace(/\D/g, '').slice(0, LENGTH)
}

export const isVerifyCode = (code: string): boolean => /^\d{6}$/.test(code)

export const verifyCodeProblem = (code: string): MessageKey | null =>
  isVerifyCode(code) ? null : 'verification.sixDigits'
