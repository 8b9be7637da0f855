// What `npm run keys` does for its arguments, and prints.
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import { currentOf, endOf, LOOK_SECONDS, PUBLISHED_SECONDS, sinceOf, type Rule, type Timed } from '../db/keyTimes.ts'
import { readKeyPairs, SEALING, sealingId, SIGNING, type KeyPairs } from '../db/keyRotation.ts'
import { KEY_ROWS, readRow } from '../db/keyRows.ts'
import { readSecrets, SECRET_NAMES, SECRET_RULES, secretId, type Secrets } from '../db/secrets.ts'
import { secondsOf } from '../domain/members/days.ts'
import { retireSigningKey, rotateAllSecrets, rotatePair } from '../domain/operatorKeys.ts'
import { problemsOf, StartProblem } from '../startProblem.ts'
import { argumentsOf, flag, operatorName } from './command.ts'

const COMMANDS = ['list', 'rotate', 'retire'] as const
type Which = keyof KeyPairs

const Given = z.object({
  command: z._default(z.enum(COMMANDS, `one of ${COMMANDS.join(', ')}`), 'list'),
  by: operatorName,
  yes: flag,
})
const Kind = z.enum(['signing', 'sealing', 'secrets'], 'signing, sealing or secrets')

type Wanted =
  | { command: 'list' }
  | { command: 'rotate'; which: Which | 'secrets'; by: string }
  | { command: 'retire'; kid: string; by: string; isSure: boolean }

/** @param user the name for the record without `--by` @throws StartProblem with a line for each argument that is wrong */
export function parseKeys(args: readonly string[], user: string): Wanted {
  const { command, by, yes: isSure, words } = argumentsOf(Given, args, { by: user })
  const [given, ...more] = words
  if (more.length > 0 || (command === 'list' && given !== undefined))
    throw new StartProblem(`${command} does not take ${more.at(-1) ?? given}`)
  if (command === 'list') return { command }
  if (command === 'retire') {
    if (given === undefined) throw new StartProblem('retire takes the ID of a signing key, as list prints it')
    return { command, kid: given, by, isSure }
  }
  const kind = Kind.safeParse(given ?? 'signing')
  if (!kind.success) throw problemsOf(kind.error)
  return { command, which: kind.data, by }
}

const timeOf = (seconds: number): string => secondsOf(new Date(seconds * 1000))

/** The first secrets are those of the installation and have no time. */
const beginningOf = (one: Timed<unknown>): string =>
  sinceOf(one) === 0 ? 'from the beginning' : `since ${timeOf(sinceOf(one))}`

function lineOf<K>(keys: readonly Timed<K>[], one: Timed<K>, rule: Rule, now: number): string {
  const end = endOf(keys, one, rule)
  const until = end === Number.POSITIVE_INFINITY ? '' : `, counts until ${timeOf(end)}`
  if (one === currentOf(keys, now)) return `in use ${beginningOf(one)}${until}`
  return sinceOf(one) > now ? `begins at ${timeOf(sinceOf(one))}` : `no longer in use${until}`
}

function* linesOf({ signing, sealing }: KeyPairs, now: number): Generator<string> {
  for (const one of signing) yield `signing ${one.key.kid}: ${lineOf(signing, one, SIGNING, now)}`
  for (const one of sealing) yield `sealing ${sealingId(one.key)}: ${lineOf(sealing, one, SEALING, now)}`
}

function* secretLines(secrets: Secrets, now: number): Generator<string> {
  for (const name of SECRET_NAMES)
    for (const one of secrets[name])
      yield `${name} ${secretId(one)}: ${lineOf(secrets[name], one, SECRET_RULES[name], now)}`
}

async function encryptionLine({ db, keys }: Ctx): Promise<string> {
  const rows = await Promise.all(KEY_ROWS.map((name) => readRow(db, name, keys.encryption)))
  // A backend without webhooks has no row of them.
  const by = new Set(rows.flatMap((row) => (row ? [row.encrypted_by] : [])))
  if (by.has(null))
    return keys.encryption.length > 0
      ? 'stored in clear until npm run migrate -- contract'
      : 'stored in clear: BACKEND_KEY_ENCRYPTION_KEY is missing'
  return `encrypted with ${[...by].join(' and ')}`
}

/** @returns what is printed @throws StartProblem if there is no such key, or `--yes` is missing */
export async function* runKeys(ctx: Ctx, wanted: Wanted): AsyncGenerator<string> {
  const now = Math.floor(ctx.now().getTime() / 1000)
  if (wanted.command === 'list') {
    yield* linesOf(await readKeyPairs(ctx.db, ctx.now(), ctx.keys.encryption), now)
    yield* secretLines(await readSecrets(ctx.db, ctx.now(), ctx.keys.encryption, ctx.keys), now)
    yield await encryptionLine(ctx)
    return
  }
  if (wanted.command === 'rotate') {
    const { which, by } = wanted
    if (which === 'secrets') yield* secretLines(await rotateAllSecrets(ctx, by), now)
    else yield* linesOf(await rotatePair(ctx, which, by), now)
    return
  }
  const { kid, by, isSure } = wanted
  if (!isSure) throw new StartProblem(`retire ends what the key ${kid} has signed: add --yes`)
  const pairs = await retireSigningKey(ctx, kid, by)
  if (!pairs) throw new StartProblem(`no signing key has the ID ${kid}`)
  yield* linesOf(pairs, now)
  yield `every instance knows within ${LOOK_SECONDS} s. If the key was in use, another one signs within ${PUBLISHED_SECONDS} s`
}
