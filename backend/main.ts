// Starts the backend: the database, the keys, the issuer and the five APIs behind one port.
import { restoreWarnings } from './runtimeWarning'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { backendApp } from './app'
import { createBackground } from './background'
import type { Ctx } from './context'
import { dataFolder, openDatabase, type Place } from './db/database'
import { loadKeys } from './db/keys'
import { seed } from './db/seed'
import { outageLog } from './db/unavailable'
import { startHashing, type Hashing } from './domain/hashing'
import {
  asAddressed,
  createHttpServer,
  listen,
  pageHeaders,
  requestFilter,
  starting,
  type Timeouts,
} from './http/httpServer'
import { answerProbes } from './http/probes'
import { DEFAULT_CONNECTIONS, type ConnectionLimits } from '../server/connections'
import { DRAIN_MS, shutdownOf } from '../server/shutdown'
import { answerUnread } from './http/unread'
import { rotateKeysRegularly } from './rotateKeys'
import { logTo } from './log'
import { closeMail } from './mail'
import { tellServices } from './oidc/backchannel'
import { createProvider } from './oidc/provider'
import type { PlugIn } from './plugIn'
import {
  databaseOf,
  defaultLimits,
  isSafe,
  parseClients,
  parseEnvironment,
  parseLimits,
  SAFE_URL,
  type ClientSettings,
  type Limits,
  type BackendEnvironment,
  type BackendSettings,
} from './settings'
import { StartProblem } from './startProblem'
import { followChangesRegularly } from './standingChanges'
import { sweepRegularly } from './sweep'

restoreWarnings()

export type StartBackend = {
  /** 0: a free port. */
  port: number
  /** Default 127.0.0.1. */
  host?: string
  /** The public address, if it is not http://localhost:<port>. */
  url?: string
  app_origin: string
  /** The folder of PGlite's files. Ignored with `database_url` or `memory`. Default: .data */
  data_dir?: string
  /** An in-memory database. A dump makes the start fast. */
  memory?: boolean | { dump: Blob }
  database_url?: string
  /** The role that owns the tables (docs/operators.md, "Two database roles"). */
  migration_url?: string
  /** Whether the start changes the tables of a server. Default true. */
  migrates?: boolean
  plugIn?: PlugIn | undefined
  smtp_url?: string
  limits?: Partial<Limits>
  timeouts?: Partial<Timeouts>
  connections?: Partial<ConnectionLimits>
  /** How long open requests may take once `close` is called, in milliseconds. Default 10 s. */
  drain_ms?: number
  /** Whether this process looks for changed rows (standingChanges.ts). Default true; a test that counts rows or statements says false. */
  follow_changes?: boolean
  /** Partner services besides those of the plug-in. */
  clients?: ClientSettings[]
  disclose_unknown_user?: boolean
  proxy_hops?: number
  internal_networks?: string[]
  campus_networks?: string[]
  now?: () => Date
  /** Writes one line of the log; default stderr. */
  write?: (line: string) => void
}

export type RunningBackend = {
  /** The public address. */
  url: string
  /** Where it listens. */
  port: number
  ctx: Ctx
  hashing: Hashing
  /** An archive of the database, for `memory: { dump }`. */
  dump: () => Promise<Blob>
  close: () => Promise<void>
}

function placeOf({ memory, database_url, migration_url, migrates, data_dir = '.data' }: StartBackend): Place {
  if (memory) return { at: 'memory', dump: memory === true ? undefined : memory.dump }
  if (database_url) return { at: 'server', database_url, migration_url, migrates }
  return { at: 'folder', folder: dataFolder(resolve(data_dir)) }
}

/** A proxy in front opens the connections of all its callers from one address, so the limit for all counts for it. */
function connectionsOf({ connections = {}, proxy_hops = 0 }: StartBackend): ConnectionLimits {
  const limits = { ...DEFAULT_CONNECTIONS, ...connections }
  return proxy_hops > 0 ? { ...limits, per_address: limits.total } : limits
}

/** Settings that are valid but often a mistake. */
const warnings = ({ disclose_unknown_user, url, proxy_hops, clients }: BackendSettings): string[] => [
  ...(disclose_unknown_user ? ['unknown login ids are disclosed'] : []),
  ...clients.filter(({ pkce }) => pkce === false).map(({ client_id }) => `client ${client_id} signs in without PKCE`),
  ...(url.startsWith('https:') && proxy_hops === 0
    ? ['BACKEND_URL has https, which a proxy speaks, and BACKEND_PROXY_HOPS is 0: every caller counts as that proxy']
    : []),
]

/** Addresses beyond this machine need TLS: with http, cookies would be neither Secure nor bound to one host. */
function mustBeSafe(addresses: Record<string, string | undefined>): void {
  for (const [name, address] of Object.entries(addresses))
    if (address !== undefined && !isSafe(address)) throw new StartProblem(`${name}: ${SAFE_URL}`)
}

/** @throws StartProblem, whose message is one line for the person who starts it */
export async function startBackend(options: StartBackend): Promise<RunningBackend> {
  const { host = '127.0.0.1', app_origin, plugIn, now = () => new Date() } = options
  mustBeSafe({ BACKEND_URL: options.url, APP_ORIGIN: app_origin })
  plugIn?.check({ host, url: options.url })
  // Only for testing the app: it reveals to anybody who is a member.
  if (options.disclose_unknown_user && process.env.NODE_ENV === 'production')
    throw new StartProblem('BACKEND_DISCLOSE_UNKNOWN_USER does not go with NODE_ENV=production')
  let handle: RequestListener = starting({ url: options.url ?? 'http://localhost', app_origin })
  const write = options.write ?? ((line: string) => void process.stderr.write(line))
  const log = logTo(write, now)
  const server = createHttpServer(
    (req, res) => {
      shutdown.count(req, res)
      handle(req, res)
    },
    {
      timeouts: options.timeouts,
      connections: connectionsOf(options),
      onEnded: (count) => log('connections.limited', { ended: count }),
    },
  )
  const shutdown = shutdownOf(server)
  answerUnread(server, options.url ?? 'http://localhost')
  const port = await listen(server, options.port, host)
  try {
    const database = await openDatabase(placeOf(options))
    const keys = await loadKeys(database.db, now())
    const settings: BackendSettings = {
      url: options.url ?? `http://localhost:${port}`,
      app_origin,
      disclose_unknown_user: options.disclose_unknown_user ?? false,
      smtp_url: options.smtp_url ?? null,
      copies_mail: plugIn?.copiesMail ?? false,
      proxy_hops: options.proxy_hops ?? 0,
      internal_networks: options.internal_networks ?? ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      campus_networks: options.campus_networks ?? [],
      limits: { ...defaultLimits, ...options.limits },
      clients: [...(plugIn?.clients(keys) ?? []), ...(options.clients ?? [])],
    }
    const unavailable = outageLog(log, now)
    const background = createBackground(log, unavailable)
    const ctx: Ctx = {
      db: database.db,
      settings,
      keys,
      now,
      log,
      unavailable,
      background,
      sessionsEnded: () => {},
    }
    const hashing = await startHashing(settings.limits, () => now().getTime())
    await seed(ctx)
    await plugIn?.seed(ctx, hashing)
    const probed = answerProbes(ctx, () => shutdown.isDraining)
    const isAnswered = requestFilter(ctx, options.timeouts)
    // The provider reads its keys only when it is created, so new keys need a new provider. Its state is in the database.
    const serve = () => {
      const provider = createProvider(ctx)
      ctx.sessionsEnded = (ended) => background.run('oidc.failed', tellServices(ctx, provider, ended))
      const issuer = provider.callback()
      const routes = getRequestListener(backendApp(ctx, provider, hashing, plugIn).fetch)
      const answerTo = async (...[req, res]: Parameters<RequestListener>): Promise<void> => {
        if (probed(req, res) || (await isAnswered(req, res))) return
        if (!/^\/(oidc|\.well-known)\//.test(req.url ?? '')) return void routes(req, res)
        pageHeaders(ctx, res)
        asAddressed(ctx, req)
        void issuer(req, res)
      }
      handle = (req, res) => void answerTo(req, res)
    }
    serve()
    for (const message of [database.warning ?? [], warnings(settings)].flat()) ctx.log('warning', { message })
    const stopSweeping = sweepRegularly(ctx, database.tidy)
    const stopFollowing = options.follow_changes === false ? () => {} : followChangesRegularly(ctx)
    const stopTurning = rotateKeysRegularly(ctx, serve)
    const close = async () => {
      stopSweeping()
      stopFollowing()
      stopTurning()
      const limit_ms = options.drain_ms ?? DRAIN_MS
      await shutdown.close(limit_ms)
      await Promise.race([background.settle(), sleep(limit_ms, undefined, { ref: false })])
      await closeMail(ctx)
      await database.close()
    }
    return { url: settings.url, port, ctx, hashing, dump: database.dump, close }
  } catch (error) {
    await shutdown.close(0)
    throw error
  }
}

const fromEnvironment = (env: BackendEnvironment): StartBackend => ({
  port: env.BACKEND_PORT,
  host: env.HOST,
  app_origin: new URL(env.APP_ORIGIN).origin,
  data_dir: env.DATA_DIR,
  disclose_unknown_user: env.BACKEND_DISCLOSE_UNKNOWN_USER,
  proxy_hops: env.BACKEND_PROXY_HOPS,
  campus_networks: env.BACKEND_CAMPUS_NETWORKS,
  clients: parseClients(env.BACKEND_CLIENTS),
  connections: {
    ...(env.BACKEND_CONNECTIONS && { total: env.BACKEND_CONNECTIONS }),
    ...(env.BACKEND_CONNECTIONS_PER_ADDRESS && { per_address: env.BACKEND_CONNECTIONS_PER_ADDRESS }),
  },
  ...(env.BACKEND_URL && { url: new URL(env.BACKEND_URL).origin }),
  ...databaseOf(env),
  // In production a change of the tables is a step of its own: `npm run migrate`.
  migrates: process.env.NODE_ENV !== 'production',
  ...(env.SMTP_URL && { smtp_url: env.SMTP_URL }),
})

type PlugInOf = (env: NodeJS.ProcessEnv) => PlugIn

async function main(plugInOf?: PlugInOf): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = fromEnvironment(parseEnvironment(process.env))
  const { url, close } = await startBackend({
    ...settings,
    limits: parseLimits(process.env),
    plugIn: plugInOf?.(process.env),
  })
  process.stdout.write(`backend ${url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
}

/** The start from the command line: settings from the environment, one line per problem, and a shutdown at Ctrl-C. */
export function runProgram(plugInOf?: PlugInOf): void {
  main(plugInOf).catch((error: unknown) => {
    const line = error instanceof StartProblem ? error.message : String(error instanceof Error ? error.stack : error)
    process.stderr.write(`backend: ${line}\n`)
    process.exit(1)
  })
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) runProgram()
