// `npm run config`: whether the settings of the environment are right and complete, without a start. With NODE_ENV=production it asks for
// everything that a backend for members needs. Where there are settings of the app's server, it looks at these as well.
import { runCommand, say } from '../../backend/commands/command.ts'
import { StartProblem } from '../../backend/startProblem.ts'
import { configProblems } from './problems.ts'

runCommand('config', async () => {
  const found = configProblems(process.env)
  if (found.length > 0) throw new StartProblem(found.join('\n'))
  say(`config: ${process.env.NODE_ENV === 'production' ? 'right and complete' : 'right'}`)
})
