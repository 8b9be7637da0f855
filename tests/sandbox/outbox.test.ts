import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../sandbox/context'
import { closeMail } from '../../sandbox/mail'
import { messages, sendEmail, sendSms } from '../../sandbox/outbox'
import { outboxRoutes } from '../../sandbox/routes/outbox'
import { caller, openParts, type Parts } from './sandboxParts'

let parts: Parts
let call: ReturnType<typeof caller>

beforeAll(async () => {
  parts = await openParts()
  call = caller(outboxRoutes(parts.ctx))
}, 30_000)
beforeEach(async () => {
  await parts.ctx.db.deleteFrom('outbox').execute()
})
afterAll(() => parts.close())

test('an SMS stands in the outbox, newest first, and is found however its number is written', async () => {
  await sendSms(parts.ctx, '+821012345678', '첫째')
  parts.pass(1)
  await sendSms(parts.ctx, '+821012345678', '둘째')
  await sendSms(parts.ctx, '+821099990000', '다른 사람')
  for (const to of ['01012345678', '010-1234-5678', '%2B821012345678', '+8210 1234 5678', '821012345678']) {
    const { body } = await call('GET', `/outbox.json?to=${to.replace(/^\+/, '%2B')}`)
    expect(body).toMatchObject([
      { kind: 'sms', to: '+821012345678', text: '둘째' },
      { kind: 'sms', text: '첫째' },
    ])
  }
  expect((await call('GET', '/outbox.json')).body).toHaveLength(3)
  expect((await call('GET', '/outbox.json?to=01000000000')).body).toEqual([])
})

test('the address of the sandbox by itself leads there', async () => {
  const { status, headers } = await call('GET', '/')
  expect([status, headers.get('location')]).toEqual([302, '/outbox'])
})

test('an e-mail really travels: Korean subject and text arrive whole, and a subject cannot carry a header', async () => {
  await sendEmail(
    parts.ctx,
    'someone@mail.test',
    '이메일 인증번호\r\nBcc: other@mail.test',
    '인증번호는 123456입니다.\n고맙습니다.',
  )
  const all = await messages(parts.ctx)
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({ kind: 'email', to: 'someone@mail.test' })
  expect(all[0]?.text).toMatch(/^이메일 인증번호 Bcc: other@mail\.test\n\n인증번호는 123456입니다\.\n고맙습니다\.$/)
})

test('with smtp_url the mail goes to that server, and the demo keeps a copy to read', async () => {
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      taken.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const ctx: Ctx = { ...parts.ctx, settings: { ...parts.ctx.settings, smtp_url: `smtp://127.0.0.1:${port}` } }
  await sendEmail(ctx, 'someone@mail.test', 'subject', 'text')
  expect(taken).toEqual(['someone@mail.test'])
  expect(await messages(ctx)).toHaveLength(1)
  await new Promise<void>((resolve) => server.close(resolve))
  await expect(sendEmail(ctx, 'someone@mail.test', 'subject', 'text')).rejects.toThrow('ECONNREFUSED')
  expect(await messages(ctx)).toHaveLength(1)
  await closeMail(ctx)
})

test('the page shows messages as text, without a script, and looks again by itself', async () => {
  await sendSms(parts.ctx, '+821012345678', '<img src=x onerror=alert(1)>')
  const { body, headers } = await call('GET', '/outbox')
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(body).not.toContain('<script')
  expect(body).toContain('http-equiv="refresh"')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'/,
  )
})

test('there is no outbox outside the demo, nor under another host name, nor from another machine', async () => {
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', 'unknown'])
    expect((await caller(outboxRoutes(parts.ctx), address)('GET', '/outbox.json')).status).toBe(404)
  for (const address of ['127.0.0.2', '::1', '::ffff:127.0.0.1'])
    expect((await caller(outboxRoutes(parts.ctx), address)('GET', '/outbox.json')).status).toBe(200)

  const settings = { ...parts.ctx.settings, demo: false }
  const closed = caller(outboxRoutes({ ...parts.ctx, settings }))
  const elsewhere = outboxRoutes({ ...parts.ctx, settings: { ...parts.ctx.settings, url: 'http://localhost:9' } })
  for (const path of ['/outbox', '/outbox.json']) {
    expect((await closed('GET', path)).status).toBe(404)
    expect((await caller(elsewhere)('GET', path)).status).toBe(404)
  }
})
