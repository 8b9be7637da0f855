// `npm run restore`: a database from a backup of `npm run backup`.
//   npm run restore -- FOLDER --into DATA [--to TIME]   a data folder for a PostgreSQL server: as of the time, or as late as possible
//   npm run restore -- FILE.tgz                         the embedded database in DATA_DIR. The former one stays beside it
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreEmbedded } from '../backups/embedded.ts'
import { restoreServer } from '../backups/server.ts'
import { runCommand, say } from './command.ts'
import { dataFolder } from '../db/database.ts'
import { parseEnvironment } from '../settings/environment.ts'
import { StartProblem } from '../startProblem.ts'

const USAGE = 'usage: FOLDER --into DATA [--to TIME], or FILE.tgz for the embedded database'

function argumentsOf(args: string[]) {
  try {
    const options = { into: { type: 'string' }, to: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { ...values, from: positionals.length === 1 ? positionals[0] : undefined }
  } catch {
    throw new StartProblem(USAGE)
  }
}

/** A time without a zone would mean another moment on each machine. */
function momentOf(text: string): Date {
  const at = new Date(text)
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new StartProblem('--to: a time with its zone, such as 2026-11-28T10:03:00Z')
  return at
}

async function main(args: string[]): Promise<void> {
  const { from, into, to } = argumentsOf(args)
  if (!from) throw new StartProblem(USAGE)
  if (into) {
    const moment = to === undefined ? null : momentOf(to)
    say(`${await restoreServer(from, into, moment)} is in ${into}: start the PostgreSQL server on it, as its owner`)
    return
  }
  if (!from.endsWith('.tgz') || to !== undefined) throw new StartProblem(USAGE)
  const { DATA_DIR } = parseEnvironment(process.env)
  const former = await restoreEmbedded(from, dataFolder(resolve(DATA_DIR)), () => new Date())
  say(former ? `restored. The former database is ${former}` : 'restored')
}

runCommand('restore', () => main(process.argv.slice(2)))
