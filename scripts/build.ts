// The production build. The byte budget is part of it: a build past it has failed.
import { build } from 'vite'
import { checkBudget } from './budget'

// Vite would warn of imports without an extension, which a loader of its future could not follow.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true'
process.env.NODE_ENV = 'production'
try {
  await build({ logLevel: 'warn' })
  process.exitCode = checkBudget('dist') ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
