// The outbox as a page and as JSON.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendSms } from '../../backend/outbox.ts'
import { outboxRoutes } from '../../demo/routes/outbox.ts'
import { caller } from '../backend/backendParts.ts'
import { sharedParts } from '../backend/shared.ts'

let call: ReturnType<typeof caller>

const parts = sharedParts()
beforeAll(async () => {
  call = caller(outboxRoutes(parts.ctx))
})
beforeEach(async () => {
  await parts.ctx.db.deleteFrom('outbox').execute()
})

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

test('the address of the backend by itself leads there', async () => {
  const { status, headers } = await call('GET', '/')
  expect([status, headers.get('location')]).toEqual([302, '/outbox'])
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

test('there is no outbox under another host name, nor from another machine', async () => {
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', 'unknown'])
    expect((await caller(outboxRoutes(parts.ctx), address)('GET', '/outbox.json')).status).toBe(404)
  for (const address of ['127.0.0.2', '::1', '::ffff:127.0.0.1'])
    expect((await caller(outboxRoutes(parts.ctx), address)('GET', '/outbox.json')).status).toBe(200)

  const elsewhere = outboxRoutes({ ...parts.ctx, settings: { ...parts.ctx.settings, url: 'http://localhost:9' } })
  for (const path of ['/outbox', '/outbox.json']) expect((await caller(elsewhere)('GET', path)).status).toBe(404)
})
