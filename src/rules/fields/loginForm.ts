// Spec §2, login page: the error line for an empty field. The server decides whether the values are right.
import { withoutKorean } from './hangul.ts'
import type { MessageKey } from '../texts/messages.ts'

export type LoginForm = { login_id: string; password: string }

/**
 * Why this is probably not the password that is meant: no rule of Spec §5 allows Korean letters or spaces. A member of a former system may have such a
 * password all the same, so that it is sent when the member presses again.
 */
export const mistypedPassword = (password: string): MessageKey | null =>
  withoutKorean(password) !== password ? 'login.koreanHeld' : /\s/.test(password) ? 'login.spaces' : null

/** The first empty or mistyped field and its text, or null. @param hold why the password is held */
export function loginProblem(
  form: LoginForm,
  hold: (password: string) => MessageKey | null,
): { field: keyof LoginForm; text: MessageKey } | null {
  if (form.login_id.trim() === '') return { field: 'login_id', text: 'login.enterEmail' }
  const text = form.password === '' ? 'login.enterPassword' : hold(form.password)
  return text && { field: 'password', text }
}
