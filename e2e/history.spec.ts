// Back, Forward and a second tab, and code that cannot be loaded.
import type { Page } from '@playwright/test'
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
  test('that is a copy of a join leads to the same end @all', async ({ page, outbox }) => {
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
})

test.describe('Code that cannot be loaded', () => {
  test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|ERR_FAILED|dynamically imported/))
  const lose = (page: Page, name: string, ending = 'js') =>
    intercept(page, new RegExp(`/assets/${name}.*\\.${ending}`), (route) => route.abort())

  for (const ending of ['js', 'css'])
    test(`at the start (${ending}): the page says so, and begins again at a press @all`, async ({ page }) => {
      await lose(page, 'soon-', ending)
      await page.goto(`${app}/about`)
      await expect(heading(page)).toHaveText(say('shell.broken'))
      await page.unrouteAll()
      await page.getByRole('button', { name: say('shell.reload') }).click()
      await expect(heading(page)).toHaveText(say('title.about'))
    })
})
