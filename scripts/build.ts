// The production build. It fails if it exceeds the byte budget.
import { build } from 'vite'
import { checkBudget } from './budget.ts'

// Vite would warn of imports without an extension, which a future loader cannot resolve.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true'
process.env.NODE_ENV = 'production'
try {
  await build({ logLevel: 'warn' })
  process.exitCode = checkBudget('dist') ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
