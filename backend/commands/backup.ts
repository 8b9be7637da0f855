// `npm run backup`: a copy of the database, with the keys of the installation, while the backend serves.
//   npm run backup -- FOLDER        a copy of the server of BACKUP_DATABASE_URL, or of the embedded database
//   npm run backup -- wal FOLDER    receives what the server writes from now on, until Ctrl-C: for a restore to any moment
import { resolve } from 'node:path'
import { copyEmbedded } from '../backups/embedded.ts'
import { copyServer, receiveLog } from '../backups/server.ts'
import { runCommand, say } from './command.ts'
import { dataFolder } from '../db/database.ts'
import { endWithNpm } from '../../server/parent.ts'
import { parseEnvironment } from '../settings/environment.ts'
import { StartProblem } from '../startProblem.ts'

const now = () => new Date()

async function main(args: readonly string[]): Promise<void> {
  const isLog = args[0] === 'wal'
  const [folder, ...rest] = isLog ? args.slice(1) : args
  if (!folder || rest.length > 0) throw new StartProblem('usage: FOLDER, or wal FOLDER')
  const { BACKUP_DATABASE_URL, DATABASE_URL, DATA_DIR } = parseEnvironment(process.env)
  if (!BACKUP_DATABASE_URL && (isLog || DATABASE_URL))
    throw new StartProblem('BACKUP_DATABASE_URL is missing: the server, by a role that may replicate')
  if (!BACKUP_DATABASE_URL) return say(await copyEmbedded(dataFolder(resolve(DATA_DIR)), folder, now))
  if (!isLog) return say(await copyServer(BACKUP_DATABASE_URL, folder, now))
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  endWithNpm()
  say(`receiving into ${folder}`)
  await receiveLog(BACKUP_DATABASE_URL, folder, end.signal)
}

runCommand('backup', () => main(process.argv.slice(2)))
