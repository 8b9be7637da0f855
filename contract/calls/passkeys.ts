// Contract, "Passkeys": signing in with one. A backend that has none does not answer these calls.
import { Progress } from '../shapes/auth.ts'
import { InitPasskey, PasskeyAsked, VerifyPasskey } from '../shapes/passkeys.ts'
import { STANDING } from '../refusals.ts'
import { row } from '../row.ts'

export const initPasskey = row('auth', 'POST', '/v1/init/passkey', 'payload', {
  answer: PasskeyAsked,
  summary: 'The options of a sign-in by passkey. Only where the init data names `passkey`',
  body: InitPasskey,
  refusals: ['notFound'],
})

export const verifyPasskey = row('auth', 'POST', '/v1/verify/passkey', 'payload', {
  answer: Progress,
  pending: true,
  summary: 'Signs in with a passkey. Only where the init data names `passkey`',
  body: VerifyPasskey,
  refusals: ['passkeyUnknown', 'passkeyFailed', ...STANDING, 'anotherStep', 'notFound'],
})
