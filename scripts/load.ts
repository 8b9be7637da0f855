// `npm run load [seconds] [at once]`: visitors sign in to a sandbox of its own, each again and again, and what that takes is printed.
// A visitor who is told to come later (503, the hashing queue is full) comes later; everything else but a sign-in is an error.
import { execFileSync, spawn } from 'node:child_process'
import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ports } from './local'
import { complain, needFree, say } from './running'

const [seconds = 60, visitors = 50] = process.argv.slice(2).map(Number)
const at = ports(process.env)
const app = `http://localhost:${at.app}`
const partner = `http://localhost:${at.partner}`
const sandbox = `http://localhost:${at.sandbox}`

const Member = z.object({ data: z.object({ login_id: z.string(), password: z.string() }) })
const Welcome = z.object({ data: z.object({ modulus: z.string(), exponent: z.string() }) })
const Verified = z.object({ data: z.object({ location: z.string() }) })
type Who = z.infer<typeof Member>['data']

const times: number[] = []
const errors = new Map<string, number>()
let shed = 0

/** A browser as far as the sandbox can tell: it keeps cookies and follows no redirect by itself. */
function newBrowser() {
  const jar = new Map<string, string>()
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: app, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(new URL(address, sandbox), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
}

function sealed(password: string, { modulus, exponent }: { modulus: string; exponent: string }): string {
  const [n, e] = [modulus, exponent].map((hex) => Buffer.from(hex, 'hex').toString('base64url'))
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(padding, Buffer.from(password)).toString('base64')
}

/** What a partner's redirect brings: the transaction and its state. */
async function begin(browse: ReturnType<typeof newBrowser>): Promise<URLSearchParams> {
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
  // The partner's page leads here, not the app's.
  const response = await browse(`/oidc/auth?${query}`, { headers: { origin: '' } })
  await response.arrayBuffer()
  return new URL(response.headers.get('location') ?? '', sandbox).searchParams
}

class Unexpected extends Error {}
const good = (response: Response): Response => {
  if (response.status >= 400) throw new Unexpected(`${response.status} ${new URL(response.url).pathname}`)
  return response
}

/** @returns the seconds after which to come again, if the sandbox said so */
async function signIn({ login_id, password }: Who): Promise<number> {
  const browse = newBrowser()
  const { transaction_id = '', state = '' } = Object.fromEntries(await begin(browse))
  const from = performance.now()
  const query = new URLSearchParams({ transaction_id, state })
  const [init, service] = await Promise.all([browse(`/v1/init/login?${query}`), browse('/v1/profile/rp')])
  await good(service).arrayBuffer()
  const welcome = Welcome.parse(await good(init).json()).data
  const body = { login_id, password: sealed(password, welcome), transaction_id, state, stay_session: false }
  const headers = { 'content-type': 'application/json' }
  const verified = await browse('/v1/verify/pwd', { method: 'POST', headers, body: JSON.stringify(body) })
  if (verified.status === 503) {
    await verified.arrayBuffer()
    return Number(verified.headers.get('retry-after') ?? 1)
  }
  const { location } = Verified.parse(await good(verified).json()).data
  const end = good(await browse(location, { headers: { origin: '' } }))
  await end.arrayBuffer()
  if (!end.headers.get('location')?.startsWith(`${partner}/callback?code=`)) throw new Unexpected('no code')
  times.push(performance.now() - from)
  return 0
}

async function visitor(who: Who, until: number): Promise<void> {
  while (performance.now() < until) {
    const wait = await signIn(who).catch((error: unknown) => {
      const kind = error instanceof Error ? error.message : 'unknown'
      errors.set(kind, (errors.get(kind) ?? 0) + 1)
      return 0
    })
    if (wait > 0) shed += 1
    await sleep(wait * 1000)
  }
}

async function member(): Promise<Who> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${sandbox}/demo/members`, { method: 'POST', headers, body: '{"from":"member"}' })
  return Member.parse(await response.json()).data
}

const folder = mkdtempSync(join(tmpdir(), 'load-'))
await needFree(at)
const server = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
  stdio: ['ignore', 'pipe', 'ignore'],
  env: {
    ...process.env,
    SANDBOX_PORT: String(at.sandbox),
    SANDBOX_DATA_DIR: folder,
    SANDBOX_DEMO: 'true',
    APP_ORIGIN: app,
    PARTNER_URL: partner,
    DATABASE_URL: process.env.DATABASE_URL ?? '',
  },
})
const megabytes = () => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1024)
const percentile = (share: number) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)

try {
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve())
    server.once('exit', () => reject(new Error('the sandbox did not start')))
  })
  const members: Who[] = []
  for (let count = 0; count < visitors; count += 1) members.push(await member())
  const [from, until] = [performance.now(), performance.now() + seconds * 1000]
  const all = Promise.all(members.map((who) => visitor(who, until)))
  // Not before the code has run warm: what it takes to start is not what it takes to go on.
  await sleep(seconds * 100)
  const early = megabytes()
  await all
  const took = (performance.now() - from) / 1000
  say(`${visitors} at once for ${seconds} s: ${times.length} signed in, ${(times.length / took).toFixed(1)} a second`)
  say(`p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, told to come later (503) ${shed}`)
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
