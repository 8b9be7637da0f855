// A sandbox for one test file: in memory, on a free port. The first start of a run leaves a template from which the others begin.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { startSandbox, type Sandbox, type StartSandbox } from '../../sandbox/main'
import { APP, type Browser, type Reply } from './browser'
import { ownDatabase } from './ownDatabase'

export const PARTNER = 'http://localhost:3002'

/** What a test asks for comes from one address. */
const MANY = 100_000
const limits = {
  hash_memory: 1024,
  hash_passes: 1,
  hash_wait_ms: 10_000,
  visits_per_minute: MANY,
  sign_ins_per_minute: MANY,
  password_sets_per_minute: MANY,
  searches_per_minute: MANY,
  nicknames_per_minute: MANY,
  letters_per_hour: MANY,
}

const TEMPLATE = 'sandbox-template-'
const DAY_MS = 86_400_000

/** Changes with whatever may shape the rows, and with the day, for some of the data is told by its age. */
function templateFile(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const files = ['sandbox', 'src/wire'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  for (const file of files.filter((name) => name.endsWith('.ts')).toSorted()) hash.update(readFileSync(file))
  return join(tmpdir(), `${TEMPLATE}${hash.digest('hex').slice(0, 16)}.tgz`)
}

/** Those of yesterday serve nobody any more. */
function sweepTemplates(): void {
  const old = readdirSync(tmpdir()).filter((name) => name.startsWith(TEMPLATE))
  for (const file of old.map((name) => join(tmpdir(), name)))
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY_MS) rmSync(file, { force: true })
}

export async function start(options: Partial<StartSandbox> = {}): Promise<Sandbox> {
  const database_url = await ownDatabase()
  const file = templateFile()
  const dump = existsSync(file) ? new Blob([readFileSync(file)]) : null
  const sandbox = await startSandbox({
    port: 0,
    app_origin: APP,
    partner_url: PARTNER,
    demo: true,
    ...(database_url ? { database_url } : { memory: dump ? { dump } : true }),
    write: () => {},
    ...options,
    limits: { ...limits, ...options.limits },
  })
  if (!dump && !database_url && options.demo !== false) {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await sandbox.dump()).arrayBuffer()), { mode: 0o600 })
    renameSync(unfinished, file)
    sweepTemplates()
  }
  return sandbox
}

export type Member = { login_id: string; password: string; phone: string }

/** A fresh copy of a demo member, so that tests do not meet in one row. */
export async function copyOf(sandbox: Sandbox, from: string): Promise<Member> {
  const response = await fetch(`${sandbox.url}/demo/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from }),
  })
  const { data } = (await response.json()) as { data: Member }
  return data
}

/** The partner's side, by a client library that knows nothing of this sandbox. */
export async function partner(sandbox: Sandbox, client_id = 'service-a') {
  const settings = sandbox.ctx.settings.clients.find((one) => one.client_id === client_id)
  const config = await client.discovery(new URL(sandbox.url), client_id, settings?.client_secret, undefined, {
    execute: [client.allowInsecureRequests],
  })
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

/** A whole sign-in. @returns the answer of verify/pwd and, when it led back to the partner, the claims */
export async function signInAt(sandbox: Sandbox, browser: Browser, member: Member, client_id?: string, stay = false) {
  const { url, tokens } = await (await partner(sandbox, client_id)).begin()
  const entry = await browser.go(url)
  const reply: Reply = await browser.signIn(entry, member, stay)
  if (reply.status !== 200) return { entry, reply, claims: null, tokens: null }
  const { data } = reply.body as { data: { location: string } }
  const set = await tokens(await browser.go(data.location))
  return { entry, reply, claims: set.claims() ?? null, tokens: set }
}
