// Spec §5, a new password and its confirmation, as form fields.
import * as z from 'zod/mini'
import { asZod } from './asZod.ts'
import { comparisonProblem, newPasswordProblem } from './newPassword.ts'
import type { PasswordOwner } from './password.ts'

export type NewPassword = { password: string; passwordComparison: string }

export const newPasswordFields = (owner: PasswordOwner) => ({
  password: asZod((value) => (value === '' ? 'login.enterPassword' : newPasswordProblem(value, owner))),
  passwordComparison: z.string(),
})

/**
 * For a form with both fields. The confirmation is checked even if the password itself is wrong, so that one attempt shows every problem.
 */
export const isConfirmed = z.check<NewPassword>(
  ({ value: { password, passwordComparison }, issues }) => {
    const message = comparisonProblem(password, passwordComparison)
    if (message) issues.push({ code: 'custom', path: ['passwordComparison'], message, input: passwordComparison })
  },
  { when: () => true },
)
