// The programs of the command line.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { isDiskFull } from '../../server/fullLog.ts'
import { printable } from '../printable.ts'
import { problemsOf, StartProblem } from '../startProblem.ts'

/**
 * Ends a program whose reader has gone, as `head` goes after its last line, or whose output has no room. What nobody reads is no failure, unless a part of it looks
 * like the whole.
 * @param isWhole whether its lines are of use only all together
 */
export function endWithReader(name: string, isWhole = () => false): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      const isGone = code === 'EPIPE'
      if (isGone && !isWhole()) process.exit()
      complain(`${name}: ${isGone ? 'the reader has gone before the end' : `the output cannot be written: ${code}`}`)
      process.exit(1)
    })
}

/** What an operator reads of a failure. No code has made a disk full, so no stack explains it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof StartProblem || isDiskFull(error) ? error.message : String(error.stack)
}

/** Runs work with the settings of the environment and of `.env`. A failure is a line for each problem, and exit code 1. */
export function runReporting(name: string, work: () => Promise<void>): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
  work().catch((error: unknown) => {
    for (const line of textOf(error).split('\n')) complain(`${name}: ${line}`)
    process.exit(1)
  })
}

/** Runs a program of the command line. @param isWhole as for `endWithReader` */
export function runCommand(name: string, work: () => Promise<void>, isWhole?: () => boolean): void {
  endWithReader(name, isWhole)
  runReporting(name, work)
}

/** Tells what is no result of the command. */
export const complain = (line: string): void => void process.stderr.write(`${printable(line)}\n`)

/** Tells the result. Members and strangers have written some of it. */
export const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`)

/** The same for a program with many lines: a slow reader holds the next ones back, and not the memory of this process. */
export async function sayInTurn(line: string): Promise<void> {
  if (!process.stdout.write(`${printable(line)}\n`)) await once(process.stdout, 'drain')
}

/** `--by`: who runs the command, for the record. */
export const operatorName = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}._@ -]{1,64}$/u, 'a name of letters, digits, spaces and ._@-'))

/** The name for the record without `--by`. NOTE: a container may run as a user of whom its system knows the number alone. */
export function userHere(read = () => userInfo().username): string {
  try {
    return read()
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/** An option without a value. */
export const flag = z._default(z.boolean(), false)

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/** @returns the seconds of a duration such as 30m, 12h or 7d; null for another text */
export function secondsIn(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * (SECONDS[unit] ?? 0)
}

/**
 * No option begins with a single dash, so what does is a word: an ID of a key in base64url, for one.
 * @returns the arguments with those words after `--`, where `parseArgs` takes them as they are
 */
function withWordsLast(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const isWord = (one: string) => /^-[^-]/.test(one)
  const before = args.slice(0, end)
  return [...before.filter((one) => !isWord(one)), '--', ...before.filter(isWord), ...args.slice(end + 1)]
}

/**
 * Reads the arguments of a program.
 * @param shape `command`, which is the first word, and every option
 * @param usual what counts for an option that is not given
 * @returns also the words after the first one
 * @throws StartProblem with a line for each argument that is wrong
 */
export function argumentsOf<S extends z.ZodMiniObject>(
  shape: S,
  args: readonly string[],
  usual: Record<string, string> = {},
): z.output<S> & { words: string[] } {
  const { command: _command, ...named } = shape.shape as Record<string, unknown>
  const options = Object.entries(named).map(([name, one]) => [name, { type: one === flag ? 'boolean' : 'string' }])
  try {
    const { values, positionals } = parseArgs({
      args: withWordsLast(args),
      options: Object.fromEntries(options) as Record<string, { type: 'boolean' | 'string' }>,
      allowPositionals: true,
    })
    const [command, ...words] = positionals
    const parsed = shape.safeParse({ ...usual, ...values, command })
    if (parsed.success) return { ...parsed.data, words }
    throw problemsOf(parsed.error)
  } catch (error) {
    throw error instanceof TypeError ? new StartProblem(error.message) : error
  }
}

/** The one word that a command takes; empty for a command that takes none. @throws StartProblem if there are more or fewer */
export function wordOf(command: string, takes: string | null, words: readonly string[]): string {
  if (words.length !== (takes === null ? 0 : 1))
    throw new StartProblem(`${command} takes ${takes === null ? 'nothing' : `one ${takes}`}`)
  return words[0] ?? ''
}
