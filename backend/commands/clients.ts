// `npm run clients`: the partner services (docs/operators.md, "Partner services"). Every instance serves a change without a restart.
//   npm run clients                            a line for each service
//   npm run clients -- show ID                 its settings and its versions
//   npm run clients -- origins                 the setting of the app's server that names where its pages may lead
//   npm run clients -- check FILE             tries what FILE says, without a database
//   npm run clients -- add FILE [--public]     prints a secret for each service that brings none and is not public
//   npm run clients -- change FILE             replaces the settings; the secrets stay
//   npm run clients -- secret ID [--overlap 7d]   another secret; the one before it ends after that time
//   npm run clients -- webhook-secret ID [--overlap 7d]   another secret that signs webhooks
//   npm run clients -- remove ID --yes
//                      --by NAME: who does it, for the record; default: the user of the system
import { checkClients } from './checkClients.ts'
import { parseClientsCommand, runClients } from './clientsCommand.ts'
import { runCommand, say } from './command.ts'
import { runWithContext } from './commandContext.ts'
import { clientsOfFile } from '../settings/clients.ts'
import { StartProblem } from '../startProblem.ts'

async function check(file: string): Promise<void> {
  const { lines, wrong } = await checkClients(clientsOfFile(file))
  for (const line of lines) say(line)
  if (wrong > 0) throw new StartProblem(`to put right: ${wrong}`)
}

const [name, file, ...more] = process.argv.slice(2)
// A partner checks a file while the demonstration has the database.
if (name === 'check' && file !== undefined && more.length === 0) runCommand('clients', () => check(file))
else runWithContext('clients', parseClientsCommand, runClients)
