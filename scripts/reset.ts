// `npm run reset`: restores the demo data of the first start. A running backend resets itself; otherwise this program opens its database.
import { existsSync } from 'node:fs'
import { dataFolder } from '../backend/db/database.ts'
import { fromEnvironment } from '../backend/startOptions.ts'
import { ports } from '../server/ports.ts'
import { complain, say } from './running.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { env } = process

async function resetRunning(url: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/demo/reset`, { method: 'POST', headers, body: '{}' }).catch(() => null)
  if (answer?.status === 503) throw new Error(`The backend at ${url} is just starting: try again in a moment`)
  if (answer && !answer.ok) throw new Error(`The backend at ${url} refused: ${answer.status}`)
  return answer !== null
}

/** Opens the stopped demo's database for the reset, because the members' passwords are derived from its keys. */
async function resetStopped(): Promise<void> {
  const [{ openDemo }, { resetDemo }] = await Promise.all([import('../demo/start.ts'), import('../demo/members.ts')])
  const backend = await openDemo(env, { ...ports(env), backend: 0 })
  try {
    await resetDemo(backend.ctx, backend.hashing)
  } finally {
    await backend.close()
  }
}

try {
  const url = `http://localhost:${ports(env).backend}`
  const folder = dataFolder(env.DATA_DIR || '.data')
  const isOnServer = fromEnvironment(env).database_url !== undefined
  if (await resetRunning(url)) say(`The demo data of ${url} is as new`)
  else if (!isOnServer && !existsSync(folder)) say(`There is no demo data in ${folder} yet: npm start makes it`)
  else {
    await resetStopped()
    say(`The demo data in ${isOnServer ? 'the database server' : folder} is as new; the members keep their passwords`)
  }
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
