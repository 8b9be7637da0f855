// `npm run smoke -- https://id.example.com`: signs a test member in and out on a deployment, as a browser and a partner service would.
// Prints each step with its milliseconds. Exit code 1 if a step fails, whose name is in the last line.
import * as z from 'zod/mini'
import { runCommand, say } from '../../backend/commands/command.ts'
import { StartProblem } from '../../backend/startProblem.ts'
import { smokeSettings } from './settings.ts'
import { smoke, type Step } from './steps.ts'

/** Why a step failed: the message, and the code of what is behind it, such as ECONNREFUSED. Neither has a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return 'an answer of another form'
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const told = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.message}${told}`
}

const step: Step = async (name, work) => {
  const from = performance.now()
  const took = () => `${Math.round(performance.now() - from)} ms`.padStart(8)
  try {
    const done = await work()
    say(`✓ ${took()}  ${name}`)
    return done
  } catch (error) {
    say(`✗ ${took()}  ${name}`)
    throw new StartProblem(`failed at "${name}": ${reasonOf(error)}`)
  }
}

runCommand('smoke', async () => {
  const from = performance.now()
  await smoke(smokeSettings(process.argv[2], process.env), step)
  say(`signed in and out in ${Math.round(performance.now() - from)} ms`)
})
