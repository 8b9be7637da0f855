// Spec §2, login page: the error line for an empty field. The server decides whether the values are right.
import type { MessageKey } from './messages'

export type LoginForm = { login_id: string; password: string }

/** The first empty field and its text, or null. */
export function loginProblem(form: LoginForm): { field: keyof LoginForm; text: MessageKey } | null {
  if (form.login_id.trim() === '') return { field: 'login_id', text: 'login.enterEmail' }
  return form.password === '' ? { field: 'password', text: 'login.enterPassword' } : null
}
