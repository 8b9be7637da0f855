// `npm run config`: whether the settings of the environment are right and complete, without a start. With NODE_ENV=production it asks for
// everything that a backend for members needs.
import { existsSync } from 'node:fs'
import { fromEnvironment, problemsInProduction } from './startOptions'

if (existsSync('.env')) process.loadEnvFile('.env')

function found(): string[] {
  const problems = problemsInProduction(process.env)
  try {
    fromEnvironment(process.env)
    return problems
  } catch (error) {
    return [...problems, ...(error instanceof Error ? error.message : String(error)).split('; ')]
  }
}

const lines = found()
for (const line of lines) process.stderr.write(`config: ${line}\n`)
const isProduction = process.env.NODE_ENV === 'production'
if (lines.length === 0) process.stdout.write(`config: ${isProduction ? 'right and complete' : 'right'}\n`)
process.exitCode = lines.length > 0 ? 1 : 0
