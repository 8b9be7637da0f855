// Screens, /mobileVerify: the step's token, state and matcher type come in the query.
import { AUTH_REQUIRED } from '../../../contract/codes.ts'
import { stepPath } from '../visit/stepPaths.ts'
import type { LoginPatch } from '../visit/outcome.ts'

/** A masked number: an address must not put an arbitrary sentence on the page. */
const MASKED = /^[+\d* -]{0,32}$/
const NAMES = ['auth_token', 'state', 'matcher_type', 'phone_number'] as const

/** The step, or null: no token, a name that appears twice, a value over 512 characters, or an unknown matcher type. */
export function parseMobileVerifyQuery(search: string): Required<Omit<LoginPatch, 'auth_required' | 'step'>> | null {
  const given = new URLSearchParams(search)
  if (NAMES.some((name) => given.getAll(name).length > 1 || (given.get(name) ?? '').length > 512)) return null
  const auth_token = given.get('auth_token') ?? ''
  const matcher_type = given.get('matcher_type') ?? AUTH_REQUIRED
  const phone_number = given.get('phone_number') ?? ''
  const isKnown = matcher_type === AUTH_REQUIRED || stepPath(matcher_type) !== null
  if (auth_token === '' || !isKnown) return null
  return {
    auth_token,
    auth_state: given.get('state') ?? '',
    matcher_type,
    step_login_id: '',
    phone_number: MASKED.test(phone_number) ? phone_number : '',
  }
}
