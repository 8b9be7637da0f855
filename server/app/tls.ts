// The certificate and the ciphers of a server that speaks TLS itself.
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { constants } from 'node:crypto'
import { codeOf } from './codeOf.ts'
import type { Env } from './settings.ts'

/** Security H8: forward secrecy and authenticated encryption only. TLS 1.3 has no other suites; TLS 1.2 has CBC and static RSA as well. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['ECDSA', 'RSA'].flatMap((key) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((suite) => `ECDHE-${key}-${suite}`),
  ),
].join(':')

/** @returns null without a certificate @throws Error with a sentence if the files are no certificate and its key */
export function readTls(env: Env) {
  if (!env.TLS_CERT_FILE && !env.TLS_KEY_FILE) return null
  if (!env.TLS_CERT_FILE || !env.TLS_KEY_FILE) throw new Error('TLS needs both TLS_CERT_FILE and TLS_KEY_FILE')
  const read = (name: 'TLS_CERT_FILE' | 'TLS_KEY_FILE') => {
    try {
      return readFileSync(env[name] ?? '')
    } catch (error) {
      throw new Error(`${name} cannot be read (${codeOf(error)})`, { cause: error })
    }
  }
  const tls = {
    cert: read('TLS_CERT_FILE'),
    key: read('TLS_KEY_FILE'),
    minVersion: 'TLSv1.2' as const,
    ciphers: CIPHERS,
    // Of TLS 1.2. A caller would have the server sign again and again.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE: not a certificate and its key as PEM (${codeOf(error)})`, {
      cause: error,
    })
  }
  return tls
}
