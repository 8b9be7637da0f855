// Encryption at rest of what the table `keys` holds: JWE (RFC 7516) with AES-256-GCM. The key that encrypts never reaches the database.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose'
import { StartProblem } from '../startProblem.ts'

/** @property id eight hex digits of the SHA-256 of the secret, which 256 random bits hide */
export type EncryptionKey = { id: string; secret: Uint8Array }

const KEY_BYTES = 32

/** What the table holds instead of a value. */
type Encrypted = { jwe: string }
const isEncrypted = (stored: unknown): stored is Encrypted =>
  typeof stored === 'object' && stored !== null && 'jwe' in stored && typeof stored.jwe === 'string'

/** @param text 32 bytes in Base64, as `openssl rand -base64 32` prints them; null for any other text */
export function encryptionKeyOf(text: string): EncryptionKey | null {
  const secret = Buffer.from(text, 'base64')
  if (
    secret.length !== KEY_BYTES ||
    secret.toString('base64').replace(/(?<!=)=+$/, '') !== text.replace(/(?<!=)=+$/, '')
  )
    return null
  return { id: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret }
}

/** The ID of the key that encrypted a value. Null: it is in clear. */
export const encryptedBy = (stored: unknown): string | null =>
  isEncrypted(stored) ? String(decodeProtectedHeader(stored.jwe).kid) : null

/** The text for the column. The name of the row is part of what is authenticated, so a value counts in its own row alone. */
export async function encrypt(key: EncryptionKey, row: string, value: unknown): Promise<string> {
  const jwe = await new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id, row })
    .encrypt(key.secret)
  return JSON.stringify({ jwe } satisfies Encrypted)
}

/**
 * @param keys any of them may have encrypted the value
 * @returns the value, which may have been stored in clear
 * @throws StartProblem if none of the keys opens it
 */
export async function decrypt(keys: readonly EncryptionKey[], row: string, stored: unknown): Promise<unknown> {
  if (!isEncrypted(stored)) return stored
  const id = encryptedBy(stored)
  const key = keys.find((one) => one.id === id)
  if (!key) throw new StartProblem(`BACKEND_KEY_ENCRYPTION_KEY: the keys in the database need the key ${id}`)
  const { plaintext, protectedHeader } = await compactDecrypt(stored.jwe, key.secret).catch(() => {
    throw new StartProblem(`the row ${row} of the table keys was changed by hand`)
  })
  if (protectedHeader.row !== row) throw new StartProblem(`the row ${row} of the table keys belongs elsewhere`)
  return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
}

/** The key of an embedded database whose operator names none: a file beside the database's folder, made by the first start. */
export function ownEncryptionKey(data_dir: string): EncryptionKey {
  const file = join(data_dir, 'key-encryption.key')
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const key = encryptionKeyOf(readFileSync(file, 'utf8').trim())
  if (!key) throw new StartProblem(`${file}: not the key that the first start made`)
  return key
}
