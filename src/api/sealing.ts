// Spec §7, POST /v1/verify/pwd: the key of a visit, and RSA-OAEP-256 as the browser does it by itself. The inline script of the page
// (api/earlySignIn.ts) seals with it before the app is here.
import type { EncAlg } from '../../contract/codes.ts'

/** Hexadecimal, as in the init data. */
export type SealingKey = { modulus: string; exponent: string; enc_alg?: EncAlg | undefined }

/** 2048 to 4096 bits, and odd. A server may write leading zeros. */
const MODULUS = /^0{0,9}(?=[89a-f][\da-f]{511}$|[1-9a-f][\da-f]{512,1023}$)[\da-f]{0,1023}[13579bdf]$/i

/** 65537. */
const EXPONENT = /^0{0,9}10001$/

/** Refuses a key that would leave the password readable: too short, too long, even, or with an exponent other than 65537. */
export const isSafeKey = ({ modulus, exponent }: SealingKey): boolean =>
  MODULUS.test(modulus) && EXPONENT.test(exponent)

export const isBuiltIn = ({ enc_alg }: Pick<SealingKey, 'enc_alg'>): boolean => enc_alg === 'RSA-OAEP-256'

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** A number as a JSON Web Key has it: base64url of its bytes. */
function base64Url(hex: string): string {
  const digits = hex.replace(/^0{1,9}/, '')
  const pairs = (digits.length % 2 ? `0${digits}` : digits).match(/../g) ?? []
  return toBase64(Uint8Array.from(pairs, (pair) => parseInt(pair, 16)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
}

const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** Resolves with the sealed password in base64, and rejects if the browser refuses the key or the text. */
export function sealByBrowser(password: string, { modulus }: SealingKey): Promise<string> {
  const key = { kty: 'RSA', n: base64Url(modulus), e: 'AQAB' }
  return Promise.resolve()
    .then(() => crypto.subtle.importKey('jwk', key, OAEP, false, ['encrypt']))
    .then((publicKey) => crypto.subtle.encrypt(OAEP, publicKey, new TextEncoder().encode(password)))
    .then((sealed) => toBase64(new Uint8Array(sealed)))
}
