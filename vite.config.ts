import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { eager } from './scripts/build/eager.ts'
import { finish } from './scripts/build/finish.ts'
import { chunkGroups } from './scripts/build/firstLoad.ts'
import { keepFirstLoad, styles } from './scripts/build/keepFirstLoad.ts'
import { page } from './scripts/build/page.ts'
import { runtime } from './scripts/build/runtime.ts'
import { shake } from './scripts/build/shake.ts'

/** The tests that need no page; all others get one, so that none is left out. */
const withoutPage = ['tests/{rules,wire,scripts,backend,demo,conformance}/**/*.test.ts', 'tests/*.test.ts']

/** The tests of races and row locks. On the embedded database, which has one connection, they could not fail. */
const races = [
  'deadlock',
  'identify',
  'join',
  'keyRotation',
  'login',
  'oidc',
  'races',
  'resolve',
  'roles',
  'service',
].map((name) => `tests/backend/${name}.test.ts`)

/**
 * The tests that play random sequences. They are the slowest, and a late start would leave the other core idle at the end. Vitest starts its
 * projects in the order of their names, so this one comes before `node` and `postgres`.
 */
const models = ['tests/backend/*Model.test.ts']

export default defineConfig({
  plugins: [react(), styles(), keepFirstLoad(), shake(), runtime(), page(), eager(), finish()],
  server: { port: 3000, strictPort: true, host: 'localhost' },
  build: {
    // The oldest supported browsers: docs/decisions/0050-support-chrome-and-edge-109-firefox-115-and-safari-16.md.
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
    hookTimeout: 60_000,
    // Three workers on two cores: for a fifth of their time the backend's tests only wait for an answer.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: withoutPage,
          exclude: [...races, ...models],
        },
      },
      {
        extends: true,
        test: { name: 'models', environment: 'node', include: models },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          environment: 'node',
          include: races,
          globalSetup: 'tests/support/postgres.ts',
          setupFiles: ['tests/support/onPostgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: withoutPage,
          globalSetup: 'tests/support/backend.ts',
          setupFiles: ['tests/support/setup.ts'],
        },
      },
    ],
  },
})
