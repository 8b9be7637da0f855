// A backend behind a proxy that speaks TLS, and requests as they arrive there: over plain HTTP, with the names from outside.
import { request } from 'node:http'
import { startHashing } from '../../backend/domain/passwords/hashing.ts'
import { copyDemo } from '../../demo/members.ts'
import { freePort } from '../../server/ports.ts'
import { PARTNER, start, type Member } from './start.ts'

export type RawAnswer = { status: number; location: string; cookies: string[]; hsts: string; text: string }

/** One request, with the headers that the proxy would send. `body`: sent as JSON, by POST. */
export function rawRequest(port: number, path: string, headers: Record<string, string>, body?: unknown) {
  const json = body === undefined ? '' : JSON.stringify(body)
  const ofBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  const all = { ...(body !== undefined && ofBody), ...headers }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise<RawAnswer>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: all }, (answer) => {
      const { location = '', 'set-cookie': cookies = [], 'strict-transport-security': hsts = '' } = answer.headers
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location, cookies, hsts, text }))
    })
    asked.on('error', reject)
    asked.end(json)
  })
}

/** @returns the backend, and what copies a demo member into it */
export async function startBehindTls(url: string) {
  // The demo's services run on loopback only: here the partner is registered as an operator would.
  const client = { client_id: 'service-a', client_secret: 'a-secret-of-the-test', post_logout_redirect_uris: [] }
  const clients = [{ ...client, redirect_uris: [`${PARTNER}/callback`] }]
  const backend = await start({ plugIn: undefined, url, clients, proxy_hops: 1, port: await freePort() })
  const hashing = await startHashing(backend.ctx.settings.limits)
  const copy = async (scenario: string): Promise<Member> => {
    const member = await copyDemo(backend.ctx, hashing, scenario)
    if (!member) throw new Error('no demo member')
    return member
  }
  return { backend, copy }
}
