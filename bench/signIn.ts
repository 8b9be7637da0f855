// A client that signs in as a browser and a partner would, for `npm run load`.
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Key, seal } from '../conformance/seal.ts'
import { ports } from '../server/ports.ts'

const at = ports(process.env)
export const app = `http://localhost:${at.app}`
export const partner = `http://localhost:${at.partner}`
const backend = `http://localhost:${at.backend}`
// Shorter than the server keeps a connection that waits, so that no call meets its end.
const agent = new Agent({ keepAlive: true, timeout: 4000 })

const Member = z.object({ data: z.object({ login_id: z.string(), password: z.string() }) })
export const Welcome = z.object({ data: Key })
export const Verified = z.object({ data: z.object({ location: z.string() }) })
type Who = z.infer<typeof Member>['data']

/** In milliseconds: each call by its name. */
export const calls = new Map<string, number[]>()

class Unexpected extends Error {}
type Asked = { method?: string; headers?: Record<string, string>; body?: string; may?: number }
type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** Uses node:http, which costs a third of fetch. @param may a status that is no error here */
async function ask(name: string, address: string, { method, headers, body, may }: Asked = {}): Promise<Reply> {
  const from = performance.now()
  const reply = await new Promise<Reply>((resolve, reject) => {
    const asked = request(new URL(address, backend), { agent, method, headers }, (response) => {
      const { statusCode: status = 0, headers: told } = response
      text(response).then((read) => resolve({ status, headers: told, body: read }), reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
  const known = reply.status === may ? `${name}, ${may}` : name
  if (!calls.has(known)) calls.set(known, [])
  calls.get(known)?.push(performance.now() - from)
  if (reply.status >= 400 && reply.status !== may) throw new Unexpected(`${reply.status} ${name}`)
  return reply
}

/** A browser at this address as the backend sees it: it keeps cookies and follows no redirect. */
export function newBrowser(address: string) {
  const jar = new Map<string, string>()
  const browse = async (name: string, path: string, asked: Asked = {}): Promise<Reply> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const reply = await ask(name, path, {
      ...asked,
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }), ...asked.headers },
    })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(key, value)
    }
    return reply
  }
  /** Forgets everything but what shows that the member has signed in here before. */
  const signOut = () => {
    for (const key of jar.keys()) if (key !== 'device') jar.delete(key)
  }
  return { browse, signOut }
}
export type Browser = ReturnType<typeof newBrowser>

/** The transaction and its state from a partner's redirect. */
export async function begin({ browse }: Browser): Promise<{ transaction_id: string; state: string }> {
  const code_challenge = createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url')
  const query = new URLSearchParams({
    client_id: 'service-a',
    redirect_uri: `${partner}/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge,
    code_challenge_method: 'S256',
  })
  const { headers } = await browse('authorization request', `/oidc/auth?${query}`)
  const { transaction_id = '', state = '' } = Object.fromEntries(new URL(headers.location ?? '', backend).searchParams)
  return { transaction_id, state }
}

/** @returns milliseconds: how long the sign-in took, and how long of that it was told to wait because the hashing queue was full */
export async function signIn(browser: Browser, { login_id, password }: Who): Promise<{ took: number; told: number }> {
  const { browse } = browser
  const visit = await begin(browser)
  const from = performance.now()
  const headers = { origin: app }
  const [init] = await Promise.all([
    browse('init', `/v1/init/login?${new URLSearchParams(visit)}`, { headers }),
    browse('service info', `/v1/profile/rp?${new URLSearchParams(visit)}`, { headers }),
  ])
  const welcome = Welcome.parse(JSON.parse(init.body)).data
  const press = () => {
    const body = JSON.stringify({ login_id, password: seal(password, welcome), ...visit, stay_session: false })
    const json = { ...headers, 'content-type': 'application/json' }
    return browse('verify', '/v1/verify/pwd', { method: 'POST', headers: json, body, may: 503 })
  }
  let told = 0
  let verified = await press()
  while (verified.status === 503) {
    const wait = Number(verified.headers['retry-after']) * 1000
    await sleep(wait)
    told += wait
    verified = await press()
  }
  const end = await browse('redirect', Verified.parse(JSON.parse(verified.body)).data.location)
  if (!end.headers.location?.startsWith(`${partner}/callback?code=`)) throw new Unexpected('no code')
  browser.signOut()
  return { took: performance.now() - from, told }
}

/** A copy of a demo member. */
export async function member(): Promise<Who> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' }
  const { body } = await ask('member', '/demo/members', { method: 'POST', headers, body: '{"from":"member"}' })
  return Member.parse(JSON.parse(body)).data
}
