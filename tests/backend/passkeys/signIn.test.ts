// @vitest-environment node
// Contract, "Passkeys": a sign-in by passkey is one like any other, and needs no second factor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser, data } from '../browser.ts'
import { start } from '../start.ts'
import { ask, byPasskey, owner, visit } from './visits.ts'

let backend: RunningBackend
beforeAll(async () => {
  backend = await start({ passkeys: { mode: 'recommended' } })
}, 60_000)
afterAll(() => backend.close())

test('a member with a passkey signs in with it alone', async () => {
  const { authenticator, member } = await owner(backend)
  const browser = new Browser(backend.url)
  const { entry, tokens } = await visit(backend, browser)
  expect(data(await browser.get(`/v1/init/login${entry.search}`)).passkey).toEqual({ rp_id: 'localhost' })
  expect(await ask(browser)).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  const reply = await byPasskey(browser, authenticator)
  expect(reply.status).toBe(200)
  const claims = (await tokens(await browser.go(String(data(reply).location)))).claims()
  expect(claims).toMatchObject({ email: member.login_id, amr: ['hwk', 'user', 'mfa'] })
})
