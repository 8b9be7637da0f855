// Starts the backend: the database, the keys, the issuer and the five APIs behind one port.
import { existsSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { answeringFor, type Answering } from './answering.ts'
import { currentCall } from './call.ts'
import { runReporting, say } from './commands/command.ts'
import type { Ctx } from './context.ts'
import { LOOK_SECONDS } from './db/keyTimes.ts'
import { DatabaseUnavailable, outageLog } from './db/unavailable.ts'
import { seedClients } from './domain/clientVersions.ts'
import { seedCodes } from './domain/lists/codeVersions.ts'
import { writeHeld } from './domain/audit/events.ts'
import { placesIn } from './domain/account/places.ts'
import { leakLookup } from './domain/passwords/leakedPasswords.ts'
import { letterScanner } from './letters/scanner.ts'
import { hasDemoTerms, seedDemoTerms } from './domain/terms/demoTerms.ts'
import { mustHaveTerms } from './domain/terms/termsFile.ts'
import { startHashing, type Hashing } from './domain/passwords/hashing.ts'
import { createHttpServer, listen, portToBe } from './http/httpServer.ts'
import { serveMetrics } from './http/metricsServer.ts'
import { routeNames } from './http/routeNames.ts'
import { RELEASE } from '../server/release.ts'
import { outliveFullLog } from '../server/fullLog.ts'
import { headersTooLargeAt } from '../server/headersTooLarge.ts'
import { endWithNpm } from '../server/parent.ts'
import { DRAIN_MS, shutdownOf } from '../server/shutdown.ts'
import { answerUnread } from './http/unread.ts'
import { rotateKeysRegularly } from './rotateKeys.ts'
import { platformNames } from './settings/platform.ts'
import { openLimitStore } from './limitStore.ts'
import { logTo } from './log.ts'
import { closeMail } from './mail.ts'
import { createMetrics } from './metrics.ts'
import type { PlugIn } from './plugIn.ts'
import { mustBeSafe } from './settings/addresses.ts'
import { problemsInProduction } from './settingsProblems.ts'
import { followJobCounts, NO_JOBS } from './jobs/counts.ts'
import { createJobs, runJobsRegularly } from './jobs/worker.ts'
import { contextOf, openPlace } from './startContext.ts'
import { connectionsOf, fromEnvironment, timeoutsOf, type StartBackend } from './startOptions.ts'
import { StartProblem } from './startProblem.ts'
import { startWarnings } from './startWarnings.ts'
import { followChangesRegularly } from './standingChanges.ts'
import { sweepRegularly } from './sweep.ts'
import { traceId } from './tracing/spans.ts'
import { tracesAt } from './tracing/tracesAt.ts'
import { followClients, followCodes } from './versionChanges.ts'

export type RunningBackend = {
  /** The public address. */
  url: string
  /** Where it listens. */
  port: number
  /** Where the metrics are, or null. */
  metrics_url: string | null
  ctx: Ctx
  hashing: Hashing
  /** An archive of the database, for `memory: { dump }`. */
  dump: () => Promise<Blob>
  close: () => Promise<void>
}

/** @throws StartProblem, whose message is one line for the person who starts it */
export async function startBackend(options: StartBackend): Promise<RunningBackend> {
  const { host = '127.0.0.1', app_origin, plugIn, now = () => new Date() } = options
  mustBeSafe({ BACKEND_URL: options.url, APP_ORIGIN: app_origin })
  plugIn?.check({ host, url: options.url })
  // Only a server with a free port of the system's choice listens before it can answer, because the port is part of its address.
  let { handle, routeOf }: Answering = { handle: (_req, res) => void res.destroy(), routeOf: routeNames([]) }
  const write = options.write ?? ((line: string) => void process.stderr.write(line))
  const log = logTo(write, now, () => currentCall()?.id, traceId)
  const metrics = createMetrics()
  const server = createHttpServer(
    (req, res) => {
      shutdown.count(req, res)
      metrics.request(req, res, routeOf(req.url))
      handle(req, res)
    },
    {
      timeouts: timeoutsOf(options),
      connections: connectionsOf(options),
      onEnded: (count) => {
        metrics.connectionsEnded(count)
        log('connections.limited', { ended: count })
      },
    },
  )
  const shutdown = shutdownOf(server)
  answerUnread(server, options.url ?? 'http://localhost', headersTooLargeAt(platformNames(options.platform ?? {})))
  const port = await (options.port === 0 ? listen(server, 0, host) : portToBe(options.port, host))
  let scraped: Awaited<ReturnType<typeof serveMetrics>> | null = null
  try {
    if (options.metrics) {
      metrics.addProcess()
      scraped = await serveMetrics(metrics.registry, options.metrics)
    }
    const scrapes = scraped
    const { database, own } = await openPlace(options, port, now)
    const { settings } = own
    const noteOutage = outageLog(log, now)
    const ctx: Ctx = contextOf(
      { ...own, log },
      {
        readOld: database.oldReads({ log, now, answered: metrics.oldRead }).read,
        limitStore: options.valkey_url
          ? await openLimitStore(options.valkey_url, log, now, options.limit_store_ms)
          : null,
        counted: (event, fields) => metrics.event(event, fields),
        unavailable(error) {
          metrics.databaseUnavailable()
          noteOutage(error)
          if (error instanceof DatabaseUnavailable && error.isDiskFull) ctx.isDiskFull = true
        },
        traces: await tracesAt(options.traces_endpoint, settings, log),
        jobs: createJobs(() => ctx, options.later_ms, metrics.jobTried),
        placeOf: placesIn(options.places_file),
        isLeaked: leakLookup(settings.leaked_passwords_url, { log, now }),
        isInfected: letterScanner(options.scanner_url ?? null, { log, now }),
      },
    )
    const hashing = await startHashing(settings.limits, () => now().getTime(), metrics.hashes)
    await plugIn?.admit(ctx)
    const abandoned = await seedClients(ctx)
    const demoLists = await seedCodes(ctx)
    const isDemo = options.demo_terms ?? true
    if (isDemo) await seedDemoTerms(ctx)
    else await mustHaveTerms(ctx.db, now())
    const showsTerms = isDemo || (await hasDemoTerms(ctx.db))
    await plugIn?.seed(ctx, hashing)
    const jobCounts = options.metrics ? await followJobCounts(ctx) : NO_JOBS
    metrics.follow({ hashes: () => hashing.queue(), connections: database.connections, jobs: jobCounts.last })
    const isDraining = () => shutdown.isDraining
    const answering = answeringFor(ctx, { hashing, plugIn, timeouts: options.timeouts, showsTerms, isDraining })
    const serve = () => ({ handle, routeOf } = answering())
    const look_seconds = options.follow_changes === false ? 300 : LOOK_SECONDS
    const stopReading = await followClients(ctx, look_seconds, serve)
    const stopReadingCodes = await followCodes(ctx, look_seconds)
    serve()
    if (!server.listening) await listen(server, port, host)
    const given = { isDemo, abandoned, demoLists }
    for (const message of [database.warning ?? [], await startWarnings(ctx, given)].flat())
      ctx.log('warning', { message })
    const stops = [
      stopReading,
      stopReadingCodes,
      jobCounts.stop,
      sweepRegularly(ctx, database.tidy),
      rotateKeysRegularly(ctx, look_seconds, serve),
      ...(options.follow_changes === false ? [] : [followChangesRegularly(ctx), runJobsRegularly(ctx)]),
    ]
    const close = async () => {
      for (const stop of stops) stop()
      const limit_ms = options.drain_ms ?? DRAIN_MS
      await shutdown.close(limit_ms)
      // Jobs that have not begun stay in the table for the next process.
      ctx.jobs.stop()
      await Promise.race([ctx.background.settle(), sleep(limit_ms, undefined, { ref: false })])
      await writeHeld(ctx).catch((error: unknown) => log('events.lost', { message: String(error) }))
      await scrapes?.close()
      await closeMail(ctx)
      ctx.limitStore?.close()
      await Promise.race([ctx.traces.close(), sleep(limit_ms, undefined, { ref: false })])
      await database.close()
    }
    return { url: settings.url, port, metrics_url: scrapes?.url ?? null, ctx, hashing, dump: database.dump, close }
  } catch (error) {
    await scraped?.close()
    await shutdown.close(0)
    throw error
  }
}

type PlugInOf = (env: NodeJS.ProcessEnv) => PlugIn

async function main(plugInOf?: PlugInOf): Promise<void> {
  const { ppid } = process
  // A plug-in says itself whether it runs in production.
  const problems = plugInOf ? [] : problemsInProduction(process.env)
  if (problems.length > 0) throw new StartProblem(problems.join('\n'))
  const { url, ctx, metrics_url, close } = await startBackend({
    ...fromEnvironment(process.env),
    plugIn: plugInOf?.(process.env),
  })
  ctx.log('started', { release: RELEASE })
  say(`backend ${url}`)
  if (metrics_url) say(`metrics ${metrics_url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
  endWithNpm(ppid)
}

/** The start from the command line: settings from the environment, one line per problem, and a shutdown at Ctrl-C. */
export function runProgram(plugInOf?: PlugInOf): void {
  outliveFullLog()
  runReporting('backend', () => main(plugInOf))
}

// NOTE: Node keeps a symbolic link in `argv`, and not in `import.meta.url`.
const [, program = ''] = process.argv
if (existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url)) runProgram()
