// `npm run mutate [rules|domain] [file or folder …]`: changes the code in small ways and counts the changes that no test notices. Fails below the target's score.
// StrykerJS mutates a copy of the tree in .data/. Its report names each change that survived: node_modules/.daemun/mutate/TARGET.html.
import { statSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'

/** A target has a configuration of Vitest beside this file. */
type Target = {
  mutate: string[]
  /** The lowest accepted share of noticed changes, in percent. */
  score: number
  /** Leaves out what runs while a module loads: each such change would need every test of the backend. */
  ignoreStatic: boolean
}

const TARGETS: Record<string, Target> = {
  rules: {
    mutate: ['src/rules/**/*.ts', 'contract/{email,locale,names,url}.ts'],
    score: 85,
    ignoreStatic: false,
  },
  domain: { mutate: ['backend/domain/**/*.ts'], score: 75, ignoreStatic: true },
}

const REPORTS = 'node_modules/.daemun/mutate'

const [first = 'rules', ...paths] = process.argv.slice(2)
const target = TARGETS[first]
if (!target) {
  process.stderr.write(`${first} is none of: ${Object.keys(TARGETS).join(', ')}\n`)
  process.exit(1)
}

await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: `scripts/mutate/${first}.ts` },
  mutate:
    paths.length === 0 ? target.mutate : paths.map((path) => (statSync(path).isFile() ? path : `${path}/**/*.ts`)),
  ignoreStatic: target.ignoreStatic,
  coverageAnalysis: 'perTest',
  // Half of the cores: the tests themselves need a second one for PostgreSQL and for Vite.
  concurrency: '50%',
  dryRunTimeoutMinutes: 60,
  thresholds: { high: 100, low: target.score, break: target.score },
  tempDirName: '.data/mutate',
  ignorePatterns: ['dist', '.data', 'screenshots', 'test-results', 'playwright-report'],
  // Stryker rewrites this file with an interface that TypeScript 7 lacks. The copy stands as deep as it needs to.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: `${REPORTS}/${first}.html` },
  jsonReporter: { fileName: `${REPORTS}/${first}.json` },
  warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
}).runMutationTest()
