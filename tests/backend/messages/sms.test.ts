// Text messages that leave: the calls of each gateway, what happens when one fails, and that no secret is kept.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages, sendSms } from '../../../backend/outbox.ts'
import { gatewaysOf } from '../../../backend/sms/gateways.ts'
import { sendByGateways } from '../../../backend/sms/send.ts'
import { openParts, type Parts } from '../backendParts.ts'

const AT = new Date('2026-03-02T09:00:00Z')
const SECRET = 'a-secret-of-the-operator-0123456789'
const SMS = { to: '+821012345678', text: '인증번호는 123456입니다.' }

const only = (SMS_URL: string) => {
  const [gateway] = gatewaysOf({ SMS_URL, SMS_SECRET: SECRET })
  if (!gateway) throw new Error('no gateway')
  return gateway
}

// The shapes are those that the packages `twilio` 6.3.1 and `solapi` 6.0.1 send.
describe('the calls', () => {
  test('Twilio gets a form, with the account as the user', () => {
    const { url, headers, body } = only('twilio://AC1:t%2Fken@+15557654321').callFor(SMS, AT)
    expect(url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json')
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()).toBe('AC1:t/ken')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: '+821012345678',
      From: '+15557654321',
      Body: SMS.text,
    })
  })

  test('Solapi gets the number as it is dialled, and a signature over date and salt', () => {
    const gateway = only('solapi://KEY:SECRET@0212345678')
    const { url, headers, body } = gateway.callFor(SMS, AT)
    expect(url).toBe('https://api.solapi.com/messages/v4/send-many/detail')
    expect(JSON.parse(body)).toEqual({ messages: [{ to: '01012345678', from: '0212345678', text: SMS.text }] })
    expect(JSON.parse(gateway.callFor({ ...SMS, to: '+14155550123' }, AT).body)).toEqual({
      messages: [{ to: '4155550123', country: '1', from: '0212345678', text: SMS.text }],
    })
    const said = /^HMAC-SHA256 apiKey=KEY, date=(?<date>\S+), salt=(?<salt>\S+), signature=(?<signature>[0-9a-f]+)$/
    const { date = '', salt = '', signature } = said.exec(headers.authorization ?? '')?.groups ?? {}
    expect(new Date(date)).toEqual(AT)
    expect(salt.length).toBeGreaterThanOrEqual(12)
    expect(signature).toBe(
      createHmac('sha256', 'SECRET')
        .update(date + salt)
        .digest('hex'),
    )
  })

  test.each([
    ['ftp://sms.test', 'SMS_URL: an absolute URL with https'],
    ['http://sms.test/send', 'SMS_URL: an absolute URL with https'],
    ['twilio://AC1@+15557654321', 'SMS_URL: twilio://account:token@sender'],
    ['solapi://KEY:canary@', 'SMS_URL'],
    ['twilio://AC1:%ZZcanary@+15557654321', 'SMS_URL: twilio://account:token@sender'],
    ['https://daemun:canary@sms.test', 'SMS_URL: an absolute URL with https'],
  ])('%s is refused without its secret', (SMS_URL, said) => {
    const refused = () => gatewaysOf({ SMS_URL, SMS_SECRET: SECRET })
    expect(refused).toThrow(said)
    expect(refused).not.toThrow('canary')
  })

  test('a signed call needs a secret, and a fallback needs a first gateway', () => {
    expect(() => gatewaysOf({ SMS_URL: 'https://sms.test' })).toThrow('SMS_SECRET')
    expect(() => gatewaysOf({ SMS_FALLBACK_URL: 'https://sms.test', SMS_SECRET: SECRET })).toThrow('SMS_URL is missing')
  })
})

describe('sending', () => {
  type Got = { headers: IncomingHttpHeaders; body: string }
  const got: Got[] = []
  let answer: (path: string) => { status: number; body?: string } | null
  let parts: Parts
  let origin: string
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      got.push({ headers: req.headers, body })
      const given = answer(req.url ?? '')
      if (given === null) return
      res.writeHead(given.status, { location: 'https://elsewhere.test' }).end(given.body ?? '{}')
    })
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    parts = await openParts()
  })
  beforeEach(async () => {
    got.length = 0
    parts.lines.length = 0
    answer = () => ({ status: 200 })
    await parts.ctx.db.deleteFrom('outbox').execute()
  })
  afterAll(async () => {
    await parts.close()
    server.closeAllConnections()
    server.close()
  })

  const ctxWith = (gateways: { SMS_URL: string; SMS_FALLBACK_URL?: string }, copies_messages = false) => ({
    ...parts.ctx,
    now: () => new Date(),
    settings: { ...parts.ctx.settings, copies_messages, sms_gateways: gatewaysOf({ ...gateways, SMS_SECRET: SECRET }) },
  })

  test("the operator's own gateway can check the signature, and nothing stays in the outbox", async () => {
    const ctx = ctxWith({ SMS_URL: `${origin}/sms` })
    await sendSms(ctx, SMS.to, SMS.text)
    const [{ headers, body } = { headers: {}, body: '' }] = got
    const verifier = new Webhook(SECRET, { format: 'raw' })
    expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'sms.send', data: SMS })
    expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow('signature')
    expect(await messages(ctx)).toEqual([])
  })

  test('the demonstration keeps a copy to read', async () => {
    const ctx = ctxWith({ SMS_URL: `${origin}/sms` }, true)
    await sendSms(ctx, SMS.to, SMS.text)
    expect(await messages(ctx)).toMatchObject([{ kind: 'sms', ...SMS }])
  })

  test.each([
    ['refuses', () => ({ status: 401 }), 'answered 401'],
    ['fails', () => ({ status: 503 }), 'answered 503'],
    ['leads elsewhere', () => ({ status: 307 }), 'TypeError'],
    ['is silent', () => null, 'TimeoutError'],
  ])('when the first gateway %s, the second one sends', async (_, first, reason) => {
    const late = new AbortController()
    const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => late.signal)
    answer = (path) => {
      if (path !== '/first') return { status: 202 }
      const given = first()
      // The time of the call passes when the gateway has it, and is silent.
      if (given === null) late.abort(new DOMException('late', 'TimeoutError'))
      return given
    }
    const ctx = ctxWith({ SMS_URL: `${origin}/first`, SMS_FALLBACK_URL: `${origin}/second` })
    await sendSms(ctx, SMS.to, SMS.text)
    expect(got).toHaveLength(2)
    // Both gateways together take less than the ten seconds that the app waits.
    expect(asked.mock.calls.flat().reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10_000)
    expect(parts.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'sms.failed', gateway: new URL(origin).host, reason },
    ])
  })

  test('when no gateway takes the message, the sender gets an error, and the log has neither number nor code', async () => {
    answer = () => ({ status: 500 })
    const ctx = ctxWith({ SMS_URL: `${origin}/sms` })
    await expect(sendSms(ctx, SMS.to, SMS.text)).rejects.toThrow('no gateway took the message')
    expect(parts.lines.join()).not.toMatch(/123456|1012345678/)
    expect(await messages(ctx)).toEqual([])
  })

  test('Solapi answers 200 for a message that it did not take', async () => {
    const gateways = gatewaysOf({ SMS_URL: 'solapi://KEY:SECRET@0212345678' })
    const lists = (failedMessageList: object[]) => () => Promise.resolve(Response.json({ failedMessageList }))
    const sending = { gateways, answer_ms: 1000, now: () => AT, log: () => {} }
    await sendByGateways(SMS, { ...sending, fetch: lists([]) })
    const refused = sendByGateways(SMS, { ...sending, fetch: lists([{ statusCode: '1062' }]) })
    await expect(refused).rejects.toThrow('no gateway took the message')
  })
})
