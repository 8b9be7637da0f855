// One sign-in for all partners: silent sign-in, a new sign-in on the partner's request, and the chooser for several accounts.
import type { Page } from '@playwright/test'
import { app, partner } from './addresses.ts'
import { holdScripts } from './chunks.ts'
import { expect, expectSignedIn, signInUrl, test } from './fixtures.ts'
import { say } from './texts.ts'

/** Every path of the app that this page visited. */
function pathsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const { origin, pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && origin === app) seen.push(pathname)
  })
  return seen
}

test('signed in at one partner, the other signs the member in without a form @two', async ({ page, signedIn }) => {
  const someone = await signedIn('sk')
  const seen = pathsOf(page)
  await page.goto(signInUrl({ service: 'b' }))
  await expectSignedIn(page, someone, 'b')
  expect(seen).toEqual([])
})

test('a service that only asks whether somebody is signed in has the member at once, without the code of the app', async ({
  page,
  signedIn,
}) => {
  const someone = await signedIn('sk')
  await holdScripts(page)
  await page.goto(signInUrl({ service: 'b', prompt: 'session' }), { waitUntil: 'commit' })
  await expectSignedIn(page, someone, 'b')
})

test.describe('The account chooser', () => {
  const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) })

  test('goes on as the account that is pressed, and signs the browser out of one that is forgotten', async ({
    page,
    arrive,
    signedIn,
  }) => {
    const someone = await signedIn()
    await arrive({ prompt: 'select_account' })
    await expect(page).toHaveURL(`${app}/loginSSO`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('title.loginSso'))
    await expect(page.getByRole('main')).not.toContainText(someone.login_id)
    await expect(row(page, '계정으로 계속')).toContainText(new RegExp(`${someone.login_id.slice(0, 1)}\\S*\\*+\\S*@`))
    await row(page, '계정으로 계속').click()
    await expectSignedIn(page, someone)

    await arrive({ prompt: 'select_account' })
    await row(page, '계정 로그아웃').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('sso.forgetShort') })
      .click()
    await expect(page).toHaveURL(`${app}/login`)
    await expect(page.getByRole('status').filter({ hasText: say('sso.forgotten') })).toBeVisible()
    await page.goto(signInUrl({ prompt: 'none' }))
    await expect(page.getByRole('alert')).toContainText('login_required')
  })
})

test('signing out everywhere ends the session at every service, and the next sign-in asks @two', async ({
  page,
  arrive,
  signedIn,
}) => {
  const someone = await signedIn('sk')
  await page.goto(signInUrl({ service: 'b' }))
  await expectSignedIn(page, someone, 'b')
  await expect(page.getByText('Signed in at')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).first().click()
  await page.waitForURL(`${partner}/`)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expect(page.getByText('Signed in at')).toHaveCount(0)
  await arrive({ service: 'b' })
  await expect(page).toHaveURL(`${app}/login`)
})
