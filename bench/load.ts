// `npm run load [seconds] [at once]`: visitors sign in to a separate backend, each without a pause, and the program prints the times. A
// visitor with a 503 (the hashing queue is full) waits for the given time and tries again, as a member would. Anything but a sign-in is an
// error. The load runs on the same cores as the backend.
import { execFileSync, spawn } from 'node:child_process'
import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ports } from '../scripts/ports'
import { complain, needFree, say } from '../scripts/running'

const [seconds = 60, visitors = 50] = process.argv.slice(2).map(Number)
const at = ports(process.env)
const app = `http://localhost:${at.app}`
const partner = `http://localhost:${at.partner}`
const backend = `http://localhost:${at.backend}`
const agent = new Agent({ keepAlive: true })

const Member = z.object({ data: z.object({ login_id: z.string(), password: z.string() }) })
const Welcome = z.object({ data: z.object({ modulus: z.string(), exponent: z.string() }) })
const Verified = z.object({ data: z.object({ location: z.string() }) })
type Who = z.infer<typeof Member>['data']

/** In milliseconds. A sign-in is four calls, without the time that a 429 asks to wait. */
const signIns: number[] = []
const waited: number[] = []
const calls = new Map<string, number[]>()
const errors = new Map<string, number>()

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

/** A browser as the backend sees it: it keeps cookies and follows no redirect. */
function newBrowser() {
  const jar = new Map<string, string>()
  return async (name: string, address: string, asked: Asked = {}): Promise<Reply> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const reply = await ask(name, address, { ...asked, headers: { ...(cookie && { cookie }), ...asked.headers } })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(key, value)
    }
    return reply
  }
}

function sealed(password: string, { modulus, exponent }: { modulus: string; exponent: string }): string {
  const [n, e] = [modulus, exponent].map((hex) => Buffer.from(hex, 'hex').toString('base64url'))
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(padding, Buffer.from(password)).toString('base64')
}

/** The transaction and its state from a partner's redirect. */
async function begin(browse: ReturnType<typeof newBrowser>): Promise<{ transaction_id: string; state: string }> {
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

async function signIn({ login_id, password }: Who): Promise<void> {
  const browse = newBrowser()
  const visit = await begin(browse)
  const from = performance.now()
  const headers = { origin: app }
  const [init] = await Promise.all([
    browse('init', `/v1/init/login?${new URLSearchParams(visit)}`, { headers }),
    browse('service info', '/v1/profile/rp', { headers }),
  ])
  const welcome = Welcome.parse(JSON.parse(init.body)).data
  const press = () => {
    const body = JSON.stringify({ login_id, password: sealed(password, welcome), ...visit, stay_session: false })
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
  const took = performance.now() - from
  signIns.push(took - told)
  if (told > 0) waited.push(took)
}

async function visitor(who: Who, until: number): Promise<void> {
  while (performance.now() < until) {
    await signIn(who).catch((error: unknown) => {
      const kind = error instanceof Error ? error.message : 'unknown'
      errors.set(kind, (errors.get(kind) ?? 0) + 1)
    })
  }
}

async function member(): Promise<Who> {
  const headers = { 'content-type': 'application/json' }
  const { body } = await ask('member', '/demo/members', { method: 'POST', headers, body: '{"from":"member"}' })
  return Member.parse(JSON.parse(body)).data
}

const folder = mkdtempSync(join(tmpdir(), 'load-'))
await needFree(at)
const server = spawn(process.execPath, ['--disable-proto=delete', '--import', 'tsx', 'demo/main.ts'], {
  stdio: ['ignore', 'pipe', 'ignore'],
  env: {
    ...process.env,
    BACKEND_PORT: String(at.backend),
    DATA_DIR: folder,
    APP_ORIGIN: app,
    PARTNER_URL: partner,
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    // All visitors share the address of this machine.
    BACKEND_VISITS_PER_MINUTE: '999999',
    BACKEND_SIGN_INS_PER_MINUTE: '999999',
  },
})
const megabytes = () => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1024)
const percentile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
const spread = (times: readonly number[]) => `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`

try {
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve())
    server.once('exit', () => reject(new Error('the backend did not start')))
  })
  const members: Who[] = []
  for (let count = 0; count < visitors; count += 1) members.push(await member())
  calls.clear()
  const [from, until] = [performance.now(), performance.now() + seconds * 1000]
  const all = Promise.all(members.map((who) => visitor(who, until)))
  // Measures after a warm-up, because the first requests cost more memory than later ones.
  await sleep(seconds * 100)
  const early = megabytes()
  await all
  const took = (performance.now() - from) / 1000
  say(
    `${visitors} at once for ${seconds} s: ${signIns.length} signed in, ${(signIns.length / took).toFixed(1)} a second`,
  )
  say(`a sign-in (init, service info, verify, redirect): ${spread(signIns)}`)
  say(`told to wait: ${waited.length} of them; with the wait ${spread(waited)}`)
  for (const [name, times] of calls) say(`  ${name}: ${times.length} times, ${spread(times)}`)
  say(`memory ${early} MB after a tenth of the time, ${megabytes()} MB at the end`)
  for (const [kind, count] of errors) say(`error, ${count} times: ${kind}`)
  process.exitCode = errors.size > 0 ? 1 : 0
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}
