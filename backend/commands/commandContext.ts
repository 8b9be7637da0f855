// What a command needs to do what the backend does: the database, the keys, the mail relay, and the calls to services.
import { userInfo } from 'node:os'
import { createBackground } from '../background.ts'
import type { Ctx } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { loadKeys } from '../db/keys.ts'
import { servingClients } from '../domain/clientVersions.ts'
import { servingCodes } from '../domain/lists/codeVersions.ts'
import { EVENTS } from '../domain/audit/eventNames.ts'
import { startEventLimits } from '../domain/audit/eventLimits.ts'
import { logTo } from '../log.ts'
import { closeMail } from '../mail.ts'
import { createJobs } from '../jobs/worker.ts'
import { logOutAt } from '../oidc/backchannel.ts'
import { createProvider } from '../oidc/provider.ts'
import { encryptionOf, fromEnvironment, placeOf, settingsOf } from '../startOptions.ts'
import { NO_TRACES } from '../tracing/spans.ts'
import { runCommand, say } from './command.ts'

/**
 * Runs work with a context of the environment. Resolves when mails and calls to services have gone out. Standard error has their failures.
 * @throws StartProblem if a setting is wrong or the database cannot be used
 */
async function withContext(env: NodeJS.ProcessEnv, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const options = { ...fromEnvironment(env), migrates: false }
  const place = placeOf(options)
  const database = await openDatabase(place)
  const now = () => new Date()
  const write = logTo((line) => void process.stderr.write(line), now)
  // The event is in the table. Its line would stand between the lines for the operator.
  const log: Ctx['log'] = (event, fields) => (event in EVENTS ? undefined : write(event, fields))
  const background = createBackground(log)
  try {
    const keys = await loadKeys(database.db, now(), encryptionOf(options, place))
    const settings = settingsOf(options, options.url ?? `http://localhost:${options.port}`, keys)
    const ctx: Ctx = {
      db: database.db,
      readOld: database.oldReads({ log, now }).read,
      isShared: place.at === 'server',
      // A command is no caller that a limit counts.
      limitStore: null,
      settings,
      keys,
      clients: await servingClients(database.db),
      codes: await servingCodes(database.db),
      now,
      log,
      eventLimits: startEventLimits(() => now().getTime(), settings.limits.event_rows_per_hour),
      unavailable: (error) => log('database.unavailable', { message: String(error) }),
      background,
      traces: NO_TRACES,
      jobs: createJobs(() => ctx),
      logOutAt: (session) => logOutAt(createProvider(ctx), session),
      // A command is no call of a browser.
      placeOf: () => null,
      isLeaked: () => Promise.resolve(false),
      isInfected: () => Promise.resolve(false),
      // Nobody reads the counts of a command.
      counted: () => {},
    }
    try {
      await work(ctx)
    } finally {
      await background.settle()
      await closeMail(ctx)
    }
  } finally {
    await database.close()
  }
}

/**
 * Runs a program that prints lines, with a context of the environment.
 * @param parse reads its arguments; the user of the system is the name for the record without `--by`
 */
export const runWithContext = <W>(
  name: string,
  parse: (args: readonly string[], user: string) => W,
  run: (ctx: Ctx, wanted: W) => AsyncIterable<string>,
): void =>
  runCommand(name, async () => {
    const wanted = parse(process.argv.slice(2), userInfo().username)
    await withContext(process.env, async (ctx) => {
      for await (const line of run(ctx, wanted)) say(line)
    })
  })
