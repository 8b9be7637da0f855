// The backend's probes, and what becomes of open requests when the process is asked to end.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { APP } from './browser'
import { start } from './start'

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
  const sandbox = await start()
  onTestFinished(() => sandbox.close())
  for (const path of ['/livez', '/readyz']) {
    expect(await probe(sandbox.url + path)).toEqual([200, 'ok'])
    const byAddress = await fetch(sandbox.url.replace('localhost', '127.0.0.1') + path)
    expect(byAddress.status).toBe(200)
    expect(byAddress.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${sandbox.url}/metrics`)).status).toBe(404)
})

test('readiness answers 503 when the database does not answer, while the process counts as alive', async () => {
  const sandbox = await start()
  onTestFinished(() => sandbox.close())
  vi.spyOn(sandbox.ctx.db, 'getExecutor').mockImplementation(() => {
    throw new Error('no connection')
  })
  expect(await probe(`${sandbox.url}/readyz`)).toEqual([503, 'no database'])
  expect(await probe(`${sandbox.url}/livez`)).toEqual([200, 'ok'])
})

test('an open request is finished with the database before the server closes, and readiness answers 503 meanwhile', async () => {
  const sandbox = await start()
  const { socket, heard } = await openRequest(sandbox.url)
  const closed = sandbox.close()
  expect(await probe(`${sandbox.url}/readyz`)).toEqual([503, 'stopping'])
  socket.write('{}')
  await once(socket, 'close')
  expect(heard()).toMatch(/HTTP\/1\.1 400 /)
  await closed
  await expect(fetch(`${sandbox.url}/livez`)).rejects.toThrow('fetch failed')
})

test('a request that never ends is cut off at the limit', async () => {
  const sandbox = await start({ drain_ms: 100 })
  const { socket } = await openRequest(sandbox.url)
  await Promise.all([sandbox.close(), once(socket, 'close')])
})

test('421 names the Host that arrived and the one that is expected', async () => {
  const sandbox = await start()
  onTestFinished(() => sandbox.close())
  const { host } = new URL(sandbox.url)
  const answer = await fetch(`${sandbox.url.replace('localhost', '127.0.0.1')}/v1/health`)
  expect(answer.status).toBe(421)
  const { description } = (await answer.json()) as { description: string }
  expect(description).toContain(`Host: ${host}`)
  expect(description).toContain(host.replace('localhost', '127.0.0.1'))
})
