// A sandbox for one test file: in memory, on a free port. The first start of a run leaves a template from which the others begin.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  searches_per_minute: MANY,
  nicknames_per_minute: MANY,
  letters_per_hour: MANY,
}

/** Changes with whatever shapes the rows, and with the day, for some of the data is told by its age. */
function templateFile(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const folder = (name: string) => readdirSync(`sandbox/${name}`).map((file) => `sandbox/${name}/${file}`)
  for (const file of ['sandbox/scenarios.ts', 'sandbox/demo.ts', ...folder('db')]) hash.update(readFileSync(file))
  return join(tmpdir(), `sandbox-template-${hash.digest('hex').slice(0, 16)}.tgz`)
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
