// Contract, "A password is never sent in the clear", and quality A18: opens a sealed password.
import { constants, privateDecrypt } from 'node:crypto'
import type { Ctx } from '../context'

const LONGEST = 256

/** The password, or null for whatever cannot be opened; the caller treats null as a wrong password and says no more. */
export function unseal(ctx: Ctx, sealed: string): string | null {
  try {
    const opened = privateDecrypt(
      { key: ctx.keys.sealing.key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(sealed, 'base64'),
    )
    const password = new TextDecoder('utf-8', { fatal: true }).decode(opened)
    return password.length > 0 && password.length <= LONGEST ? password.normalize('NFC') : null
  } catch {
    return null
  }
}
