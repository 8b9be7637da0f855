// Security B4: a code that was not handed over. The member's limits are for messages that arrive, or may.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewaysOf } from '../../../backend/sms/gateways.ts'
import { accountMember, type AccountMember } from '../account/member.ts'
import { data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })
// The limits of their network.
beforeEach(() => void (now += 3_600_000))
let answer = 200
const gateway = createServer((_, res) => void res.writeHead(answer).end())
const listen = () => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
const close = () => new Promise((resolve) => gateway.close(resolve))
const leaveByGateway = () => {
  const { port } = gateway.address() as AddressInfo
  backend.ctx.settings.sms_gateways = gatewaysOf({ SMS_URL: `http://127.0.0.1:${port}`, SMS_SECRET: 'x'.repeat(32) })
}
beforeAll(listen)
afterAll(close)

/** @returns the status of each of so many calls that ask for a code */
async function ask(me: AccountMember, calls: number): Promise<number[]> {
  const { auth_token } = data(await me.call('POST', '/proof/token', { method: 'SMS', purpose: 'PROOF' }))
  const statuses: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const reply = await me.browser.post(
      '/authenticator/v1/issue/sms',
      {},
      { 'x-authenticator': `Token ${String(auth_token)}` },
    )
    statuses.push(reply.status)
  }
  return statuses
}

describe('while text messages do not leave', () => {
  test.each([
    ['refuses', 403],
    ['has no time for', 503],
    ['is not there for', null],
  ])('a code that the gateway %s uses up none of the member’s: one leaves as soon as it can', async (_, status) => {
    const me = await accountMember(backend)
    leaveByGateway()
    if (status === null) await close()
    else answer = status
    expect(await ask(me, 6)).toEqual(Array.from({ length: 6 }, () => 503))
    if (status === null) await listen()
    answer = 200
    leaveByGateway()
    expect(await ask(me, 2)).toEqual([200, 429])
  })

  test('one that may arrive all the same counts', async () => {
    const me = await accountMember(backend)
    leaveByGateway()
    answer = 500
    expect(await ask(me, 2)).toEqual([503, 429])
  })
})
