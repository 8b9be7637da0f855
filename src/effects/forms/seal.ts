// Spec §7, POST /v1/verify/pwd: a password leaves this browser only as RSA ciphertext. The
// browser itself seals for RSA-OAEP-256. For a server that names no algorithm, jsencrypt does, because no browser has PKCS#1 v1.5.
import { isBuiltIn, isSafeKey, sealByBrowser, type SealingKey } from '../../api/sealing.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { memoizeImport } from '../../state/timeout.ts'
import { onCodeLost } from '../faults/chunks.ts'

const importJsencrypt = memoizeImport(() => import('jsencrypt'))

/** Gets the code that seals for this key, if the browser does not do it by itself. A failure shows when a password is sealed. */
export async function preloadSealing(key: Pick<SealingKey, 'enc_alg'> | null): Promise<void> {
  if (key && !isBuiltIn(key)) await importJsencrypt().catch(() => {})
}

const hex = (value: number) => value.toString(16).padStart(2, '0')

/** A DER element. */
function der(tag: number, content: string): string {
  const size = content.length / 2
  const length = size < 0x80 ? hex(size) : size < 0x100 ? `81${hex(size)}` : `82${hex(size >> 8)}${hex(size & 0xff)}`
  return hex(tag) + length + content
}

/** A positive DER integer: an even number of digits, with a leading zero if the first bit would mean "negative". */
function derInteger(value: string): string {
  const digits = BigInt(`0x${value}`).toString(16)
  const even = digits.length % 2 ? `0${digits}` : digits
  return der(0x02, parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even)
}

/** The public key as SubjectPublicKeyInfo, one character per byte. */
function toSpki({ modulus, exponent }: SealingKey): string {
  const rsaEncryption = '300d06092a864886f70d0101010500'
  const key = der(0x30, derInteger(modulus) + derInteger(exponent))
  const spki = der(0x30, rsaEncryption + der(0x03, `00${key}`))
  return (spki.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join('')
}

/** The public key in PEM, the only form that jsencrypt reads. */
export const toPem = (key: SealingKey): string =>
  `-----BEGIN PUBLIC KEY-----\n${btoa(toSpki(key))}\n-----END PUBLIC KEY-----`

/** NOTE: jsencrypt's v1.5 padding encodes each surrogate by itself, so no server would read the same password. */
const hasAstral = (text: string) => /[\u{10000}-\u{10ffff}]/u.test(text)

/** Why nothing was sealed: `text` if the key or the browser is not safe, or no connection if the code cannot be loaded. */
export const whyNotSealed = (text: MessageKey): MessageKey => (navigator.onLine ? text : 'errors.noConnection')

/** @returns the sealed password in base64. Null: nothing may be sent. */
export async function seal(password: string, key: SealingKey): Promise<string | null> {
  if (!isSafeKey(key) || !globalThis.isSecureContext) return null
  if (typeof globalThis.crypto?.getRandomValues !== 'function') return null
  if (isBuiltIn(key)) return sealByBrowser(password, key).catch(() => null)
  const code = await importJsencrypt().catch(onCodeLost)
  if (!code) return null
  const { JSEncrypt } = code
  try {
    const rsa = new JSEncrypt()
    rsa.setPublicKey(toPem(key))
    return hasAstral(password) ? null : rsa.encrypt(password) || null
  } catch {
    return null
  }
}
