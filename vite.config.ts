import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { eager } from './scripts/build/eager.ts'
import { finish } from './scripts/build/finish.ts'
import { page } from './scripts/build/page.ts'
import { runtime } from './scripts/build/runtime.ts'
import { shake } from './scripts/build/shake.ts'

// @note react-router's package map leads to its development build; these two paths have no other way to the production one.
const router = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))

/** The tests that need no page; all others get one, so that none is left out. */
const withoutPage = ['tests/{rules,wire,scripts,sandbox,conformance}/**/*.test.ts', 'tests/*.test.ts']

export default defineConfig(({ command }) => ({
  plugins: [react(), shake(), runtime(), page(), eager(), finish()],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: router('index.mjs') },
            { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
          ]
        : [],
  },
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
          groups: [
            // Two files are compiled beside each other, and this one is still in the cache when only the app has changed.
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, tags: ['$initial'], priority: 1 },
            // @note Without this Vite splits what lazy routes share out of the entry: more requests and 5 kB more.
            { name: 'app', test: /./, tags: ['$initial'] },
            // @note What nearly every page needs is one file, and not a dozen that each cost a round trip's attention; so is the little that
            // the entry shares with the sending of the form.
            { name: 'shared', test: /\/src\/|\/node_modules\/zod\//, minShareCount: 6 },
            {
              name: 'entry',
              test: /\/src\/(api\/init|effects\/(enter|onFailure|seal)|rules\/(entry|errors\/http)|wire\/identify)\.ts$/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  test: {
    // A whole sign-in takes seconds where two cores run everything at once; a limit is for what never ends.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    // @note Left to itself Vitest keeps one core free: of two that is half of the machine.
    maxWorkers: '100%',
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
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: withoutPage,
          globalSetup: 'tests/support/sandbox.ts',
          setupFiles: ['tests/support/setup.ts'],
        },
      },
    ],
  },
}))
