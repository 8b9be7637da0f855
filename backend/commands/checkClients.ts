// `npm run clients -- check FILE`: what members would see of a service, and whether its addresses answer as they should. It stores nothing.
import { brandColor, contrast } from '../../contract/brand.ts'
import { LANGUAGE_NAMES, namedLocales } from '../../contract/locale.ts'
import { isSafe } from '../settings/addresses.ts'
import type { ClientSettings } from '../settings/clients.ts'
import { PICTURES, pictureIn } from '../settings/pictures.ts'

/** `isWrong`: a member or the service would notice. */
type Finding = { isWrong: boolean; text: string }
const good = (text: string): Finding => ({ isWrong: false, text })
const wrong = (text: string): Finding => ({ isWrong: true, text })

const TIMEOUT_MS = 5000
/** A picture of this size takes a second on a slow network. */
const LARGE_KB = 100

/** @returns the answer, or why there is none */
async function answerOf(address: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer within 5 s' : 'no connection'
  }
}

function languages({ service = {} }: ClientSettings): Finding {
  const named = namedLocales(service).map((locale) => LANGUAGE_NAMES[locale])
  return named.length === 0
    ? wrong('no display_name: members read the client_id, in every language')
    : good(`languages by its names: ${named.join(', ')}`)
}

function color({ service = {} }: ClientSettings): Finding {
  const brand = brandColor(service.color ?? null)
  if (!brand) return good('no color: buttons have the platform’s')
  const { color: own, ink } = brand
  return ink
    ? good(`color ${own}: text on it is ${ink}, with a contrast of ${contrast(own, ink).toFixed(1)}`)
    : wrong(`color ${own}: no text is readable on it (4.5 : 1), so buttons keep the platform’s`)
}

function sized(name: string, type: string, bytes: number): Finding {
  const size = Math.ceil(bytes / 1024)
  return size > LARGE_KB ? wrong(`${name}: ${size} kB are too many`) : good(`${name}: ${type}, ${size} kB`)
}

async function picture(name: string, address: string): Promise<Finding> {
  if (!isSafe(address)) {
    const { type, bytes } = pictureIn(address)
    return sized(name, type, bytes.length)
  }
  const answer = await answerOf(address)
  if (typeof answer === 'string') return wrong(`${name}: ${answer}`)
  if (!answer.ok) return wrong(`${name}: answers ${answer.status}`)
  const type = answer.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('image/')) return wrong(`${name}: is ${type}, and no image`)
  const policy = answer.headers.get('cross-origin-resource-policy') ?? ''
  if (policy.startsWith('same-'))
    return wrong(
      `${name}: answers Cross-Origin-Resource-Policy: ${policy}, so only its own site shows it. Send cross-origin`,
    )
  return sized(name, type, (await answer.arrayBuffer()).byteLength)
}

/** The app shows pictures of the backend and of the origins that it may lead to, and of `ASSET_ORIGINS`. */
function assetOrigins({ redirect_uris, service = {} }: ClientSettings): Finding[] {
  const known = new Set([...redirect_uris, service.domain ?? []].flat().map((address) => new URL(address).origin))
  const origins = new Set(
    PICTURES.flatMap((name) => service[name] ?? [])
      .filter(isSafe)
      .map((address) => new URL(address).origin),
  )
  return [...origins]
    .filter((origin) => !known.has(origin))
    .map((origin) => good(`the app’s server needs ${origin} in ASSET_ORIGINS`))
}

/** What a framework answers that asks for a sign-in or a CSRF token before the service's own code runs. */
const isGuarded = (status: number): boolean => [301, 302, 303, 307, 401, 403, 419].includes(status)

/** An address for calls from server to server, with a call that it must refuse. */
async function refuses(name: string, address: string, init: RequestInit, isExpected: (status: number) => boolean) {
  const answer = await answerOf(address, { method: 'POST', ...init })
  if (typeof answer === 'string') return wrong(`${name}: ${answer}`)
  const { status } = answer
  if (isExpected(status)) return good(`${name}: refuses a forged call with ${status}`)
  if (answer.ok) return wrong(`${name}: accepts a forged call (${status}): check the signature`)
  if (isGuarded(status))
    return wrong(`${name}: answers ${status}: exempt it from sign-in and from the protection against CSRF`)
  return wrong(`${name}: answers ${status} to a forged call, and should answer 400`)
}

async function callback(address: string): Promise<Finding> {
  const answer = await answerOf(address)
  if (typeof answer === 'string') return wrong(`${address}: ${answer}`)
  const { status } = answer
  return status === 404 || status >= 500
    ? wrong(`${address}: answers ${status} without a code. Members come here with errors too`)
    : good(`${address}: answers ${status} without a code`)
}

const FORGED = 'forged'
const forgedWebhook = (): RequestInit => ({
  headers: {
    'content-type': 'application/json',
    'webhook-id': FORGED,
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${FORGED}`,
  },
  body: '{}',
})

const refusesToken = (status: number): boolean => status === 400
const refusesSignature = (status: number): boolean => [400, 401, 403].includes(status)

async function findingsOf(client: ClientSettings): Promise<Finding[]> {
  const { service = {}, redirect_uris, backchannel_logout_uri, webhook_uri } = client
  const forgedToken = { body: new URLSearchParams({ logout_token: FORGED }) }
  const answers = await Promise.all([
    ...PICTURES.flatMap((name) => (service[name] ? [picture(name, service[name])] : [])),
    ...redirect_uris.map(callback),
    ...(backchannel_logout_uri
      ? [refuses('backchannel_logout_uri', backchannel_logout_uri, forgedToken, refusesToken)]
      : []),
    ...(webhook_uri ? [refuses('webhook_uri', webhook_uri, forgedWebhook(), refusesSignature)] : []),
  ])
  return [languages(client), color(client), ...assetOrigins(client), ...answers]
}

/** @returns what is printed, and how many findings somebody has to put right */
export async function checkClients(clients: readonly ClientSettings[]): Promise<{ lines: string[]; wrong: number }> {
  const all = await Promise.all(clients.map(findingsOf))
  const lines = clients.flatMap(({ client_id }, place) => [
    client_id,
    ...(all[place] ?? []).map(({ isWrong, text }) => `  ${isWrong ? '✗' : '✓'} ${text}`),
  ])
  return { lines, wrong: all.flat().filter(({ isWrong }) => isWrong).length }
}
