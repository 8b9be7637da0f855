// The production build: dist/app for browsers, dist/server for Node, and dist/maps, which stays with the engineers. It fails if the app exceeds the byte budget.
import { build } from 'vite'
import { checkBudget } from './budget.ts'
import { buildServer } from './build/serverFolder.ts'

process.env.NODE_ENV = 'production'
try {
  await build({ logLevel: 'warn' })
  await buildServer('.', 'dist/server', 'dist/maps/server')
  process.exitCode = checkBudget('dist/app') ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
