// Spec §2, how a visit begins: only by a partner's link and with its cookies, whatever the browser stores.
// tests/pages/entry, tests/app/guards.test.tsx and tests/app/Guarded.test.tsx check every address and every answer.
import type { BrowserContext, Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { paths } from '../src/rules/visit/paths.ts'
import { app } from './addresses.ts'
import { expect, loginForm, signInUrl, test } from './fixtures.ts'
import { say } from './texts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectError(page: Page, code: '403' | '500', title: MessageKey = `error.${code}`) {
  await expect(page).toHaveURL(new RegExp(`^${app}/error(/${code}|\\?code=${code})`))
  await expect(heading(page)).toHaveText(say(title))
}

/** The link that the issuer gives to the browser, not yet followed. */
async function linkTo(context: BrowserContext, how: Parameters<typeof signInUrl>[0] = {}): Promise<string> {
  let at = signInUrl(how)
  for (let hops = 0; hops < 3 && !at.startsWith(app); hops += 1) {
    const response = await context.request.get(at, { maxRedirects: 0, maxRetries: 2 })
    at = new URL(response.headers().location ?? '', at).href
  }
  return at
}

test('a link that another browser opens gives it nothing', async ({ page, browser, context, member }) => {
  const someone = await member('member')
  const link = await linkTo(context)
  const thief = await browser.newContext()
  const elsewhere = await thief.newPage()
  await elsewhere.goto(link)
  await expectError(elsewhere, '500', 'error.cookies')
  await expect(elsewhere.getByRole('banner')).not.toContainText('한걸음')
  await thief.close()

  await page.goto(link)
  await page.waitForURL(`${app}/login`)
  await loginForm(page).signIn(someone)
  await expect(page).not.toHaveURL(/\/login/)
})

test('without the cookies of the issuer the entry names them, and goes on once they are allowed', async ({
  page,
  context,
}) => {
  const link = await linkTo(context)
  const cookies = await context.cookies()
  await context.clearCookies()
  let loads = 0
  page.on('domcontentloaded', () => void (loads += 1))
  await page.goto(link)
  await expectError(page, '500', 'error.cookies')
  await expect(page.locator('.toast')).toHaveCount(0)
  const refused = page.waitForResponse('**/v1/init/login?*')
  await page.getByRole('button', { name: say('error.retry') }).click()
  await refused
  await expectError(page, '500', 'error.cookies')
  expect(loads).toBe(1)
  await context.addCookies(cookies)
  await page.getByRole('button', { name: say('error.retry') }).click()
  await page.waitForURL(`${app}/login`)
})

test('a page that a second tab opens by its address is error 403, in the language of the visit and with a way back to the service', async ({
  context,
  arrive,
}) => {
  await arrive({ ui_locales: 'en' })
  const tab = await context.newPage()
  await tab.goto(app + paths.identifyMyId)
  await expect(heading(tab)).toHaveText(say('error.403', 'en'))
  await expect(tab.locator('html')).toHaveAttribute('lang', 'en')
  await expect(tab.getByRole('link', { name: say('info.backToService', 'en') })).toBeVisible()
})
