// Contract, "Passkeys": the two calls of a sign-in by passkey.
import * as rows from '../../contract/calls/passkeys.ts'
import type { VerifyPasskey } from '../../contract/shapes/passkeys.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import { call } from './http.ts'
import { followInitUrl } from './progress.ts'

/** Quiet: the password stays, and a member who pressed the button reads a line beside it. */
export const initPasskey = (visit: Transaction) => call(rows.initPasskey, { body: visit, quiet: true })

export const verifyPasskey = (body: VerifyPasskey) => followInitUrl(rows.verifyPasskey, { body, unavailable: true })
