// `npm run reset`: the demo data as it was at the first start. A running sandbox does it itself; else its folder is emptied.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ports } from './ports'
import { complain, say } from './running'

if (existsSync('.env')) process.loadEnvFile('.env')
const { env } = process

async function resetRunning(url: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/demo/reset`, { method: 'POST', headers, body: '{}' }).catch(() => null)
  if (answer?.status === 503) throw new Error(`The sandbox at ${url} is just starting: try again in a moment`)
  if (answer && !answer.ok) throw new Error(`The sandbox at ${url} refused: ${answer.status}`)
  return answer !== null
}

try {
  const url = `http://localhost:${ports(env).sandbox}`
  if (await resetRunning(url)) say(`The demo data of ${url} is as new`)
  else if (env.DATABASE_URL) throw new Error('Start the sandbox first (npm start): its data is in DATABASE_URL')
  else {
    const folder = join(env.DATA_DIR || '.data', 'sandbox')
    rmSync(folder, { recursive: true, force: true })
    say(`${folder} is empty: the next start makes the demo data anew`)
  }
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
