// `npm run terms`: the terms that members agree to. All instances show a change at once.
//   npm run terms            lists the versions that are stored
//   npm run terms -- FILE    adds the versions of a JSON file (docs/operators.md, "Terms")
import { runCommand, say } from './command.ts'
import { openDatabase } from '../db/database.ts'
import { listTerms, parseTerms, problemOfTerms, writeTerms } from '../domain/terms/termsFile.ts'
import { contentOf } from '../settings/contentOf.ts'
import { fromEnvironment, placeOf } from '../startOptions.ts'

runCommand('terms', async () => {
  const path = process.argv[2]
  const terms = path === undefined ? [] : parseTerms(contentOf(path))
  const database = await openDatabase(placeOf({ ...fromEnvironment(process.env), migrates: false }))
  try {
    if (path !== undefined) {
      const { added, kept } = await writeTerms(database.db, terms)
      say(`added ${added}, already there ${kept}`)
    }
    const now = new Date()
    for (const line of await listTerms(database.db, now)) say(line)
    const problem = await problemOfTerms(database.db, now)
    if (problem) say(`the backend does not start yet: ${problem}`)
  } finally {
    await database.close()
  }
})
