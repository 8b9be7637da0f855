// Spec §2, login page: the error line of an empty field. Whether the values are right is for the server to say.
import type { MessageKey } from './messages'

export type LoginForm = { login_id: string; password: string }

/** The first empty field and what to say of it, or null. */
export function loginProblem(form: LoginForm): { field: keyof LoginForm; text: MessageKey } | null {
  if (form.login_id.trim() === '') return { field: 'login_id', text: 'login.enterEmail' }
  return form.password === '' ? { field: 'password', text: 'login.enterPassword' } : null
}
