import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { eager } from './scripts/build/eager.ts'
import { finish } from './scripts/build/finish.ts'
import { chunkGroups } from './scripts/build/firstLoad.ts'
import { frequentPasswords } from './scripts/build/frequentPasswords.ts'
import { keepFirstLoad, styles } from './scripts/build/keepFirstLoad.ts'
import { page as htmlPage } from './scripts/build/page.ts'
import { runtime } from './scripts/build/runtime.ts'
import { shake } from './scripts/build/shake.ts'
import { RELEASE } from './server/release.ts'

const at = (folder: string, names: string) => names.split(' ').map((name) => `tests/${folder}/**/${name}.test.{ts,tsx}`)

/** Rules, and what reads an answer by them. */
const rules = ['tests/{rules,contract}/**/*.test.ts', 'tests/api/answer.test.ts']
/** The tests that need no page; all others get one, so that none is left out. */
const withoutPage = [...rules, 'tests/{scripts,backend,demo,conformance}/**/*.test.ts', 'tests/*.test.ts']

/** The tests of the demo, of the conformance kit, of servers in front of a backend, and of what a start needs and an end keeps. `npm run check` leaves them to `npm test`. */
const programs = [
  'tests/{conformance,demo}/**/*.test.ts',
  ...at('backend', 'database shutdown started'),
  ...at('scripts', 'connections nginx smoke'),
]

/** The tests that try an attack many times, or lose a database. `npm run check` leaves them to `npm test`. */
const hard = at(
  'backend',
  'callers deadlock fullDisk httpServer injection migrate outage pairs passwordRace races servers standby strangers tokenUse',
)

/** The tests that play random sequences. */
const models = at('backend', '*Model')

/** The tests that replace a module, load one anew or for the first time, or change the page itself. Each file has its modules to itself; the other files of a worker share theirs. */
const alone = [
  ...at('backend', 'lockFile'),
  ...at('api', '*'),
  ...at('app', 'useWarmUp Coming ComingDialog Shell'),
  ...at('effects', 'faults/chunks browser/analytics session/letter session/changeLanguage'),
  ...at('stores', 'encrypted'),
  ...at('ui', 'SearchSelect'),
  ...at('i18n', 'languages'),
  ...at('pages', 'joinWatch'),
]

const node = { environment: 'node', isolate: false } as const
/** Each backend that a test starts has a database of its own, on a server that the run starts. */
const onPostgres = {
  ...node,
  // Node runs the sources itself, as it does in production. Nothing is transformed.
  experimental: { viteModuleRunner: false },
  globalSetup: 'tests/support/postgres.ts',
  setupFiles: 'tests/support/onPostgres.ts',
} as const
const page = { environment: 'jsdom', globalSetup: 'tests/support/backend.ts' } as const

export default defineConfig({
  plugins: [react(), styles(), frequentPasswords(), keepFirstLoad(), shake(), runtime(), htmlPage(), eager(), finish()],
  define: { DAEMUN_RELEASE: JSON.stringify(RELEASE) },
  server: { port: 3000, strictPort: true, host: 'localhost' },
  build: {
    outDir: 'dist/app',
    // The oldest supported browsers: docs/decisions/0008-support-chrome-and-edge-109-firefox-115-and-safari-16.md.
    target: ['chrome109', 'edge109', 'firefox115', 'safari16'],
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
    },
  },
  test: {
    // A whole sign-in takes seconds where two cores run everything at once; a limit is for what never ends.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // Three workers on two cores: for a fifth of their time the backend's tests only wait for an answer.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Vitest starts the projects in the order of their names. The longest files come first, so that no core is idle at the end.
    projects: [
      {
        name: 'backend',
        ...onPostgres,
        include: ['tests/backend/**/*.test.ts'],
        exclude: [...models, ...hard, ...programs, ...alone],
      },
      { name: 'backend programs', ...onPostgres, include: programs },
      { name: 'backend hard', ...onPostgres, include: hard },
      { name: 'backend models', ...onPostgres, include: models },
      {
        name: 'pages',
        ...page,
        isolate: false,
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: [...withoutPage, ...alone],
        setupFiles: ['setup', 'network', 'english'].map((name) => `tests/support/${name}.ts`),
      },
      {
        name: 'pages alone',
        ...page,
        include: alone,
        exclude: withoutPage,
        setupFiles: ['tests/support/setup.ts'],
      },
      { name: 'rules', ...node, include: rules },
      { name: 'tools', ...node, include: ['tests/scripts/**/*.test.ts', 'tests/*.test.ts'], exclude: programs },
      { name: 'tools alone', environment: 'node', include: ['tests/backend/operations/lockFile.test.ts'] },
    ].map((test) => ({ extends: true as const, test })),
  },
})
