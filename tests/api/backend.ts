// A backend on its own port, reached over the network. It shows the headers that jsdom's requests carry and how the requests end.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { configureClients } from '../../src/api/http.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import type { Failure } from '../../contract/shapes/answer.ts'
import { parseSettings } from '../../contract/settings.ts'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
export type Reply = (request: IncomingMessage, response: ServerResponse) => void

export const sendJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

type Listening = { url: string; seen: Seen[]; close: () => Promise<void> }

/** @returns its address, the requests that it received, without preflights, and what ends it */
export async function listen(reply: Reply): Promise<Listening> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? 'null')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader(
      'access-control-allow-headers',
      'content-type, x-authenticator, x-account-session, idempotency-key, traceparent',
    )
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      reply(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, seen, close }
}

/** A backend for one test. */
export async function backend(reply: Reply): Promise<Omit<Listening, 'close'>> {
  const { close, ...listening } = await listen(reply)
  onTestFinished(close)
  return listening
}

/** Points the five clients to this address, in a tab with this visit. @returns the failures that the clients reported to the app */
export function connect(
  url: string,
  visit: Transaction | null = null,
  more: object = {},
  onCodeLost: (error: unknown) => Promise<void> = async () => {},
): [Failure, string][] {
  const failures: [Failure, string][] = []
  const names = ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'].map((name) => [`VITE_${name}_API_URL`, url])
  const parsed = parseSettings({ ...Object.fromEntries(names), VITE_STORAGE_KEY: 'a storage key for tests', ...more })
  if ('problems' in parsed) throw new Error(parsed.problems.join())
  configureClients(
    parsed.settings,
    (failure, where) => failures.push([failure, where]) < 0,
    onCodeLost,
    () => visit,
    () => 'ko',
  )
  return failures
}
