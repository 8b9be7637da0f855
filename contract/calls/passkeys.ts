// Contract, "Passkeys": signing in with one. A backend that has none does not answer these calls.
import { Progress } from '../shapes/auth.ts'
import { InitPasskey, PasskeyAsked, VerifyPasskey } from '../shapes/passkeys.ts'
import { STANDING } from '../refusals.ts'
import type { Row } from '../row.ts'

export const initPasskey = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/init/passkey',
  visit: 'payload',
  answer: PasskeyAsked,
  summary: 'The options of a sign-in by passkey. Only where the init data names `passkey`',
  body: InitPasskey,
  refusals: ['notFound'],
} as const satisfies Row

export const verifyPasskey = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/verify/passkey',
  visit: 'payload',
  answer: Progress,
  pending: true,
  summary: 'Signs in with a passkey. Only where the init data names `passkey`',
  body: VerifyPasskey,
  refusals: ['passkeyUnknown', 'passkeyFailed', ...STANDING, 'anotherStep', 'notFound'],
} as const satisfies Row
