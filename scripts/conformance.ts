// `npm run conformance -- --auth URL --service URL --portal URL --file URL --node URL --members file.json [--report folder]`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithReader } from '../backend/commands/command.ts'
import { conforms, htmlOf, junitOf, lineOf, summaryOf } from '../conformance/report.ts'
import { runKit } from '../conformance/run.ts'
import { addressesOf, MembersFile } from '../conformance/settings.ts'

const text = { type: 'string' } as const
const options = { auth: text, service: text, portal: text, file: text, node: text, members: text, report: text }

/** The arguments of the command line. @throws one line for each wrong argument */
function read() {
  const { values } = parseArgs({ options })
  const { members, report, ...bases } = values
  const addresses = addressesOf(bases)
  if (members === undefined) throw new Error('--members: a JSON file (docs/backends.md)')
  const parsed = MembersFile.safeParse(JSON.parse(readFileSync(members, 'utf8')))
  if (parsed.success) return { addresses, file: parsed.data, report }
  throw new Error(
    parsed.error.issues.map((issue) => `${members}: ${issue.path.join('.')}: ${issue.message}`).join('\n'),
  )
}

endWithReader('conformance')
try {
  const { addresses, file, report } = read()
  let chapter = ''
  const results = await runKit(addresses, file, (result) => {
    if (result.chapter !== chapter) process.stdout.write(`\n${result.chapter}\n`)
    chapter = result.chapter
    process.stdout.write(`  ${lineOf(result).replaceAll('\n', '\n  ')}\n`)
  })
  process.stdout.write(`\n${summaryOf(results)}\n`)
  if (report !== undefined) {
    mkdirSync(report, { recursive: true })
    writeFileSync(join(report, 'junit.xml'), junitOf(results))
    writeFileSync(join(report, 'report.html'), htmlOf(results, addresses))
  }
  process.exitCode = conforms(results) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
