// The secrets that sign cookies, the `state` of visits and the keys of browsers, and from which codes and links are derived. An operator rotates them
// (`npm run keys -- rotate secrets`): the former ones count for as long as what they made is valid.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { StartProblem } from '../startProblem.ts'
import type { EncryptionKey } from './keyEncryption.ts'
import { changeRow, clearReadersAreGone, createRow, readRow } from './keyRows.ts'
import { currentOf, earlier, endOf, sinceOf, type Rule, type Timed } from './keyTimes.ts'
import type { Schema } from './schema.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How long a secret counts after another one has followed it. No secret rotates by its age. */
const kept = (seconds: number): Rule => ({ lasts: Number.POSITIVE_INFINITY, ahead: 0, kept: seconds })
export const SECRET_RULES = {
  /** A session of a member who stays signed in. */
  cookies: kept(14 * DAY),
  /** The key of a browser, the maximum lifetime of a cookie. A visit's `state` lives for less than an hour. */
  state: kept(400 * DAY),
  /**
   * The last try of a message, about a day after its cause, sends the same link as the first one. A link that has left counts for its whole time, because its hash is
   * stored. Codes live for less than an hour.
   */
  codes: kept(2 * DAY),
} as const satisfies Record<string, Rule>

export type Secret = Timed<string>
export type Secrets = Record<keyof typeof SECRET_RULES, Secret[]>
export const SECRET_NAMES = Object.keys(SECRET_RULES) as (keyof Secrets)[]

/** In seconds: every instance knows a secret by then (`LOOK_SECONDS`), also one whose clock differs. */
export const SECRET_BEGINS = 60

const ROW = 'secrets'
const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)
const newest = (): Promise<string> => Promise.resolve(randomBytes(32).toString('base64url'))
const mapped = (change: (name: keyof Secrets) => Secret[]): Secrets => ({
  cookies: change('cookies'),
  state: change('state'),
  codes: change('codes'),
})

const valid = (secrets: Secrets, now: number): Secrets =>
  mapped((name) => secrets[name].filter((one) => endOf(secrets[name], one, SECRET_RULES[name]) > now))

const countOf = (secrets: Secrets): number => SECRET_NAMES.reduce((sum, name) => sum + secrets[name].length, 0)

/**
 * The secrets that count. Removes those that no longer do.
 * @param first the secrets of the installation, with which every database has begun
 */
export async function readSecrets(
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
  first: { cookies: string[]; state: string; codes: string },
): Promise<Secrets> {
  const row = await readRow(db, ROW, encryption)
  if (!row) {
    const since = new Date(0).toISOString()
    const begin = (keys: readonly string[]): Secret[] => keys.map((key) => ({ key, since }))
    const secrets: Secrets = { cookies: begin(first.cookies), state: begin([first.state]), codes: begin([first.codes]) }
    await createRow(db, ROW, secrets, now, encryption)
    return readSecrets(db, now, encryption, first)
  }
  // Only this file writes the value.
  const stored = row.value as Secrets
  const left = valid(stored, secondsOf(now))
  if (!row.shouldEncrypt && countOf(left) === countOf(stored)) return stored
  return changeRow(db, ROW, encryption, async (before) => valid(before as Secrets, secondsOf(now)))
}

/** Lets other secrets begin in `SECRET_BEGINS`. @throws StartProblem while a release before may serve, which does not know them */
export async function rotateSecrets(
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
): Promise<Secrets> {
  if (!(await clearReadersAreGone(db)))
    throw new StartProblem('the release before may still serve: npm run migrate -- contract')
  const at = secondsOf(now)
  return changeRow(db, ROW, encryption, async (before) => {
    const secrets = valid(before as Secrets, at)
    const [cookies, state, codes] = await Promise.all(
      (['cookies', 'state', 'codes'] as const).map((name) => earlier(secrets[name], newest, at, at + SECRET_BEGINS)),
    )
    return { cookies: cookies ?? [], state: state ?? [], codes: codes ?? [] }
  })
}

/** What an operator sees of a secret. */
export const secretId = ({ key }: Secret): string => createHash('sha256').update(key).digest('base64url').slice(0, 12)

/** The cookies' secrets for the provider: the first one signs, and all of them verify. */
export function cookieKeys({ cookies }: Secrets, now: Date): string[] {
  const signs = currentOf(cookies, secondsOf(now))
  return [signs, ...cookies.filter((one) => one !== signs)].map(({ key }) => key)
}

export const hmac = (key: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest()

/** The secret that was in use at this time. The same on every instance, for a time that the database has. */
export const secretAt = (secrets: readonly Secret[], at: Date): string => currentOf(secrets, secondsOf(at)).key

/**
 * The secrets that were in use within the last hour, the current one first: a code that is entered now was made with one of them. The next one counts, too,
 * because an instance whose clock is ahead may use it.
 */
export function recentSecrets(secrets: readonly Secret[], now: Date): string[] {
  const at = secondsOf(now)
  const current = currentOf(secrets, at)
  const others = secrets.filter((one, index) => {
    const next = secrets[index + 1]
    return one !== current && (next === undefined || sinceOf(next) > at - HOUR)
  })
  return [current, ...others].map(({ key }) => key)
}
