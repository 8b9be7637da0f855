// Contract, "Proof of work": the puzzle that a server may ask an unknown browser to solve before it compares a password.
import * as z from 'zod/mini'

export const WORK_ALGORITHM = 'PBKDF2/SHA-256'

const hex = (most: number) => z.string().check(z.regex(/^[0-9a-f]+$/), z.maxLength(most))

/** A challenge of altcha-lib. `cost`: iterations of each round. `keyPrefix`: what the key of the right round begins with. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal(WORK_ALGORITHM),
    nonce: hex(64),
    salt: hex(64),
    cost: z.number().check(z.int(), z.minimum(1), z.maximum(100_000)),
    keyLength: z.literal(32),
    keyPrefix: hex(64),
    keySignature: hex(128),
  }),
  signature: hex(128),
})
export type Challenge = z.infer<typeof Challenge>

/** The `data` of a refusal with status 428. */
export const WorkAsked = z.object({ data: z.object({ challenge: Challenge }) })
