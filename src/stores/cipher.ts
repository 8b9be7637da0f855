// Spec §3, the envelope of stored session data: version . time . iv . ciphertext . mac. AES-256-CBC, then HMAC-SHA-256.
import AES from 'crypto-js/aes'
import Hex from 'crypto-js/enc-hex'
import Utf8 from 'crypto-js/enc-utf8'
import HmacSHA256 from 'crypto-js/hmac-sha256'
import SHA256 from 'crypto-js/sha256'

const VERSION = 'v1'
const MOST_AGE_MS = 12 * 60 * 60 * 1000
const FUTURE_MS = 60 * 1000

export type Cipher = {
  seal(name: string, text: string, now: number): string
  /** The text, or null unless this cipher sealed it under this name within the last 12 hours. Never throws. */
  open(name: string, sealed: string, now: number): string | null
}

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares in constant time. */
function same(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}

export function createCipher(storageKey: string): Cipher {
  const encryptionKey = SHA256(`encrypt:${storageKey}`)
  const macKey = SHA256(`authenticate:${storageKey}`)
  const macOf = (name: string, body: string) => HmacSHA256(`${name}:${body}`, macKey).toString(Hex)

  return {
    seal(name, text, now) {
      const iv = randomHex(16)
      const body = [
        VERSION,
        now.toString(36),
        iv,
        AES.encrypt(text, encryptionKey, { iv: Hex.parse(iv) }).toString(),
      ].join('.')
      return `${body}.${macOf(name, body)}`
    },
    open(name, sealed, now) {
      const [version, time, iv, encrypted, mac, ...rest] = sealed.split('.')
      if (version !== VERSION || !time || !iv || !encrypted || !mac || rest.length > 0) return null
      const age = now - parseInt(time, 36)
      if (!(age <= MOST_AGE_MS && age >= -FUTURE_MS)) return null
      try {
        if (!same(mac, macOf(name, [version, time, iv, encrypted].join('.')))) return null
        return AES.decrypt(encrypted, encryptionKey, { iv: Hex.parse(iv) }).toString(Utf8) || null
      } catch {
        return null
      }
    },
  }
}
