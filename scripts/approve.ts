// `npm run demo:approve`: lists the demo's joins that wait for an approval. With a login ID it approves that join, and with a reason it refuses it. It
// calls the running backend, because the embedded database belongs to one process. A real installation has `npm run members -- approve`.
import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import { endWithReader } from '../backend/commands/command.ts'
import { ports } from '../server/ports.ts'
import { complain, say } from './running.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

const Waiting = z.array(z.object({ login_id: z.string(), name: z.string(), requested_at: z.string() }))

async function list(url: string): Promise<void> {
  const waiting = Waiting.parse(await (await fetch(`${url}/demo/waiting.json`)).json())
  if (waiting.length === 0) say('Nobody waits for an approval')
  for (const { login_id, name, requested_at } of waiting) say(`${login_id} (${name}), since ${requested_at}`)
}

async function decide(url: string, login_id: string, reason: string | undefined): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ login_id, ...(reason && { reason }) })
  const answer = await fetch(`${url}/demo/approve`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(answer.status === 404 ? `Nobody of this id waits: ${login_id}` : `${answer.status}`)
  say(reason ? `${login_id} is refused` : `${login_id} is approved`)
}

endWithReader('approve')
try {
  const url = `http://localhost:${ports(process.env).backend}`
  const [login_id, ...reason] = process.argv.slice(2)
  if (login_id) await decide(url, login_id, reason.join(' ') || undefined)
  else await list(url)
} catch (error) {
  const isDown = error instanceof TypeError
  complain(isDown ? 'The backend does not answer: start it first (npm start)' : String(error))
  process.exitCode = 1
}
