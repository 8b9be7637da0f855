// Security A1, the password hashes that an import brings: argon2, bcrypt, scrypt and PBKDF2, in the spellings of PHC, crypt, passlib and Django.
import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { compare as verifyBcrypt } from 'bcrypt'

type Compare = (password: string) => Promise<boolean>
type Parts = Readonly<Record<string, string>>

const KIB = 1024
/**
 * What one comparison may cost, so that a hash in an imported file cannot stop the server. Each limit takes a few seconds of one core, and
 * 128 MiB. It is above every cost that the manuals of these functions recommend.
 */
const MOST = {
  bcrypt_cost: 14,
  pbkdf2_rounds: 2_000_000,
  scrypt_blocks: 2 ** 21,
  memory: 128 * KIB ** 2,
  argon2_kib_passes: 2 ** 20,
  lanes: 16,
}
/** A shorter hash would match other passwords by chance; an empty one, every password. */
const LEAST_HASH_BYTES = 16

const pbkdf2Of = promisify(pbkdf2)
const scryptOf = (password: string, salt: Buffer, bytes: number, options: { N: number; r: number; p: number }) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, bytes, { ...options, maxmem: 2 * MOST.memory }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
/** Base64 with or without padding, and passlib's, which writes a dot for a plus. */
const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll('.', '+'), 'base64')

/** @param derive the key of so many bytes for a password */
function against(hash: Buffer, derive: (password: string, bytes: number) => Promise<Buffer>): Compare | null {
  if (hash.length < LEAST_HASH_BYTES) return null
  return async (password) => timingSafeEqual(await derive(password, hash.length), hash)
}

function argon2(text: string, { m, t, p }: Parts): Compare | null {
  const [memory, passes] = [Number(m), Number(t)]
  const isAffordable =
    isCount(memory * KIB, MOST.memory) &&
    isCount(passes, MOST.argon2_kib_passes) &&
    memory * passes <= MOST.argon2_kib_passes &&
    isCount(Number(p), MOST.lanes)
  return isAffordable ? (password) => verifyArgon2(text, password) : null
}

/** `2y` is PHP's name of `2b`, which the library does not know. */
const bcrypt = (text: string, { cost }: Parts): Compare | null =>
  Number(cost) <= MOST.bcrypt_cost ? (password) => verifyBcrypt(password, text.replace('$2y', '$$2b')) : null

function scryptWith(N: number, { r, p, hash = '' }: Parts, salt: Buffer): Compare | null {
  const [block, lanes] = [Number(r), Number(p)]
  const isAffordable =
    N >= 2 &&
    Number.isInteger(Math.log2(N)) &&
    isCount(128 * N * block, MOST.memory) &&
    isCount(lanes, MOST.lanes) &&
    N * block * lanes <= MOST.scrypt_blocks
  if (!isAffordable) return null
  return against(bytesOf(hash), (password, bytes) => scryptOf(password, salt, bytes, { N, r: block, p: lanes }))
}

function pbkdf2With({ rounds, digest = 'sha1', hash = '' }: Parts, salt: Buffer): Compare | null {
  if (!isCount(Number(rounds), MOST.pbkdf2_rounds)) return null
  return against(bytesOf(hash), (password, bytes) => pbkdf2Of(password, salt, Number(rounds), bytes, digest))
}

const BCRYPT = String.raw`\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}`
const ARGON2 = String.raw`\$argon2(?:id|i|d)\$(?:v=1[69]\$)?m=(?<m>\d{1,8}),t=(?<t>\d{1,8}),p=(?<p>\d{1,3})\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{22,128}`
const COSTS = String.raw`r=(?<r>\d{1,3}),p=(?<p>\d{1,3})`
const SALT = String.raw`(?<salt>[A-Za-z0-9+/.]{1,128}={0,2})`
const HASH = String.raw`(?<hash>[A-Za-z0-9+/.]{22,128}={0,2})`
/** Django writes the salt as text. */
const TEXT_SALT = String.raw`(?<salt>[^$]{1,128})`
const DIGEST = String.raw`(?<digest>sha(?:1|256|512))`

type Form = readonly [form: string, read: (text: string, parts: Parts) => Compare | null]
const FORMS: readonly Form[] = [
  [ARGON2, argon2],
  [`argon2${ARGON2}`, (text, parts) => argon2(text.slice('argon2'.length), parts)],
  [BCRYPT, bcrypt],
  [String.raw`bcrypt\$${BCRYPT}`, (text, parts) => bcrypt(text.slice('bcrypt$'.length), parts)],
  [
    String.raw`bcrypt_sha256\$${BCRYPT}`,
    (text, parts) => {
      const compare = bcrypt(text.slice('bcrypt_sha256$'.length), parts)
      return compare && ((password) => compare(createHash('sha256').update(password).digest('hex')))
    },
  ],
  [
    String.raw`\$scrypt\$ln=(?<ln>\d{1,2}),${COSTS}\$${SALT}\$${HASH}`,
    (_, parts) => scryptWith(2 ** Number(parts.ln), parts, bytesOf(parts.salt ?? '')),
  ],
  [
    String.raw`scrypt\$(?<N>\d{1,8})\$${TEXT_SALT}\$(?<r>\d{1,3})\$(?<p>\d{1,3})\$${HASH}`,
    (_, parts) => scryptWith(Number(parts.N), parts, Buffer.from(parts.salt ?? '')),
  ],
  [
    String.raw`\$pbkdf2-${DIGEST}\$(?:i=)?(?<rounds>\d{1,8})(?:,l=\d{1,3})?\$${SALT}\$${HASH}`,
    (_, parts) => pbkdf2With(parts, bytesOf(parts.salt ?? '')),
  ],
  [
    String.raw`\$pbkdf2\$(?<rounds>\d{1,8})\$${SALT}\$${HASH}`,
    (_, parts) => pbkdf2With(parts, bytesOf(parts.salt ?? '')),
  ],
  [
    String.raw`pbkdf2_${DIGEST}\$(?<rounds>\d{1,8})\$${TEXT_SALT}\$${HASH}`,
    (_, parts) => pbkdf2With(parts, Buffer.from(parts.salt ?? '')),
  ],
]
const forms = FORMS.map(([form, read]) => ({ form: new RegExp(`^${form}$`, 'u'), read }))

/** The longest of these spellings is half as long. */
const MOST_LENGTH = 512

/** @returns what compares a password with the hash; null for a hash of an unknown form, or one that would cost too much */
export function readHash(text: string): Compare | null {
  if (text.length > MOST_LENGTH) return null
  for (const { form, read } of forms) {
    const parts = form.exec(text)?.groups
    if (parts) return read(text, parts)
  }
  return null
}
