// What a command needs to do what the backend does: the database, the keys, the mail relay, and the calls to services.
import type { Ctx } from '../context.ts'
import { servingClients } from '../domain/clientVersions.ts'
import { servingCodes } from '../domain/lists/codeVersions.ts'
import { EVENTS } from '../domain/audit/eventNames.ts'
import { logTo } from '../log.ts'
import { closeMail } from '../mail.ts'
import { logOutAt } from '../oidc/backchannel.ts'
import { createProvider } from '../oidc/provider.ts'
import { contextOf, openPlace } from '../startContext.ts'
import { fromEnvironment } from '../startOptions.ts'
import { runCommand, sayInTurn, userHere } from './command.ts'

/**
 * Runs work with a context of the environment. Resolves when mails and calls to services have gone out. Standard error has their failures.
 * @throws StartProblem if a setting is wrong or the database cannot be used
 */
async function withContext(env: NodeJS.ProcessEnv, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const options = { ...fromEnvironment(env), migrates: false }
  const now = () => new Date()
  const { database, own } = await openPlace(options, options.port, now)
  const write = logTo((line) => void process.stderr.write(line), now)
  // The event is in the table. Its line would stand between the lines for the operator.
  const log: Ctx['log'] = (event, fields) => (event in EVENTS ? undefined : write(event, fields))
  try {
    const ctx = contextOf(
      { ...own, log },
      {
        readOld: database.oldReads({ log, now }).read,
        clients: await servingClients(own.db),
        codes: await servingCodes(own.db),
        logOutAt: (session) => logOutAt(createProvider(ctx), session),
      },
    )
    try {
      await work(ctx)
    } finally {
      await ctx.background.settle()
      await closeMail(ctx)
    }
  } finally {
    await database.close()
  }
}

/**
 * Runs a program that prints lines, with a context of the environment.
 * @param parse reads its arguments; the user of the system is the name for the record without `--by`
 * @param isWhole whether its lines are of use only all together
 */
export const runWithContext = <W>(
  name: string,
  parse: (args: readonly string[], user: string) => W,
  run: (ctx: Ctx, wanted: W) => AsyncIterable<string>,
  isWhole: (wanted: W) => boolean = () => false,
): void => {
  let needsAll = false
  const work = async () => {
    const wanted = parse(process.argv.slice(2), userHere())
    needsAll = isWhole(wanted)
    await withContext(process.env, async (ctx) => {
      for await (const line of run(ctx, wanted)) await sayInTurn(line)
    })
  }
  runCommand(name, work, () => needsAll)
}
