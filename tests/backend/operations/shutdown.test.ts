// The backend's probes, and what becomes of open requests when the process is asked to end.
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deferred } from '../../support/deferred.ts'
import { APP, Browser } from '../browser.ts'
import { copyOf, signInAt, start } from '../start.ts'

/** In milliseconds: longer than what a shutdown waits for here, also on a busy machine. */
const LONG = 60_000

/** Sends the head of a request and holds its body back. */
async function openRequest(url: string): Promise<{ socket: Socket; heard: () => string }> {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data: Buffer) => (heard += data.toString())).on('error', () => {})
  socket.write(
    `POST /v1/client-errors HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${APP}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  )
  await vi.waitFor(() => expect(heard).toContain('100 Continue'), { timeout: 30_000 })
  return { socket, heard: () => heard }
}

const probe = async (url: string) => {
  const answer = await fetch(url)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}

test('probes answer under any Host, and every answer has the security headers', async () => {
  const backend = await start()
  onTestFinished(() => backend.close())
  for (const path of ['/livez', '/readyz']) {
    expect(await probe(backend.url + path)).toEqual([200, 'ok'])
    const byAddress = await fetch(backend.url.replace('localhost', '127.0.0.1') + path)
    expect(byAddress.status).toBe(200)
    expect(byAddress.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${backend.url}/metrics`)).status).toBe(404)
})

test('readiness answers 503 when the database does not answer, while the process counts as alive', async () => {
  const backend = await start()
  onTestFinished(() => backend.close())
  vi.spyOn(backend.ctx.db, 'getExecutor').mockImplementation(() => {
    throw new Error('no connection')
  })
  expect(await probe(`${backend.url}/readyz`)).toEqual([503, 'no database'])
  expect(await probe(`${backend.url}/livez`)).toEqual([200, 'ok'])
})

test('an open request is finished with the database before the server closes, and readiness answers 503 meanwhile', async () => {
  const backend = await start({ drain_ms: LONG })
  const { socket, heard } = await openRequest(backend.url)
  const closed = backend.close()
  expect(await probe(`${backend.url}/readyz`)).toEqual([503, 'stopping'])
  socket.write('{}')
  await once(socket, 'close')
  expect(heard()).toMatch(/HTTP\/1\.1 400 /)
  await closed
  await expect(fetch(`${backend.url}/livez`)).rejects.toThrow('fetch failed')
})

test('a notice that the relay is slow to take still leaves, though the answer was given before', async () => {
  const subjects: string[] = []
  const taken = deferred()
  const relay = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) =>
      void text(stream).then(async (mail) => {
        await taken.promise
        subjects.push(/^Subject: .*$/m.exec(mail)?.[0] ?? '')
        done()
      }),
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => relay.close())
  const { port } = relay.server.address() as AddressInfo
  const backend = await start({ smtp_url: `smtp://127.0.0.1:${port}`, drain_ms: LONG })
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  expect(subjects).toEqual([])
  const closed = backend.close()
  taken.resolve()
  await closed
  expect(subjects).toHaveLength(1)
})

test('a request that never ends is cut off at the limit', async () => {
  const backend = await start({ drain_ms: 100 })
  const { socket } = await openRequest(backend.url)
  await Promise.all([backend.close(), once(socket, 'close')])
  expect(socket.destroyed).toBe(true)
})

test('421 names the Host that arrived and the one that is expected', async () => {
  const backend = await start()
  onTestFinished(() => backend.close())
  const { host } = new URL(backend.url)
  const answer = await fetch(`${backend.url.replace('localhost', '127.0.0.1')}/v1/health`)
  expect(answer.status).toBe(421)
  const { description } = (await answer.json()) as { description: string }
  expect(description).toContain(`Host: ${host}`)
  expect(description).toContain(host.replace('localhost', '127.0.0.1'))
})
