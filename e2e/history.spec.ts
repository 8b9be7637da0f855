// Back, Forward and a second tab, and code that cannot be loaded.
import type { Page } from '@playwright/test'
import { TIMEOUT_MS } from '../src/state/timeout.ts'
import { app, partner } from './addresses.ts'
import { expect, expectSignedIn, loginForm, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { joining, visitor } from './joining.ts'
import { putAway } from './sealing.ts'
import { say } from './texts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('Back and forward', () => {
  test('from the login lead to the partner and to the form again, and after the sign-in to no form that was used', async ({
    page,
    arrive,
    member,
    watch,
  }) => {
    const someone = await member('member')
    const form = loginForm(page)
    await page.goto(partner)
    await arrive()
    await form.fill(someone)
    await page.reload()
    await expect(form.email).toHaveValue(someone.login_id)
    await expect(form.password).toHaveValue('')
    await page.goBack()
    expect(page.url()).not.toContain('transaction_id')
    await page.waitForURL(`${partner}/`)
    await page.goForward()
    await expect(page).toHaveURL(`${app}/login`)
    await expect(form.email).toHaveValue(someone.login_id)
    await form.signIn(someone)
    await expectSignedIn(page, someone)
    await page.goBack()
    await page.waitForURL(`${partner}/`)
    await page.goForward()
    await page.waitForURL(`${partner}/`)
    for (const path of ['/login', '/certification', '/loginSSO']) {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/error?code=403`)
      await expect(page.getByRole('link', { name: say('error.again') })).toBeHidden()
    }
    expect(watch.writes().filter((write) => /history.*(transaction_id|state=)/.test(write))).toEqual([])
  })

  test(
    'from the recovery lead back to a form that signs in, with the e-mail that was typed',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const someone = await member('member')
      await arrive()
      await loginForm(page).signIn({ ...someone, password: 'not-this-one-1!' })
      await expect(loginForm(page).error).toHaveText(say('refused.wrongPassword'))
      await page.getByRole('link', { name: say('login.forgot') }).click()
      await expect(page).toHaveURL(/\/identify/)
      await page.goBack()
      await expect(page).toHaveURL(`${app}/login`)
      await expect(loginForm(page).email).toHaveValue(someone.login_id)
      await loginForm(page).signIn(someone)
      await expectSignedIn(page, someone)
    },
  )
})

/** A tab with this address and a copy of the storage of this tab, as "duplicate" in the menu of a browser makes it. */
async function copyOf(page: Page): Promise<Page> {
  // A copy has what the storage has, and the stores are sealed once the browser is idle.
  await putAway(page)
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  return opened
}

test.describe('A second tab', () => {
  test('that is a copy of a join leads to the same end', { tag: '@all' }, async ({ page, outbox }) => {
    const someone = visitor('SOCIAL')
    const join = joining(page, outbox.code)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.account(someone)
    await join.person(someone)
    await expect(page.getByRole('combobox', { name: say('join.organisation'), exact: true })).toBeVisible()
    const copy = await copyOf(page)
    const other = joining(copy, outbox.code)
    for (const one of [other, join]) {
      await one.own('SOCIAL')
      await one.next()
    }
    for (const one of [other, join]) {
      await one.service()
      await one.joined()
    }
    await join.toService()
    await expectSignedIn(page, someone)
    await expect(heading(copy)).toHaveText(say('error.ended'))
  })

  test('in another language keeps each its own', { tag: '@all' }, async ({ page, context, arrive }) => {
    const other = await context.newPage()
    await arrive({ ui_locales: 'ko' })
    await arrive({ ui_locales: 'en' }, other)
    await page.reload()
    await expect(heading(page)).toHaveText(say('login.title', 'ko'))
    await expect(heading(other)).toHaveText(say('login.title', 'en'))
  })
})

test.describe('Code that cannot be loaded', () => {
  test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|ERR_FAILED|dynamically imported/))
  const lose = (page: Page, name: string, ending = 'js') =>
    intercept(page, new RegExp(`/assets/${name}.*\\.${ending}`), (route) => route.abort())

  for (const ending of ['js', 'css'])
    test(
      `at the start (${ending}): the page says so, and begins again at a press`,
      { tag: '@all' },
      async ({ page }) => {
        await lose(page, 'soon-', ending)
        await page.goto(`${app}/about`)
        await expect(heading(page)).toHaveText(say('shell.broken'))
        await page.unrouteAll()
        await page.getByRole('button', { name: say('shell.reload') }).click()
        await expect(heading(page)).toHaveText(say('title.about'))
      },
    )
})

test.describe('Code that never comes', () => {
  test.beforeEach(({ page, watch }) => {
    watch.allow(/code is late/)
    return page.clock.install()
  })
  /** A server that accepts a request and never answers. */
  const hold = (page: Page, name: string) => intercept(page, new RegExp(`/assets/${name}.*\\.js`), () => {})

  test('for a dialog: the page says so', { tag: '@all' }, async ({ page, arrive, member }) => {
    const one = await member('suspended')
    await hold(page, 'ModalContent')
    await arrive()
    const form = loginForm(page)
    await form.signIn(one)
    await expect(page.locator('.frame')).toHaveAttribute('inert')
    await page.clock.fastForward(TIMEOUT_MS)
    await expect(heading(page)).toHaveText(say('shell.broken'))
    await expect(page.locator('.frame')).not.toHaveAttribute('inert')
  })

  test(
    'for the next page: a line tells of it, and after ten seconds a page says so',
    { tag: '@all' },
    async ({ page }) => {
      await page.goto(`${app}/about`)
      await expect(heading(page)).toHaveText(say('title.about'))
      await hold(page, 'PrivacyPolicyPage')
      let loads = 0
      page.on('request', (request) => void (loads += Number(request.isNavigationRequest())))
      await page.getByRole('link', { name: say('shell.privacy'), exact: true }).click()
      await expect(page.locator('.coming')).toHaveCSS('opacity', '1')
      await expect(heading(page)).toHaveText(say('title.about'))
      await page.clock.fastForward(TIMEOUT_MS)
      await expect(heading(page)).toHaveText(say('shell.broken'))
      await expect(page.locator('.coming')).toHaveCount(0)
      expect(loads).toBe(0)
    },
  )
})
