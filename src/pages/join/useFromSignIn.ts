// Spec §4, JOIN and CONVERSION_JOIN: whether a sign-in has led to this join, so that its account is known.
import { useLogin } from '../../stores/login.ts'

const STEPS: readonly string[] = ['JOIN', 'CONVERSION_JOIN']

export const useFromSignIn = (): boolean =>
  useLogin(({ matcher_type, step_login_id }) => step_login_id !== '' && STEPS.includes(matcher_type))
