// What `npm run members` does for its arguments, and prints.
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import type { Member } from '../db/schema.ts'
import { decide } from '../domain/join/approvals.ts'
import { changeStatus, erase, memberNamed, signOutEverywhere, unlock } from '../domain/members/operator.ts'
import {
  endSessionFor,
  leaveFor,
  reportFor,
  serviceLines,
  sessionLines,
  setAllowed,
  stayFor,
  withdrawFor,
} from '../domain/members/operatorAccount.ts'
import { changeFor } from '../domain/members/operatorChanges.ts'
import { find, show, waitingLines } from '../domain/members/operatorViews.ts'
import { exportOf } from '../domain/members/stored.ts'
import { removePasskey } from '../domain/passkeys/removePasskey.ts'
import { importMembers } from './importMembers.ts'
import { importPasskeys } from './importPasskeys.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, flag, operatorName, wordOf } from './command.ts'

const line = z.string().check(z.minLength(1), z.maxLength(500))
const Options = z.object({
  by: operatorName,
  reason: z.optional(line),
  passkey: z.optional(z.guid('the ID of a passkey, as `show` prints it')),
  session: z.optional(z.guid('the ID of a session, as `sessions` prints it')),
  service: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  to: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
  from: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'a line number')), z.transform(Number))),
  yes: flag,
  'dry-run': flag,
})
type Asked = z.infer<typeof Options>
/** The options that belong to certain commands. */
const NEEDS = ['reason', 'passkey', 'session', 'service', 'to'] as const

type Lines = AsyncIterable<string>
type OfMember = (ctx: Ctx, member: Member, asked: Asked) => Lines | Promise<Lines | string>
/** `takes`: what follows the name. `confirms`: only with `--yes`. `needs`: the option that it takes, and no other command. */
type Command =
  | { takes: 'WHO'; confirms?: true; needs?: (typeof NEEDS)[number]; run: OfMember }
  | { takes: 'TEXT' | 'FILE'; run: (ctx: Ctx, given: string, asked: Asked) => Lines }
  | { takes: null; run: (ctx: Ctx, asked: Asked) => Lines }

async function decided(ctx: Ctx, { login_id }: Member, { by, reason }: Asked): Promise<string> {
  if (await decide(ctx, login_id, reason ?? null, by)) return reason === undefined ? 'approved' : 'refused'
  throw new StartProblem('the member does not wait for an approval')
}

/** A change in the member's name. */
const changes = (name: Parameters<typeof changeFor>[1]): Command => ({
  takes: 'WHO',
  confirms: true,
  needs: 'to',
  run: (ctx, member, { by, to }) => changeFor(ctx, name, member, { by, to: to ?? '' }),
})

/** Whether the member may use a service. */
const allows = (allowed: boolean): Command => ({
  takes: 'WHO',
  ...(!allowed && { confirms: true }),
  needs: 'service',
  run: async (ctx, member, { by, service }) => {
    const changed = await setAllowed(ctx, member, service ?? '', { allowed, by })
    return `${changed ? '' : 'already '}${allowed ? 'allowed' : 'not allowed'}`
  },
})

const COMMANDS: Readonly<Record<string, Command>> = {
  find: { takes: 'TEXT', run: (ctx, text, { by }) => find(ctx, text, by) },
  waiting: { takes: null, run: (ctx, { by }) => waitingLines(ctx, by) },
  show: { takes: 'WHO', run: (ctx, member, { by }) => show(ctx, member, by) },
  export: { takes: 'WHO', run: (ctx, member, { by }) => exportOf(ctx, member, by) },
  unlock: {
    takes: 'WHO',
    run: async (ctx, member, { by }) => ((await unlock(ctx, member, by)) ? 'unlocked' : 'there was no lock'),
  },
  'sign-out': {
    takes: 'WHO',
    confirms: true,
    run: async (ctx, member, { by }) =>
      `signed out everywhere; sessions at services: ${await signOutEverywhere(ctx, member, by)}`,
  },
  suspend: {
    takes: 'WHO',
    confirms: true,
    run: async (ctx, member, { by }) => {
      await changeStatus(ctx, member, 'operator.suspended', by)
      return 'suspended'
    },
  },
  reopen: {
    takes: 'WHO',
    run: async (ctx, member, { by }) => {
      await changeStatus(ctx, member, 'operator.reopened', by)
      return 'open again'
    },
  },
  approve: { takes: 'WHO', run: decided },
  refuse: { takes: 'WHO', confirms: true, needs: 'reason', run: decided },
  'remove-passkey': {
    takes: 'WHO',
    confirms: true,
    needs: 'passkey',
    run: async (ctx, member, { by, passkey }) => {
      if (await removePasskey(ctx, member, passkey ?? '', by)) return 'removed'
      throw new StartProblem('the member has no such passkey: see `show`')
    },
  },
  sessions: { takes: 'WHO', run: (ctx, member, { by }) => sessionLines(ctx, member, by) },
  services: { takes: 'WHO', run: (ctx, member, { by }) => serviceLines(ctx, member, by) },
  'end-session': {
    takes: 'WHO',
    confirms: true,
    needs: 'session',
    run: async (ctx, member, { by, session }) => {
      if (await endSessionFor(ctx, member, session ?? '', by)) return 'signed out'
      throw new StartProblem('the member has no such session: see `sessions`')
    },
  },
  withdraw: {
    takes: 'WHO',
    confirms: true,
    needs: 'service',
    run: async (ctx, member, { by, service }) => {
      if (await withdrawFor(ctx, member, service ?? '', by)) return 'withdrawn'
      throw new StartProblem('the member does not use this service: see `services`')
    },
  },
  allow: allows(true),
  disallow: allows(false),
  phone: changes('phone'),
  email: changes('email'),
  nickname: changes('nickname'),
  'second-factor': changes('second-factor'),
  news: changes('news'),
  'internal-only': changes('internal-only'),
  addresses: changes('addresses'),
  leave: { takes: 'WHO', confirms: true, run: async (ctx, member, { by }) => leaveFor(ctx, member, by) },
  stay: { takes: 'WHO', run: async (ctx, member, { by }) => stayFor(ctx, member, by) },
  report: { takes: 'WHO', confirms: true, run: async (ctx, member, { by }) => reportFor(ctx, member, by) },
  erase: {
    takes: 'WHO',
    confirms: true,
    run: async (ctx, member, { by }) => {
      await erase(ctx, member, by)
      return `erased ${member.id}`
    },
  },
  import: {
    takes: 'FILE',
    run: (ctx, file, { by, 'dry-run': isDryRun, from }) => importMembers(ctx, file, { by, isDryRun, from }),
  },
  'import-passkeys': {
    takes: 'FILE',
    run: (ctx, file, { by, 'dry-run': isDryRun }) => importPasskeys(ctx, file, { by, isDryRun }),
  },
}

const NAMES = Object.keys(COMMANDS)
const Given = z.extend(Options, { command: z.enum(NAMES, `one of ${NAMES.join(', ')}`) })

type Wanted = { command: Command; name: string; given: string; asked: Asked }

/** @param user the name for the record without `--by` @throws StartProblem with a line for each argument that is wrong */
export function parseMembers(args: readonly string[], user: string): Wanted {
  const { command: name, words, ...asked } = argumentsOf(Given, args, { by: user })
  const command = COMMANDS[name]
  if (!command) throw new StartProblem(`one of ${NAMES.join(', ')}`)
  const given = wordOf(name, command.takes, words)
  const needs = command.takes === 'WHO' ? command.needs : undefined
  for (const option of NEEDS)
    if ((needs === option) !== (asked[option] !== undefined))
      throw new StartProblem(`${name} takes ${needs === option ? 'a' : 'no'} --${option}`)
  return { command, name, given, asked }
}

/** @returns what is printed @throws StartProblem if there is no such member, the state does not allow it, or `--yes` is missing */
export async function* runMembers(ctx: Ctx, { command, name, given, asked }: Wanted): AsyncGenerator<string> {
  if (command.takes === null) return yield* command.run(ctx, asked)
  if (command.takes !== 'WHO') return yield* command.run(ctx, given, asked)
  const member = await memberNamed(ctx, given)
  if (command.confirms && !asked.yes)
    throw new StartProblem(`${name} concerns ${member.login_id} (${member.name}): add --yes`)
  const answer = await command.run(ctx, member, asked)
  if (typeof answer === 'string') yield answer
  else yield* answer
}
