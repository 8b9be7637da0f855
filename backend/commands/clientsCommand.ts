// What `npm run clients` does for its arguments, and prints.
import * as z from 'zod/mini'
import { CLIENTS_LOOK_SECONDS } from '../versionChanges.ts'
import type { Ctx } from '../context.ts'
import { storedWebhookSecrets } from '../db/webhookSecrets.ts'
import { minuteOf } from '../domain/members/days.ts'
import { partnerVersions, type ClientVersion } from '../domain/clientVersions.ts'
import {
  addClient,
  addSecret,
  addWebhookSecret,
  changeClient,
  firstWebhookSecret,
  removeClient,
  versionsOf,
} from '../domain/operatorClients.ts'
import {
  ACCOUNT_CLIENT,
  aliveSecrets,
  clientsOfFile,
  type ClientSettings,
  type OwnSettings,
} from '../settings/clients.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, flag, operatorName, secondsIn, wordOf } from './command.ts'

type Asked = { by: string; isPublic: boolean; overlap: number }
type Lines = AsyncIterable<string>
type Command = { takes: 'ID' | 'FILE' | null; confirms?: true; run: (ctx: Ctx, given: string, asked: Asked) => Lines }

const SOON = `every instance knows within ${CLIENTS_LOOK_SECONDS} s`

const endsOf = (secrets: readonly { ends_at: string | null }[]): string =>
  secrets.map(({ ends_at }) => (ends_at ? `one until ${minuteOf(new Date(ends_at))}` : 'one')).join(', ')

function secretsLine({ secrets }: ClientVersion, now: Date): string {
  const alive = aliveSecrets(secrets, now)
  return alive.length === 0 ? 'public, without a secret' : `secrets: ${endsOf(alive)}`
}

async function* webhookSecretLine(ctx: Ctx, client: ClientSettings, by: string): Lines {
  const secret = await firstWebhookSecret(ctx, client, by)
  if (secret !== null) yield `webhook_secret ${secret}`
}

/** What a sign-in at the service needs, if that is more than at any other. */
function needsOf({ service = {} }: OwnSettings): string {
  const { asks_consent, required_profile = [], stay_session, internal_only, allowed_ips = [] } = service
  return [
    asks_consent ? 'asks for consent' : '',
    required_profile.length > 0 ? `asks for ${required_profile.join(', ')}` : '',
    stay_session === false ? 'without "stay signed in"' : '',
    internal_only ? 'for internal networks' : '',
    allowed_ips.length > 0 ? `for ${allowed_ips.join(', ')}` : '',
  ]
    .filter((one) => one !== '')
    .join('; ')
}

const lineOf = (one: ClientVersion, now: Date): string =>
  [
    one.client_id,
    `version ${one.version}`,
    one.settings ? secretsLine(one, now) : 'removed',
    `${minuteOf(one.changed_at)} by ${one.changed_by ?? 'a start'}`,
    ...(one.settings ? [needsOf(one.settings)] : []),
  ]
    .filter((part) => part !== '')
    .join('  ')

const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    takes: null,
    async *run(ctx) {
      for (const one of await partnerVersions(ctx.db)) yield lineOf(one, ctx.now())
    },
  },
  show: {
    takes: 'ID',
    async *run(ctx, client_id) {
      const versions = await versionsOf(ctx, client_id)
      yield JSON.stringify(versions[0]?.settings ?? null, null, 2)
      const signing = await storedWebhookSecrets(ctx, client_id)
      if (signing.length > 0) yield `secrets of webhooks: ${endsOf(signing)}`
      for (const one of versions) yield lineOf(one, ctx.now())
    },
  },
  origins: {
    takes: null,
    async *run(ctx) {
      const partners = ctx.clients.filter(({ client_id }) => client_id !== ACCOUNT_CLIENT)
      const addresses = partners.flatMap(({ redirect_uris, service }) =>
        [...redirect_uris, service?.domain ?? []].flat(),
      )
      const origins = [ctx.settings.url, ...addresses].map((address) => new URL(address).origin)
      yield `VITE_REDIRECT_ORIGINS=${[...new Set(origins)].join(',')}`
    },
  },
  add: {
    takes: 'FILE',
    async *run(ctx, file, { isPublic, by }) {
      for (const client of clientsOfFile(file)) {
        const secret = await addClient(ctx, client, isPublic, by)
        yield `added ${client.client_id}`
        if (secret !== null) yield `client_secret ${secret}`
        yield* webhookSecretLine(ctx, client, by)
      }
      yield SOON
    },
  },
  change: {
    takes: 'FILE',
    async *run(ctx, file, { by }) {
      for (const client of clientsOfFile(file)) {
        await changeClient(ctx, client, by)
        yield `changed ${client.client_id}`
        yield* webhookSecretLine(ctx, client, by)
      }
      yield SOON
    },
  },
  secret: {
    takes: 'ID',
    async *run(ctx, client_id, { overlap, by }) {
      yield `client_secret ${await addSecret(ctx, client_id, overlap, by)}`
      const [newest] = await versionsOf(ctx, client_id)
      if (newest) yield lineOf(newest, ctx.now())
      yield SOON
    },
  },
  'webhook-secret': {
    takes: 'ID',
    async *run(ctx, client_id, { overlap, by }) {
      yield `webhook_secret ${await addWebhookSecret(ctx, client_id, overlap, by)}`
      yield `secrets of webhooks: ${endsOf(await storedWebhookSecrets(ctx, client_id))}`
    },
  },
  remove: {
    takes: 'ID',
    confirms: true,
    async *run(ctx, client_id, { by }) {
      await removeClient(ctx, client_id, by)
      yield `removed ${client_id}`
      yield SOON
    },
  },
}

/** `check` needs no database: clients.ts runs it, and only a `check` with wrong arguments gets here. */
const NAMES = [...Object.keys(COMMANDS), 'check']
const duration = z.pipe(
  z.string().check(z.refine((text) => secondsIn(text) !== null, 'a duration such as 30m, 12h or 7d')),
  z.transform((text) => secondsIn(text) ?? 0),
)
const Given = z.object({
  command: z._default(z.enum(NAMES, `one of ${NAMES.join(', ')}`), 'list'),
  by: operatorName,
  public: flag,
  yes: flag,
  overlap: z._default(duration, 7 * 86_400),
})

type Wanted = { command: Command; given: string; asked: Asked }

/** @param user the name for the record without `--by` @throws StartProblem with a line for each argument that is wrong */
export function parseClientsCommand(args: readonly string[], user: string): Wanted {
  const { command: name, words, by, public: isPublic, yes: isSure, overlap } = argumentsOf(Given, args, { by: user })
  const command = COMMANDS[name]
  if (!command) throw new StartProblem('check takes one FILE')
  const given = wordOf(name, command.takes, words)
  if (command.confirms && !isSure) throw new StartProblem(`${name} concerns ${given}: add --yes`)
  return { command, given, asked: { by, isPublic, overlap } }
}

/** @returns what is printed @throws StartProblem if there is no such service, or the file is wrong */
export const runClients = (ctx: Ctx, { command, given, asked }: Wanted): Lines => command.run(ctx, given, asked)
