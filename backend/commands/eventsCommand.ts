// What `npm run events` prints for its arguments.
import * as z from 'zod/mini'
import { secondsFrom, type Ctx } from '../context.ts'
import type { Reader } from '../db/standby.ts'
import { timeIn } from '../domain/members/days.ts'
import { loginIdKey } from '../domain/members/loginId.ts'
import { eventLine, verifyEvents } from '../domain/audit/eventChain.ts'
import { eventsSince, textOf, whoIs, type Wanted } from '../domain/audit/eventList.ts'
import { CLIENT_ERROR, EVENTS } from '../domain/audit/eventNames.ts'
import { record } from '../domain/audit/events.ts'
import { networks } from '../settings/networks.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, flag, operatorName, secondsIn } from './command.ts'

const COMMANDS = ['list', 'export', 'verify'] as const
const SINCE_WANTED = 'a duration such as 30m, 2h or 7d, or a time such as 2026-11-28T09:00Z'
const NAMES = [...Object.keys(EVENTS), CLIENT_ERROR]

/** @returns the time that so many minutes, hours or days ago was, or that the text names; null for another text */
function sinceWhen(text: string, now: Date): Date | null {
  const seconds = secondsIn(text)
  return seconds === null ? timeIn(text) : secondsFrom(now, -seconds)
}

const argumentsAt = (now: Date) =>
  z.object({
    command: z._default(z.enum(COMMANDS, `one of ${COMMANDS.join(', ')}`), 'list'),
    member: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    since: z._default(
      z.pipe(
        z.string().check(z.refine((text) => sinceWhen(text, now) !== null, SINCE_WANTED)),
        z.transform((text) => sinceWhen(text, now) ?? now),
      ),
      secondsFrom(now, -2 * 3600),
    ),
    event: z.optional(z.enum(NAMES, `one of ${NAMES.join(', ')}`)),
    network: z.prefault(networks({ v4: 0, v6: 0 }), ''),
    expect: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 hex digits, as verify prints them'))),
    json: flag,
    by: operatorName,
  })
type WantedEvents = z.output<ReturnType<typeof argumentsAt>> & { now: Date }

/** @param user the name for the record without `--by` @throws StartProblem with a line for each argument that is wrong */
export function parseEvents(args: readonly string[], user: string, now: Date): WantedEvents {
  const { words, ...wanted } = argumentsOf(argumentsAt(now), args, { by: user })
  if (words.length > 0) throw new StartProblem(`one command at a time, not also ${words.join(', ')}`)
  return { ...wanted, now }
}

/** @throws StartProblem if the record does not fit, or does not contain the expected hash */
async function* verify(db: Reader, now: Date, expected: string | undefined): AsyncGenerator<string> {
  const { problem, seals, events, unsealed, lastHash, hasExpected } = await verifyEvents(db, now, expected)
  if (problem !== null) throw new StartProblem(problem)
  yield `${events} events in ${seals} seals fit`
  yield `the newest events are not sealed yet: ${unsealed}`
  yield `last hash ${lastHash ?? 'none: nothing is sealed yet'}`
  if (expected === undefined) return
  if (!hasExpected) throw new StartProblem(`no seal has the hash ${expected}`)
  yield `a seal has the hash ${expected}`
}

/**
 * Prints the record. Who looks at a member, or at all of it, stands in it before the first line is printed. The lines for a screen are read before.
 * @param context what the primary has; `verify` needs none of it
 * @throws StartProblem when `verify` finds what does not fit
 */
export async function* runEvents(
  db: Reader,
  { command, member, expect, json, by, now, ...filter }: WantedEvents,
  context: () => Promise<Ctx>,
): AsyncGenerator<string> {
  if (command === 'verify') return yield* verify(db, now, expect)
  const ctx = await context()
  const who = member === undefined ? null : await whoIs(db, ctx.keys, member, now)
  const wanted: Wanted = { ...filter, who }
  const isForScreen = command === 'list' && !json
  const lines: string[] = []
  if (isForScreen) for await (const line of textOf(db, wanted)) lines.push(line)
  if (member === undefined) await record(ctx, 'operator.events_read', {}, { by, since: filter.since.toISOString() })
  else {
    const subject = { member_id: who?.member_id ?? null, login_id: loginIdKey(member) }
    await record(ctx, 'operator.read', subject, { by, of: 'events' })
  }
  if (isForScreen) yield* lines
  else for await (const event of eventsSince(db, wanted)) yield eventLine(event)
}
