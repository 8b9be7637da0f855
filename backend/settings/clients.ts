// BACKEND_CLIENTS: the partner services that the operator names.
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { StartProblem } from '../startProblem.ts'
import { ASKED_FIELDS } from '../domain/members/profile.ts'
import { isWebhookSecret, WEBHOOK_SECRET_WANTED } from '../webhooks/signature.ts'
import { url } from './addresses.ts'
import { ACCOUNT_CLIENT } from '../../contract/codes.ts'
import { contentOf } from './contentOf.ts'
import { isLine, NAME_WANTED } from './line.ts'
import { signInNetwork } from './networks.ts'
import { isPicture, PICTURE_WANTED, withWholePaths } from './pictures.ts'

export { ACCOUNT_CLIENT }

/** A partner service that may sign members in. */
export type ClientSettings = {
  client_id: string
  client_secret: string
  /** `false`: its library knows no PKCE, and its secret alone binds a code to it. */
  pkce?: boolean | undefined
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  /** Entries of 0.1.0 may have it. Nothing reads it: the links of security mails lead to the account's own reset. */
  initiate_login_uri?: string | undefined
  /** Receives back-channel logouts, from server to server. */
  backchannel_logout_uri?: string | undefined
  /** Receives webhooks (docs/partners.md, "Webhooks"). */
  webhook_uri?: string | undefined
  /** Signs them. Like `client_secret`, it is not stored with the settings. */
  webhook_secret?: string | undefined
  /** `false`: on the way to this service nobody is asked to create a passkey. */
  recommends_passkey?: boolean | undefined
  /** What members see of it, and what a sign-in at it needs. */
  service?: ServiceSettings | undefined
}

/** @property hash of the secret (`hashOf`) @property ends_at ISO 8601; null: until another secret follows */
export type ClientSecret = { hash: string; ends_at: string | null }
export type OwnSettings = Omit<ClientSettings, 'client_secret' | 'webhook_secret'>
/** A service that may sign members in now. No secrets: a public client. */
export type ServingClient = OwnSettings & { secrets: readonly ClientSecret[] }

const isAlive = ({ ends_at }: Pick<ClientSecret, 'ends_at'>, now: Date): boolean =>
  ends_at === null || Date.parse(ends_at) > now.getTime()

/** The secrets that still count. */
export const aliveSecrets = <S extends Pick<ClientSecret, 'ends_at'>>(secrets: readonly S[], now: Date): S[] =>
  secrets.filter((one) => isAlive(one, now))

/** The same secrets with an end at this time, if they do not end before it. @param end ISO 8601 */
export const endingBy = <S extends Pick<ClientSecret, 'ends_at'>>(secrets: readonly S[], end: string): S[] =>
  secrets.map((one) => ({ ...one, ends_at: one.ends_at !== null && one.ends_at < end ? one.ends_at : end }))

const name = z.optional(z.string().check(z.minLength(1), z.maxLength(100), z.refine(isLine, NAME_WANTED)))
const picture = z.optional(z.string().check(z.refine(isPicture, PICTURE_WANTED)))
const flag = z.optional(z.boolean('true or false'))
const FIELD_WANTED = `one of ${ASKED_FIELDS.join(', ')}`
const Service = z.strictObject({
  display_name: name,
  display_name_en: name,
  display_name_cn: name,
  icon_image_url: picture,
  banner_image_url: picture,
  banner_image_url_en: picture,
  banner_image_url_cn: picture,
  color: z.optional(z.string().check(z.regex(/^#[0-9A-F]{6}$/i, '#RRGGBB'))),
  /** Where its members go back to. */
  domain: z.optional(url),
  permission: z.optional(z.enum(['EVERYONE', 'ONLY_GEN', 'ONLY_SK'], 'EVERYONE, ONLY_GEN or ONLY_SK')),
  /** A first use asks for a nickname, the service's terms and the scopes (CONSENT_RELYING_PARTY). */
  asks_consent: flag,
  /** What a member must have told (SERVICE_ADD_INFO). */
  required_profile: z.optional(z.array(z.enum(ASKED_FIELDS, FIELD_WANTED), 'a list')),
  /** `false`: "stay signed in" is not offered. */
  stay_session: flag,
  /** Members sign in from `BACKEND_INTERNAL_NETWORKS` alone (4590). */
  internal_only: flag,
  /** The addresses and networks from which members sign in (4589); empty: from anywhere. */
  allowed_ips: z.optional(z.array(signInNetwork, 'a list')),
})
type ServiceSettings = z.infer<typeof Service>

const isSecret = (text: string) => text === '' || text.length >= 32
const SECRET_WANTED = '32 characters or more, or none for a public client'
const Clients = z.array(
  z
    .strictObject({
      client_id: z.string('a name').check(z.minLength(1, 'a name'), z.maxLength(64, '64 characters at most')),
      /** Without one it is a public client, held by PKCE alone. A short one can be guessed at the token endpoint. */
      client_secret: z._default(z.string(SECRET_WANTED).check(z.refine(isSecret, SECRET_WANTED)), ''),
      pkce: z.optional(z.boolean()),
      redirect_uris: z.array(url, 'a list of addresses').check(z.minLength(1, 'one address or more')),
      post_logout_redirect_uris: z._default(z.array(url, 'a list of addresses'), []),
      initiate_login_uri: z.optional(url),
      backchannel_logout_uri: z.optional(url),
      webhook_uri: z.optional(url),
      webhook_secret: z.optional(
        z.string(WEBHOOK_SECRET_WANTED).check(z.refine(isWebhookSecret, WEBHOOK_SECRET_WANTED)),
      ),
      recommends_passkey: z.optional(z.boolean()),
      service: z.optional(Service),
    })
    .check(
      z.refine(({ client_id }) => client_id !== ACCOUNT_CLIENT, `${ACCOUNT_CLIENT} is the ID of the built-in service`),
    ),
  'a list',
)

/** The position in the list and the expected value. Never contains the given value. */
const whatIsWrong = (issue: z.core.$ZodIssue): string =>
  [
    ...(issue.path.length > 0 ? [issue.path.join('.')] : []),
    issue.code === 'unrecognized_keys' ? `${issue.keys.join(', ')} is not known` : issue.message,
  ].join(': ')

const isJson = (text: string): boolean => /^\s*[[{]/.test(text)

function jsonOf(text: string): unknown {
  const isList = isJson(text)
  const json = isList ? text : contentOf(text, 'BACKEND_CLIENTS')
  try {
    return JSON.parse(json)
  } catch {
    throw new StartProblem(`BACKEND_CLIENTS: ${isList ? '' : 'the file is '}not JSON`)
  }
}

/** @param folder of pictures in files */
function parsedAs(name: string, json: unknown, folder: string): ClientSettings[] {
  const parsed = Clients.safeParse(json)
  if (parsed.success)
    return parsed.data.map((one) => (one.service ? { ...one, service: withWholePaths(one.service, folder) } : one))
  throw new StartProblem(parsed.error.issues.map((issue) => `${name}: ${whatIsWrong(issue)}`))
}

/** What keeps this entry from serving with these secrets, or null. Without PKCE, the secret alone binds a code to a client. */
export const secretProblem = (
  { client_id, pkce }: Pick<ClientSettings, 'client_id' | 'pkce'>,
  secrets: number,
): string | null =>
  pkce === false && secrets === 0 ? `${client_id}: a client without PKCE needs a client_secret` : null

/** The services of a file that the command line names: a JSON list, or one of its entries. @throws StartProblem for anything else */
export function clientsOfFile(path: string): ClientSettings[] {
  const text = contentOf(path)
  try {
    const json: unknown = JSON.parse(text)
    return parsedAs(path, Array.isArray(json) ? json : [json], dirname(path))
  } catch (error) {
    throw error instanceof SyntaxError ? new StartProblem(`${path}: not JSON`) : error
  }
}

/** The partner services of the settings: a JSON list, or the file that holds one. @throws StartProblem for anything else */
export function parseClients(text = ''): ClientSettings[] {
  if (text === '') return []
  const clients = parsedAs('BACKEND_CLIENTS', jsonOf(text), isJson(text) ? '.' : dirname(text))
  const [lacking] = clients
    .map((one) => secretProblem(one, one.client_secret === '' ? 0 : 1))
    .filter((one) => one !== null)
  if (lacking) throw new StartProblem(`BACKEND_CLIENTS: ${lacking}`)
  const unsigned = clients.find(({ webhook_uri, webhook_secret }) => webhook_uri && !webhook_secret)
  if (unsigned) throw new StartProblem(`BACKEND_CLIENTS: ${unsigned.client_id}: a webhook_uri needs a webhook_secret`)
  return clients
}
