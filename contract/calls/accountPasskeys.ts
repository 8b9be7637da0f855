// Contract, "Account": the member's passkeys, and what a proof by one of them signs.
import * as z from 'zod/mini'
import * as shapes from '../shapes/account.ts'
import { FRESH, SESSION } from '../refusals.ts'
import type { Row } from '../row.ts'

const id = z.string().check(z.maxLength(512))

export const proofPasskey = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/proof/passkey',
  visit: 'session',
  answer: shapes.ProofOptions,
  summary: 'The options of a proof by passkey',
  refusals: [...SESSION, 'notFound'],
} as const satisfies Row

export const accountPasskeys = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account/passkeys',
  visit: 'session',
  answer: shapes.PasskeyRows,
  summary: 'The member’s passkeys',
  refusals: [...SESSION, 'notFound'],
} as const satisfies Row

export const passkeyOptions = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/passkeys/options',
  visit: 'session',
  answer: shapes.PasskeyOptions,
  summary: 'The options of a new passkey',
  fresh: true,
  refusals: [...FRESH, 'notFound'],
} as const satisfies Row

export const addPasskey = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/passkeys',
  visit: 'session',
  answer: shapes.PasskeyRow,
  summary: 'Adds a passkey',
  body: shapes.NewPasskey,
  fresh: true,
  refusals: [...FRESH, 'passkeyFailed', 'notFound'],
} as const satisfies Row

export const renamePasskey = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/passkeys/{id}',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Gives a passkey another name',
  values: { id },
  body: shapes.PasskeyName,
  status: 204,
  refusals: [...SESSION, 'notFound', 'invalid'],
} as const satisfies Row

export const removePasskey = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/account/passkeys/{id}',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Removes a passkey',
  values: { id },
  fresh: 'PASSKEY',
  status: 204,
  refusals: [...FRESH, 'notFound'],
} as const satisfies Row
