// `npm run config`: whether the settings of the environment are right and complete, without a start. With NODE_ENV=production it asks for
// everything that a backend for members needs.
import { runCommand, say } from './command.ts'
import { fromEnvironment, problemsInProduction } from '../startOptions.ts'
import { StartProblem } from '../startProblem.ts'

function problems(): string[] {
  const lacking = problemsInProduction(process.env)
  try {
    fromEnvironment(process.env)
    return lacking
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return [...lacking, ...error.message.split('; ')]
  }
}

runCommand('config', async () => {
  const found = problems()
  if (found.length > 0) throw new StartProblem(found.join('\n'))
  say(`config: ${process.env.NODE_ENV === 'production' ? 'right and complete' : 'right'}`)
})
