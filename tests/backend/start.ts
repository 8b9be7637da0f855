// A backend for one test file: in memory, on a free port. The first start of a run leaves a template from which the others begin.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { startBackend, type RunningBackend } from '../../backend/main.ts'
import type { StartBackend } from '../../backend/startOptions.ts'
import { demoPlugIn } from '../../demo/plugIn.ts'
import { BEHIND_PROXY_MS } from '../../server/connections.ts'
import { APP, Browser, data, type Reply } from './browser.ts'
import { dropDatabase, ownDatabase } from './ownDatabase.ts'

export const PARTNER = 'http://localhost:3002'

/** A code challenge whose verifier nobody needs: these authorization codes are not exchanged. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The address at the issuer from which a visit begins at service A. */
export const authorization = (more: Record<string, string> = {}): string =>
  `/oidc/auth?${new URLSearchParams({
    client_id: 'service-a',
    response_type: 'code',
    scope: 'openid',
    state: 's',
    redirect_uri: `${PARTNER}/callback`,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  })}`

/** In milliseconds. A busy machine takes as long as it takes for what is no subject of a test. */
const LONG = 60_000
/** Of fifty calls at once, the last one waits for all others to give their connections back. */
const pool = { connect_ms: LONG, query_ms: LONG }

/** What a test asks for comes from one address. */
const MANY = 100_000
const limits = {
  hash_memory: 1024,
  hash_passes: 1,
  code_hash_cost: 2,
  hash_wait_ms: LONG,
  mail_answer_ms: LONG,
  sms_answer_ms: LONG,
  webhook_answer_ms: LONG,
  visits_per_minute: MANY,
  sign_ins_per_minute: MANY,
  password_sets_per_minute: MANY,
  codes_per_minute: MANY,
  hashes_per_visit_minute: MANY,
  searches_per_minute: MANY,
  nicknames_per_minute: MANY,
  letters_per_hour: MANY,
  reads_per_minute: MANY,
  service_calls_per_minute: MANY,
  member_tokens_per_minute: MANY,
  wrong_passwords_per_hour: MANY,
  wrong_passwords_per_network_hour: MANY,
}

/** Limits of messages that no test reaches. */
export const MANY_SENDS = { sends_per_hour: MANY, sends_per_day: MANY, sends_per_ip_hour: MANY, send_gap_seconds: 0 }

const TEMPLATE = 'backend-template-'
const DAY_MS = 86_400_000

/** Changes with every file that shapes the rows, and with the day, because some demo data depends on its age. */
function templateFile(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const files = ['backend', 'demo', 'contract'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  for (const file of files.filter((name) => name.endsWith('.ts')).toSorted()) hash.update(readFileSync(file))
  return join(tmpdir(), `${TEMPLATE}${hash.digest('hex').slice(0, 16)}.tgz`)
}

/** Templates of earlier days are of no use. */
function sweepTemplates(): void {
  const old = readdirSync(tmpdir()).filter((name) => name.startsWith(TEMPLATE))
  for (const file of old.map((name) => join(tmpdir(), name)))
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY_MS) rmSync(file, { force: true })
}

/** What every start has, unless a test says otherwise. */
const usual = () => ({
  port: 0,
  app_origin: APP,
  plugIn: demoPlugIn(PARTNER),
  write: () => {},
  follow_changes: false,
  later_ms: 0,
  passkeys: { mode: 'on' as const },
  // A busy machine must not end a connection that the next call of a test uses.
  timeouts: { keepAlive: BEHIND_PROXY_MS },
  limits,
})

/** Starts with the usual settings alone: the services of one test would else be in the databases of the others. */
async function leaveTemplate(file: string): Promise<void> {
  const backend = await startBackend({ ...usual(), memory: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await (await backend.dump()).arrayBuffer()), { mode: 0o600 })
  renameSync(unfinished, file)
  await backend.close()
  sweepTemplates()
}

/** The embedded database of one start, from the template that the first start of a run leaves. */
async function embedded(): Promise<{ memory: { dump: Blob } }> {
  const file = templateFile()
  if (!existsSync(file)) await leaveTemplate(file)
  return { memory: { dump: new Blob([readFileSync(file)]) } }
}

export async function start(options: Partial<StartBackend> = {}): Promise<RunningBackend> {
  const { memory, ...others } = options
  const isDemo = !('plugIn' in options)
  const isGiven = memory !== undefined || options.database_url !== undefined || options.data_dir !== undefined
  const database_url = isGiven ? null : await ownDatabase(isDemo ? 'demo' : 'keys')
  const inMemory = memory === true && isDemo ? await embedded() : { memory }
  const place: Partial<StartBackend> = isGiven ? inMemory : database_url ? { database_url } : await embedded()
  const merged = { limits: { ...limits, ...options.limits }, pool: { ...pool, ...options.pool } }
  const backend = await startBackend({ ...usual(), ...place, ...others, ...merged })
  const close = async () => {
    await backend.close()
    if (database_url) await dropDatabase(database_url)
  }
  return { ...backend, close }
}

export type Member = { login_id: string; password: string; phone: string }

/** A fresh copy of a demo member, so that tests do not meet in one row. */
export async function copyOf(backend: RunningBackend, from: string): Promise<Member> {
  const response = await fetch(`${backend.url}/demo/members`, {
    method: 'POST',
    // The demo answers this machine alone, also behind a proxy.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' },
    body: JSON.stringify({ from }),
  })
  const { data } = (await response.json()) as { data: Member }
  return data
}

/** What the issuer publishes about itself. It stays as long as the backend runs. */
const published = new WeakMap<RunningBackend['ctx'], client.ServerMetadata>()

async function metadataOf({ url, ctx }: Pick<RunningBackend, 'url' | 'ctx'>): Promise<client.ServerMetadata> {
  const known = published.get(ctx)
  if (known) return known
  const execute = [client.allowInsecureRequests]
  const read = (await client.discovery(new URL(url), 'anybody', undefined, undefined, { execute })).serverMetadata()
  published.set(ctx, read)
  return read
}

/** The partner's side, by a client library that knows nothing of this backend. */
export async function partner(
  backend: Pick<RunningBackend, 'url' | 'ctx'>,
  client_id = 'service-a',
  checks: ((config: client.Configuration) => void)[] = [],
) {
  const settings = backend.ctx.settings.clients.find((one) => one.client_id === client_id)
  const config = new client.Configuration(await metadataOf(backend), client_id, settings?.client_secret)
  for (const change of [client.allowInsecureRequests, ...checks]) change(config)
  return {
    config,
    /** @returns the address that begins a sign-in, and what turns the partner's callback into tokens */
    async begin(parameters: Record<string, string> = {}) {
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      const nonce = client.randomNonce()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${PARTNER}/callback`,
        scope: 'openid email profile phone',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      })
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      return { url: url.href, tokens: (callback: URL) => client.authorizationCodeGrant(config, callback, checks) }
    },
  }
}

/** A browser that a service sends to the app. @returns the entry, and `land`, which follows an answer back to the service and reads the claims there */
export async function arrive(
  backend: Pick<RunningBackend, 'url' | 'ctx'>,
  parameters: Record<string, string> = {},
  { client_id, browser = new Browser(backend.url) }: { client_id?: string; browser?: Browser } = {},
) {
  const { url, tokens } = await (await partner(backend, client_id)).begin(parameters)
  const entry = await browser.go(url)
  const land = async (reply: Reply) => (await tokens(await browser.go(String(data(reply).location)))).claims()
  return { browser, entry, tokens, land }
}

/** A whole sign-in. @returns the answer of verify/pwd and, when it led back to the partner, the claims */
export async function signInAt(
  backend: RunningBackend,
  browser: Browser,
  member: Member,
  client_id?: string,
  stay = false,
) {
  const { entry, tokens } = await arrive(backend, {}, { client_id, browser })
  const reply: Reply = await browser.signIn(entry, member, stay)
  if (reply.status !== 200) return { entry, reply, claims: null, tokens: null }
  const set = await tokens(await browser.go(String(data(reply).location)))
  return { entry, reply, claims: set.claims() ?? null, tokens: set }
}
