// Spec §7, POST /v1/verify/pwd: a password leaves this browser only as RSA ciphertext. The
// browser itself seals for RSA-OAEP-256. For a server that names no algorithm, jsencrypt does, because no browser has PKCS#1 v1.5.
import type { EncAlg } from '../../../contract/codes.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { memoizeImport } from '../../state/timeout.ts'
import { onCodeLost } from '../faults/chunks.ts'

export type SealingKey = { modulus: string; exponent: string; enc_alg?: EncAlg | undefined }

const LEAST_BITS = 2048
const MOST_BITS = 4096

const importJsencrypt = memoizeImport(() => import('jsencrypt'))

const isBuiltIn = ({ enc_alg }: Pick<SealingKey, 'enc_alg'>): boolean => enc_alg === 'RSA-OAEP-256'

/** Gets the code that seals for this key, if the browser does not do it by itself. A failure shows when a password is sealed. */
export async function preloadSealing(key: Pick<SealingKey, 'enc_alg'> | null): Promise<void> {
  if (key && !isBuiltIn(key)) await importJsencrypt().catch(() => {})
}

/** Refuses a key that would leave the password readable: too short, too long, even, or with an exponent other than 65537. */
export function isSafeKey({ modulus, exponent }: SealingKey): boolean {
  if (!/^[0-9a-f]{1,2048}$/i.test(modulus) || !/^[0-9a-f]{1,16}$/i.test(exponent)) return false
  const bits = BigInt(`0x${modulus}`).toString(2).length
  const odd = /[13579bdf]$/i.test(modulus)
  return odd && bits >= LEAST_BITS && bits <= MOST_BITS && BigInt(`0x${exponent}`) === 65537n
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

const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

async function sealByBrowser(password: string, key: SealingKey): Promise<string> {
  const spki = Uint8Array.from(toSpki(key), (char) => char.charCodeAt(0))
  const publicKey = await crypto.subtle.importKey('spki', spki, OAEP, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(OAEP, publicKey, new TextEncoder().encode(password))
  return btoa(String.fromCharCode(...new Uint8Array(sealed)))
}

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
