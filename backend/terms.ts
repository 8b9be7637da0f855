// `npm run terms`: the terms that members agree to. All instances show a change at once.
//   npm run terms            lists the versions that are stored
//   npm run terms -- FILE    adds the versions of a JSON file (docs/operators.md, "Terms")
import { existsSync, readFileSync } from 'node:fs'
import { openDatabase } from './db/database'
import { listTerms, parseTerms, writeTerms } from './domain/termsFile'
import { fromEnvironment, placeOf } from './startOptions'
import { StartProblem } from './startProblem'

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartProblem(`${path} cannot be read`)
  }
}

async function main(path: string | undefined): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const terms = path === undefined ? [] : parseTerms(contentOf(path))
  const database = await openDatabase(placeOf({ ...fromEnvironment(process.env), migrates: false }))
  try {
    if (path !== undefined) {
      const { added, kept } = await writeTerms(database.db, terms)
      process.stdout.write(`added ${added}, already there ${kept}\n`)
    }
    for (const line of await listTerms(database.db, new Date())) process.stdout.write(`${line}\n`)
  } finally {
    await database.close()
  }
}

main(process.argv[2]).catch((error: unknown) => {
  const lines = error instanceof Error ? error.message : String(error)
  for (const line of lines.split('\n')) process.stderr.write(`terms: ${line}\n`)
  process.exit(1)
})
