// Contract, "Account": the sign-in of the account's pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { APP } from '../browser.ts'
import { copyOf, start } from '../start.ts'
import { enterAccount } from './member.ts'

let backend: RunningBackend
beforeAll(async () => {
  backend = await start()
}, 120_000)
afterAll(() => backend.close())

test('a sign-in of the account leads back to the page that the member wanted', async () => {
  const member = await copyOf(backend, 'member')
  const { page, browser } = await enterAccount(backend, member, { return_to: '/account/security' })
  expect(page.href).toBe(`${APP}/account/security?signed_in=1`)
  const again = await browser.post('/v1/init/account', { return_to: '/account' })
  expect((await browser.go((again.body as { data: { location: string } }).data.location)).href).toBe(
    `${APP}/account?signed_in=1`,
  )
})
