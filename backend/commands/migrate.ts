// `npm run migrate`: brings the tables of the PostgreSQL server up to date while the release before goes on serving.
//   npm run migrate               what this release needs before it can start
//   npm run migrate -- plan       says what would run, and what it locks
//   npm run migrate -- contract   afterwards, when no instance of the release before runs any more: removes what only that one needed
import { runCommand, say } from './command.ts'
import { migrateServer, planOf } from '../db/database.ts'
import { databaseOf, parseEnvironment } from '../settings/environment.ts'
import { StartProblem } from '../startProblem.ts'

const COMMANDS: ReadonlySet<string> = new Set(['up', 'plan', 'contract'])

async function main(words: readonly string[]): Promise<void> {
  const [command = 'up', ...more] = words
  if (!COMMANDS.has(command) || more.length > 0)
    throw new StartProblem(`no command ${words.join(' ')}: plan, contract, or none`)
  const { database_url, migration_url } = databaseOf(parseEnvironment(process.env))
  if (!database_url) throw new StartProblem('DATABASE_URL is missing. The database in DATA_DIR migrates at the start')
  const place = { database_url, migration_url }
  if (command === 'plan') {
    const { now, contracts } = await planOf(place)
    for (const line of now) say(line)
    for (const line of contracts) say(`with contract: ${line}`)
    if (now.length + contracts.length === 0) say('nothing to do')
    return
  }
  const done = await migrateServer(place, { contract: command === 'contract', note: say })
  say(done.length > 0 ? `done: ${done.length} migrations` : 'nothing to do')
}

runCommand('migrate', () => main(process.argv.slice(2)))
