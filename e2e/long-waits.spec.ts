// Faults, "A call that hangs": a press is kept as long as it takes. After ten seconds the page offers to try again, and loses nothing.
import type { Page } from '@playwright/test'
import { backend } from './addresses.ts'
import { countLoads, entryScript, lose } from './chunks.ts'
import { axe, expect, expectSignedIn, loginForm, main, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { joinAs } from './joining.ts'
import { waitLong } from './longWait.ts'
import { LANGUAGES, say } from './texts.ts'

/** The first call of this path is never answered. */
const hold = (page: Page, path: string) =>
  intercept(
    page,
    (url) => url.origin === backend && url.pathname === path,
    () => {},
    { times: 1 },
  )

const again = (page: Page, language = LANGUAGES[0]) =>
  main(page).getByRole('button', { name: say('error.retry', language), exact: true })

test.beforeEach(async ({ page }) => page.clock.install())

test('the answer to the password never comes: "try again" signs in, and the links of the form have not moved', async ({
  page,
  arrive,
  member,
}) => {
  const one = await member('member')
  await arrive()
  await hold(page, '/v1/verify/pwd')
  await loginForm(page).signIn(one)
  const link = page.getByRole('link', { name: say('login.forgot') })
  const before = await link.boundingBox()
  await waitLong(page)
  expect(await link.boundingBox()).toEqual(before)
  await axe(page)
  await again(page).press('Enter')
  await expect(again(page)).toHaveCount(0)
  await expectSignedIn(page, one)
})

test('ten seconds after a press that was answered, a screen of the join offers no reload @all', async ({ page }) => {
  const join = await joinAs(page, 'SOCIAL')
  await join.terms()
  await expect(join.label('join.loginId')).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect(page.getByRole('button', { name: say('shell.reload') })).toHaveCount(0)
  await expect(main(page).getByText(say('common.slow'))).toHaveCount(0)
})

test('a sign-in that leaves without the app, and gets no page, can be sent on its way again', async ({
  page,
  member,
}) => {
  const one = await member('member')
  await lose(page, entryScript(), 'hangs')
  const left = page.waitForResponse(`${backend}/oidc/auth/*`)
  await intercept(page, `${backend}/oidc/auth/*`, (route) => route.fulfill({ status: 204 }), { times: 1 })
  await page.goto(signInUrl({ ui_locales: 'en' }), { waitUntil: 'commit' })
  await loginForm(page, 'en').signIn(one)
  await left
  await page.clock.fastForward(11_000)
  await expect(main(page).getByText(say('common.slow', 'en'))).toBeVisible()
  await expect(loginForm(page, 'en').password).toHaveValue('')
  await page.getByRole('button', { name: say('shell.reload', 'en') }).click()
  await expectSignedIn(page, one)
})

test('a press stays while neither the app nor the init data comes: the page says so, and does not reload by itself', async ({
  page,
  watch,
  member,
}) => {
  watch.allow(/Failed to load resource|net::ERR_/)
  const one = await member('member')
  const loads = countLoads(page)
  await lose(page, entryScript(), 'hangs', 1)
  await hold(page, '/v1/init/login')
  await page.goto(signInUrl({ ui_locales: 'en' }), { waitUntil: 'commit' })
  await loginForm(page, 'en').signIn(one)
  await page.clock.fastForward(4000)
  await expect(main(page).getByText(say('common.slow', 'en'))).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(loginForm(page, 'en').email).toHaveValue(one.login_id)
  expect(loads()).toBe(1)
  await page.getByRole('button', { name: say('shell.reload', 'en') }).click()
  await expect.poll(loads).toBe(2)
  await expect(main(page).getByText(say('common.slow', 'en'))).toBeHidden()
  await loginForm(page, 'en').signIn(one)
  await expectSignedIn(page, one)
})
