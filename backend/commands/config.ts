// `npm run config`: whether the settings of the environment are right and complete, without a start. With NODE_ENV=production it asks for
// everything that a backend for members needs.
import { runCommand, say } from './command.ts'
import { problemsOf } from '../startOptions.ts'
import { StartProblem } from '../startProblem.ts'

runCommand('config', async () => {
  const found = problemsOf(process.env)
  if (found.length > 0) throw new StartProblem(found.join('\n'))
  say(`config: ${process.env.NODE_ENV === 'production' ? 'right and complete' : 'right'}`)
})
