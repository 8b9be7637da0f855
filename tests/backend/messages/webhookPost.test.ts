// A webhook reaches public addresses, and of others only those that the operator allows.
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mayReach, post } from '../../../backend/webhooks/post.ts'
import { reasonOf } from '../../../backend/jobs/reason.ts'

/** Nobody has asked for it. */
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'

let port: number
let calls: (string | undefined)[] = []
let status: number | null = 204
const server = createServer((request, response) => {
  calls.push(request.url)
  request.resume()
  if (status === null) return
  if (status === 101) return void request.socket.end(UPGRADE)
  response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  calls = []
  status = 204
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const LOOPBACK = ['127.0.0.0/8', '::1']
const call = (host: string, allowed: readonly string[], timeout_ms = 10_000) =>
  post(`http://${host}:${port}/hook`, { headers: {}, body: '{}' }, { timeout_ms, allowed })
const reason = (call_: Promise<void>) => call_.then(() => 'accepted', reasonOf)

describe('an address', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'of this machine is not called: %s',
    async (host) => {
      expect(await reason(call(host, []))).toBe('ADDRESS_NOT_PUBLIC')
      expect(calls).toEqual([])
    },
  )

  test.each([
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
  ])('that is not public is not reached: %s', (address) => expect(mayReach(address, [])).toBe(false))

  test.each(['93.184.215.14', '172.32.0.1', '2606:4700::1111'])('that is public is reached: %s', (address) =>
    expect(mayReach(address, [])).toBe(true),
  )

  test('is not called if its name also has one that is not public', async () => {
    const found = ['93.184.215.14', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    const answer = (_: string, __: object, done: (error: null, all: object[]) => void) => done(null, found)
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(answer as unknown as typeof dns.lookup)
    syncBuiltinESMExports()
    onTestFinished(() => {
      lookup.mockRestore()
      syncBuiltinESMExports()
    })
    expect(await reason(call('both.test', []))).toBe('ADDRESS_NOT_PUBLIC')
    expect(lookup).toHaveBeenCalledOnce()
  })

  test('that the operator allows is called, by name and by number, and its neighbours are not', async () => {
    expect(await reason(call('localhost', LOOPBACK))).toBe('accepted')
    expect(await reason(call('127.0.0.1', ['127.0.0.1']))).toBe('accepted')
    expect(await reason(call('127.0.0.1', ['127.0.0.2/32']))).toBe('ADDRESS_NOT_PUBLIC')
    expect(calls).toEqual(['/hook', '/hook'])
  })
})

describe('an answer', () => {
  test.each([301, 307, 400, 410, 500])('other than 2xx is a failure, and no redirect is followed: %d', async (code) => {
    status = code
    expect(await reason(call('127.0.0.1', LOOPBACK))).toBe(`ANSWERED ${code}`)
    expect(calls).toEqual(['/hook'])
  })

  test('that changes the protocol is a failure, and does not keep the job for ever', async () => {
    status = 101
    expect(await reason(call('127.0.0.1', LOOPBACK))).toBe('NO_ANSWER')
  })

  test('that does not come is waited for no longer than the timeout', async () => {
    status = null
    expect(await reason(call('127.0.0.1', LOOPBACK, 50))).toBe('ETIMEDOUT')
  })
})
