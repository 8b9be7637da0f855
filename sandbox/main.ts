// Starts the sandbox: the database, the keys, the issuer and the five APIs behind one port.
import { restoreWarnings } from './runtimeWarning'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { isLoopback } from '../src/wire/url'
import { sandboxApp } from './app'
import type { Ctx } from './context'
import { openDatabase, type Place } from './db/database'
import { hmac, loadKeys, type SandboxKeys } from './db/keys'
import { seed } from './db/seed'
import { resetDemo, seedDemo } from './demo'
import { startHashing } from './domain/hashing'
import {
  asAddressed,
  createHttpServer,
  listen,
  pageHeaders,
  startDoor,
  starting,
  type Patience,
} from './http/httpServer'
import { answerProbes } from './http/probes'
import { DRAIN_MS, shutdownOf } from '../server/shutdown'
import { answerUnread } from './http/unread'
import { rotateKeysRegularly } from './rotateKeys'
import { logTo } from './log'
import { closeMail } from './mail'
import { tellServices } from './oidc/backchannel'
import { createProvider } from './oidc/provider'
import { SERVICES } from './partner/services'
import {
  defaultLimits,
  isSafe,
  parseClients,
  parseEnvironment,
  parseLimits,
  SAFE_URL,
  type ClientSettings,
  type Limits,
  type SandboxEnvironment,
  type SandboxSettings,
} from './settings'
import { StartProblem } from './startProblem'
import { sweepRegularly } from './sweep'

restoreWarnings()

export type StartSandbox = {
  /** 0: a free port. */
  port: number
  /** Default 127.0.0.1. The demo runs on loopback only. */
  host?: string
  /** The public address, if it is not http://localhost:<port>. */
  url?: string
  app_origin: string
  partner_url: string
  /** The folder of PGlite's files. Ignored with `database_url` or `memory`. Default: .data */
  data_dir?: string
  /** An in-memory database. A dump makes the start fast. */
  memory?: boolean | { dump: Blob }
  database_url?: string
  /** Demo members, demo services, the outbox: for development and demonstration only. */
  demo: boolean
  smtp_url?: string
  limits?: Partial<Limits>
  patience?: Partial<Patience>
  /** How long open requests may take once `close` is called, in milliseconds. Default 10 s. */
  drain_ms?: number
  /** Partner services besides those of the demo. */
  clients?: ClientSettings[]
  disclose_unknown_user?: boolean
  proxy_hops?: number
  internal_networks?: string[]
  now?: () => Date
  /** Writes one line of the log; default stderr. */
  write?: (line: string) => void
}

export type Sandbox = {
  /** The public address. */
  url: string
  /** Where it listens. */
  port: number
  ctx: Ctx
  /** An archive of the database, for `memory: { dump }`. */
  dump: () => Promise<Blob>
  /** Resets the demo data. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

function placeOf({ memory, database_url, data_dir = '.data' }: StartSandbox): Place {
  if (memory) return { at: 'memory', dump: memory === true ? undefined : memory.dump }
  return database_url ? { at: 'server', database_url } : { at: 'folder', folder: resolve(data_dir, 'sandbox') }
}

/** The demo's partner services. Their secrets are derived from a key of this install, so none is in the repository. */
const demoClients = (keys: SandboxKeys, partner_url: string): ClientSettings[] =>
  SERVICES.map(({ key, client_id }) => ({
    client_id,
    client_secret: hmac(keys.clients, client_id).toString('base64url'),
    redirect_uris: [`${partner_url}/callback`],
    post_logout_redirect_uris: [`${partner_url}/`],
    initiate_login_uri: `${partner_url}/sign-in?service=${key}`,
    backchannel_logout_uri: `${partner_url}/backchannel-logout/${key}`,
  }))

/** The demo shows passwords and one-time codes, so only this machine may reach it. */
function mayBeDemo(host: string, url = 'http://localhost'): void {
  if (!isLoopback(host) || !isLoopback(new URL(url).hostname))
    throw new StartProblem('the demo runs on loopback only: leave out HOST and SANDBOX_URL, or SANDBOX_DEMO')
  if (process.env.NODE_ENV === 'production') throw new StartProblem('the demo does not run with NODE_ENV=production')
}

/** Settings that are valid but often a mistake. */
const warnings = ({ disclose_unknown_user, url, proxy_hops, clients }: SandboxSettings): string[] => [
  ...(disclose_unknown_user ? ['unknown login ids are disclosed'] : []),
  ...clients.filter(({ pkce }) => pkce === false).map(({ client_id }) => `client ${client_id} signs in without PKCE`),
  ...(url.startsWith('https:') && proxy_hops === 0
    ? ['SANDBOX_URL has https, which a proxy speaks, and SANDBOX_PROXY_HOPS is 0: every caller counts as that proxy']
    : []),
]

/** Addresses beyond this machine need TLS: with http, cookies would be neither Secure nor bound to one host. */
function mustBeSafe(addresses: Record<string, string | undefined>): void {
  for (const [name, address] of Object.entries(addresses))
    if (address !== undefined && !isSafe(address)) throw new StartProblem(`${name}: ${SAFE_URL}`)
}

/** @throws StartProblem, whose message is one line for the person who starts it */
export async function startSandbox(options: StartSandbox): Promise<Sandbox> {
  const { host = '127.0.0.1', app_origin, partner_url, demo, now = () => new Date() } = options
  mustBeSafe({ SANDBOX_URL: options.url, APP_ORIGIN: app_origin })
  if (demo) mayBeDemo(host, options.url)
  // Only for testing the app: it reveals to anybody who is a member.
  if (options.disclose_unknown_user && process.env.NODE_ENV === 'production')
    throw new StartProblem('SANDBOX_DISCLOSE_UNKNOWN_USER does not go with NODE_ENV=production')
  let handle: RequestListener = starting({ url: options.url ?? 'http://localhost', app_origin })
  const server = createHttpServer((req, res) => {
    shutdown.count(req, res)
    handle(req, res)
  }, options.patience)
  const shutdown = shutdownOf(server)
  answerUnread(server, options.url ?? 'http://localhost')
  const port = await listen(server, options.port, host)
  try {
    const database = await openDatabase(placeOf(options))
    const keys = await loadKeys(database.db, now())
    const settings: SandboxSettings = {
      url: options.url ?? `http://localhost:${port}`,
      app_origin,
      partner_url,
      demo,
      disclose_unknown_user: options.disclose_unknown_user ?? false,
      smtp_url: options.smtp_url ?? null,
      proxy_hops: options.proxy_hops ?? 0,
      internal_networks: options.internal_networks ?? ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      limits: { ...defaultLimits, ...options.limits },
      clients: [...(demo ? demoClients(keys, partner_url) : []), ...(options.clients ?? [])],
    }
    const write = options.write ?? ((line: string) => void process.stderr.write(line))
    const ctx: Ctx = { db: database.db, settings, keys, now, log: logTo(write, now), sessionsEnded: () => {} }
    const hashing = await startHashing(settings.limits)
    await seed(ctx)
    if (demo) await seedDemo(ctx, hashing)
    const probed = answerProbes(ctx, () => shutdown.isDraining)
    const turnedAway = startDoor(ctx, options.patience)
    // The provider reads its keys only when it is created, so new keys need a new provider. Its state is in the database.
    const serve = () => {
      const provider = createProvider(ctx)
      ctx.sessionsEnded = (ended) => void tellServices(ctx, provider, ended)
      const issuer = provider.callback()
      const routes = getRequestListener(sandboxApp(ctx, provider, hashing).fetch)
      handle = (req, res) => {
        if (probed(req, res) || turnedAway(req, res)) return
        if (!/^\/(oidc|\.well-known)\//.test(req.url ?? '')) return void routes(req, res)
        pageHeaders(ctx, res)
        asAddressed(ctx, req)
        void issuer(req, res)
      }
    }
    serve()
    for (const message of warnings(settings)) ctx.log('warning', { message })
    const stopSweeping = sweepRegularly(ctx, database.tidy)
    const stopTurning = rotateKeysRegularly(ctx, serve)
    const close = async () => {
      stopSweeping()
      stopTurning()
      await shutdown.close(options.drain_ms ?? DRAIN_MS)
      await closeMail(ctx)
      await database.close()
    }
    return { url: settings.url, port, ctx, dump: database.dump, reset: () => resetDemo(ctx, hashing), close }
  } catch (error) {
    await shutdown.close(0)
    throw error
  }
}

const fromEnvironment = (env: SandboxEnvironment): StartSandbox => ({
  port: env.SANDBOX_PORT,
  host: env.HOST,
  app_origin: new URL(env.APP_ORIGIN).origin,
  partner_url: new URL(env.PARTNER_URL).origin,
  data_dir: env.DATA_DIR,
  demo: env.SANDBOX_DEMO,
  disclose_unknown_user: env.SANDBOX_DISCLOSE_UNKNOWN_USER,
  proxy_hops: env.SANDBOX_PROXY_HOPS,
  clients: parseClients(env.SANDBOX_CLIENTS),
  ...(env.SANDBOX_URL && { url: new URL(env.SANDBOX_URL).origin }),
  ...(env.DATABASE_URL && { database_url: env.DATABASE_URL }),
  ...(env.SMTP_URL && { smtp_url: env.SMTP_URL }),
})

/** The start from the command line: settings from the environment, one line per problem, and a shutdown at Ctrl-C. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = fromEnvironment(parseEnvironment(process.env))
  const { url, close } = await startSandbox({ ...settings, limits: parseLimits(process.env) })
  process.stdout.write(`sandbox ${url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    const line = error instanceof StartProblem ? error.message : String(error instanceof Error ? error.stack : error)
    process.stderr.write(`sandbox: ${line}\n`)
    process.exit(1)
  })
}
