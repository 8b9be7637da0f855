// Spec §2, login page: the error line for an empty field. The server decides whether the values are right.
import { withoutKorean } from './hangul.ts'
import type { MessageKey } from '../texts/messages.ts'

export type LoginForm = { login_id: string; password: string }

/**
 * Why this cannot be the password of any account: no rule of Spec §5 allows Korean letters or spaces. The app does not send it, because a
 * wrong password counts towards the lock.
 */
export const mistypedPassword = (password: string): MessageKey | null =>
  withoutKorean(password) !== password ? 'login.koreanKeys' : /\s/.test(password) ? 'login.spaces' : null

/** The first empty or mistyped field and its text, or null. */
export function loginProblem(form: LoginForm): { field: keyof LoginForm; text: MessageKey } | null {
  if (form.login_id.trim() === '') return { field: 'login_id', text: 'login.enterEmail' }
  const text = form.password === '' ? 'login.enterPassword' : mistypedPassword(form.password)
  return text && { field: 'password', text }
}
