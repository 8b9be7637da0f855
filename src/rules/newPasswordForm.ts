// Spec §5, a new password and its confirmation, as the fields of a form.
import * as z from 'zod/mini'
import { asZod } from './asZod'
import { comparisonProblem, newPasswordProblem } from './newPassword'
import type { PasswordOwner } from './password'

export type NewPassword = { password: string; passwordComparison: string }

export const newPasswordFields = (owner: PasswordOwner) => ({
  password: asZod((value) => newPasswordProblem(value, owner)),
  passwordComparison: z.string(),
})

/** For the form that has both. Said beside a password that is wrong by itself, too: one attempt, all that is to be mended. */
export const isConfirmed = z.refine<NewPassword>(
  ({ password, passwordComparison }) => comparisonProblem(password, passwordComparison) === null,
  { path: ['passwordComparison'], error: 'password.notMatch', when: () => true },
)
