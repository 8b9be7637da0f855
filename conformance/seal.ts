// Contract, "Conventions": a password as the app sends it.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'

/** The key of a visit: hexadecimal. `enc_alg` left out: PKCS #1 v1.5. */
export const Key = z.object({ modulus: z.string(), exponent: z.string(), enc_alg: z.optional(z.string()) })
export type Key = z.infer<typeof Key>

const base64url = (hex: string) =>
  Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')

/** @returns base64 */
export function seal(password: string, { modulus, exponent, enc_alg }: Key): string {
  const key = createPublicKey({ key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) }, format: 'jwk' })
  const padding =
    enc_alg === 'RSA-OAEP-256'
      ? { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
      : { padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt({ key, ...padding }, Buffer.from(password)).toString('base64')
}
