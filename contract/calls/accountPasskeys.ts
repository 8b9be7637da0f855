// Contract, "Account": the member's passkeys, and what a proof by one of them signs.
import * as z from 'zod/mini'
import * as shapes from '../shapes/account.ts'
import { FRESH, SESSION } from '../refusals.ts'
import { row } from '../row.ts'

const id = z.string().check(z.maxLength(512))

export const proofPasskey = row('auth', 'POST', '/v1/account/proof/passkey', 'session', {
  answer: shapes.ProofOptions,
  summary: 'The options of a proof by passkey',
  refusals: [...SESSION, 'notFound'],
})

export const accountPasskeys = row('auth', 'GET', '/v1/account/passkeys', 'session', {
  answer: shapes.PasskeyRows,
  summary: 'The member’s passkeys',
  refusals: [...SESSION, 'notFound'],
})

export const passkeyOptions = row('auth', 'POST', '/v1/account/passkeys/options', 'session', {
  answer: shapes.PasskeyOptions,
  summary: 'The options of a new passkey',
  fresh: true,
  refusals: [...FRESH, 'notFound'],
})

export const addPasskey = row('auth', 'POST', '/v1/account/passkeys', 'session', {
  answer: shapes.PasskeyRow,
  summary: 'Adds a passkey',
  body: shapes.NewPasskey,
  fresh: true,
  refusals: [...FRESH, 'passkeyFailed', 'notFound'],
})

export const renamePasskey = row('auth', 'PUT', '/v1/account/passkeys/{id}', 'session', {
  answer: z.undefined(),
  summary: 'Gives a passkey another name',
  values: { id },
  body: shapes.PasskeyName,
  status: 204,
  refusals: [...SESSION, 'notFound', 'invalid'],
})

export const removePasskey = row('auth', 'DELETE', '/v1/account/passkeys/{id}', 'session', {
  answer: z.undefined(),
  summary: 'Removes a passkey',
  values: { id },
  fresh: 'PASSKEY',
  status: 204,
  refusals: [...FRESH, 'notFound'],
})
