// `npm run jobs`: mails and other work that has failed for good (docs/operators.md, "Mails and other work").
//   npm run jobs                   lists the failed jobs: kind, since when, how many tries, and why
//   npm run jobs -- retry ID|all   starts them again
import { runCommand, say } from './command.ts'
import { openDatabase } from '../db/database.ts'
import { runJobsCommand } from './jobsCommand.ts'
import { fromEnvironment, placeOf } from '../startOptions.ts'

runCommand('jobs', async () => {
  const database = await openDatabase(placeOf({ ...fromEnvironment(process.env), migrates: false }))
  try {
    for await (const line of runJobsCommand(database.db, process.argv.slice(2), new Date())) say(line)
  } finally {
    await database.close()
  }
})
