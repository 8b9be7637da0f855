// Faults, code that cannot be loaded: the page reloads once at most, then says what happened in the language of the visit and offers
// a way on. Without a connection the page stays as it is.
import type { Page } from '@playwright/test'
import { TIMEOUT_MS } from '../src/state/timeout.ts'
import { app } from './addresses.ts'
import { chunkOf, countLoads, entryScript, lose } from './chunks.ts'
import { expect, expectSignedIn, loginForm, main, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { waitLong } from './longWait.ts'
import { say } from './texts.ts'

// The browser lists a file that it could not load as an error in the console.
test.beforeEach(({ watch }) =>
  watch.allow(/Failed to load resource|net::ERR_|dynamically imported module|code is late/),
)

/** The arrival of the code that sends a sign-in. */
const codeOfSignIn = (page: Page) =>
  Promise.all(
    ['src/pages/login/submit.ts', 'src/api/transport.ts'].map((source) =>
      page.waitForEvent('requestfinished', (request) => request.url() === chunkOf(source)),
    ),
  )

test.describe('The script that a page begins with', () => {
  test('is loaded once more when it is missing, and the sign-in goes on', async ({ page, member }) => {
    const one = await member('member')
    const loads = countLoads(page)
    await lose(page, entryScript(), 'missing', 1)
    await page.goto(signInUrl())
    await page.waitForURL(`${app}/login`)
    expect(loads()).toBe(2)
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
  })

  test('leaves a message and a way on when it stays missing, and a press on the button gets an answer', async ({
    page,
    member,
  }) => {
    const one = await member('member')
    const loads = countLoads(page)
    const restore = await lose(page, entryScript(), 'missing')
    await page.goto(signInUrl({ ui_locales: 'en' }))
    const alert = page.getByRole('alert').filter({ hasText: say('shell.lost', 'en') })
    await expect(alert).toBeVisible()
    await expect(page.getByText(say('shell.lost', 'ko'))).toBeHidden()
    expect(loads()).toBe(2)
    await restore()
    await page.getByRole('button', { name: say('shell.reload', 'en') }).click()
    await page.waitForURL(`${app}/login`)
    await loginForm(page, 'en').signIn(one)
    await expectSignedIn(page, one)
  })

  test('leaves the same message within ten seconds when it never arrives', async ({ page }) => {
    await page.clock.install()
    const loads = countLoads(page)
    await lose(page, entryScript(), 'hangs')
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    await expect(loginForm(page).button).toBeVisible()
    await page.clock.runFor(TIMEOUT_MS)
    await expect.poll(loads).toBe(2)
    await expect(loginForm(page).button).toBeVisible()
    await page.clock.runFor(TIMEOUT_MS)
    await expect(page.getByRole('alert').getByText(say('shell.lost'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('shell.reload') })).toBeVisible()
    expect(loads()).toBe(2)
  })
})

/** What a sign-in needs before its request leaves, and what the page needs to say that the password is wrong. */
const NEEDED = {
  'src/api/transport.ts': { isWrong: false, tag: ['@all'] },
  'src/i18n/engine.ts': { isWrong: true, tag: ['@all'] },
  'src/i18n/later/en.ts': { isWrong: true, tag: ['@all'] },
  'src/pages/login/submit.ts': { isWrong: false, tag: [] },
  entry: { isWrong: false, tag: ['@all'] },
}

test.describe('A file that a sign-in needs', () => {
  for (const [source, { isWrong, tag }] of Object.entries(NEEDED))
    test(
      `${source} is missing: one reload, then a page that says so; nothing else is blamed`,
      { tag },
      async ({ page, member }) => {
        const one = await member('member')
        const loads = countLoads(page)
        const restore = await lose(page, chunkOf(source), 'missing')
        // A sign-in can be faster than the message. It gets no answer until the file is back.
        let isBack = isWrong
        await intercept(page, '**/v1/verify/pwd', async (route) => void (isBack && (await route.fallback())))
        await page.goto(signInUrl({ ui_locales: 'en' }))
        const broken = page.getByRole('heading', { name: say('shell.broken', 'en') })
        const form = loginForm(page, 'en')
        // The page can show the message before the test has filled the form.
        page.setDefaultTimeout(2000)
        await expect(async () => {
          if (!(await broken.isVisible())) {
            await form.email.fill(one.login_id)
            await form.password.fill(isWrong ? 'Not-this-one-1!' : one.password)
            await form.button.click()
          }
          await expect(broken).toBeVisible({ timeout: 1000 })
        }).toPass()
        page.setDefaultTimeout(0)
        expect(loads()).toBe(2)
        await expect(page.locator('.toast')).toHaveCount(0)
        await expect(page.getByText(say('errors.noConnection', 'en'))).toHaveCount(0)
        isBack = true
        await restore()
        await page.getByRole('button', { name: say('shell.reload', 'en') }).click()
        await form.signIn(one)
        await expectSignedIn(page, one)
      },
    )

  test('never arrives at first: after ten seconds "try again" gets it, and what was typed signs in', async ({
    page,
    member,
  }) => {
    const one = await member('member')
    await page.clock.install()
    const loads = countLoads(page)
    await lose(page, chunkOf('src/pages/login/submit.ts'), 'hangs', 1)
    await page.goto(signInUrl({ ui_locales: 'en' }))
    await loginForm(page, 'en').signIn(one)
    await waitLong(page, 'en')
    await page.getByRole('button', { name: say('error.retry', 'en') }).click()
    await expectSignedIn(page, one)
    expect(loads()).toBe(1)
  })
})

test.describe('The code of a page', () => {
  test('never arrives: after ten seconds the error page, in the language of the visit @all', async ({
    page,
    arrive,
  }) => {
    await page.clock.install()
    await arrive({ ui_locales: 'en' })
    await lose(page, chunkOf('src/pages/identify/IdentifyPage.tsx'), 'hangs')
    await page.goto(`${app}/identify/myid`, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByText(say('shell.cookie', 'en'))).toBeVisible()
    await page.clock.runFor(TIMEOUT_MS)
    await expect(page.getByRole('heading', { name: say('shell.broken', 'en') })).toBeVisible()
    await expect(page.getByRole('link', { name: say('shell.toService', 'en') })).toBeVisible()
  })

  test('cannot be loaded offline: the page stays, says so, and goes on by itself once the connection is back', async ({
    page,
    context,
    arrive,
  }) => {
    const restore = await lose(page, chunkOf('src/pages/identify/IdentifyPage.tsx'), 'unreachable')
    await arrive({ ui_locales: 'en' })
    const loads = countLoads(page)
    await loginForm(page, 'en').email.fill('typed@demo.test')
    // Chromium remembers a file whose import was under way, and only a reload helps then.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('link', { name: say('login.forgot', 'en') }).click()
    await expect(page.getByText(say('errors.offlineWaiting', 'en'))).toBeVisible()
    await expect(loginForm(page, 'en').email).toHaveValue('typed@demo.test')
    await expect(page.locator('.coming')).toHaveCount(0)
    await expect(page.locator('.toast')).toHaveCount(0)
    await restore()
    await context.setOffline(false)
    await expect(page.locator('#title')).toHaveText(say('title.identifyPassword', 'en'))
    await expect(page.getByText(say('errors.offlineWaiting', 'en'))).toHaveCount(0)
    expect(loads()).toBe(0)
  })
})

test.describe('A sign-in without a connection', () => {
  test('keeps the form and what was typed, says so once, and signs in when the connection is back', async ({
    page,
    context,
    arrive,
    member,
  }) => {
    const one = await member('member')
    const code = codeOfSignIn(page)
    await arrive()
    await code
    const form = loginForm(page)
    await context.setOffline(true)
    await form.signIn(one)
    await expect(form.error).toHaveText(say('errors.noConnection'))
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(form.email).toHaveValue(one.login_id)
    await expect(form.password).toHaveValue(one.password)
    await context.setOffline(false)
    await form.button.click()
    await expectSignedIn(page, one)
  })

  test('has its styles again when the connection is back, if it lost them @all', async ({ page, context, member }) => {
    const one = await member('member')
    const styles = new RegExp(`/assets/soon-[^/]*\\.css$`)
    await intercept(
      page,
      styles,
      async (route) => {
        await context.setOffline(true)
        await route.abort('internetdisconnected')
      },
      { times: 1 },
    )
    await page.goto(signInUrl())
    await expect(page.getByText(say('errors.offline'))).toBeVisible()
    const isStyled = () => page.locator('.toasts').evaluate((toasts) => getComputedStyle(toasts).position === 'fixed')
    expect(await isStyled()).toBe(false)
    await context.setOffline(false)
    await expect.poll(isStyled).toBe(true)
    await page.waitForURL(`${app}/login`)
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
  })

  test('does so while the entry is still asking for its visit @all', async ({ page, context, member }) => {
    const one = await member('member')
    let lost = true
    const arrived = codeOfSignIn(page)
    await intercept(page, '**/v1/init/login?*', async (route) => {
      if (!lost) return route.fallback()
      await arrived
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    })
    await page.goto(signInUrl())
    const form = loginForm(page)
    await expect(page.getByText(say('errors.offline'))).toBeVisible()
    await form.signIn(one)
    await expect(form.error).toHaveText(say('errors.noConnection'))
    await expect(main(page).getByText(say('errors.noConnection'))).toHaveCount(1)
    lost = false
    await context.setOffline(false)
    await page.waitForURL(`${app}/login`)
    await expect(form.email).toHaveValue(one.login_id)
    await form.password.fill(one.password)
    await form.button.click()
    await expectSignedIn(page, one)
  })
})

test.describe('Code that a page can do without, lost while the browser is online', () => {
  test('comes at "try again" or at the next move, without a reload: a language, and the passkey', async ({
    page,
    arrive,
  }) => {
    await lose(page, chunkOf('src/pages/login/PasskeyWay.tsx'), 'unreachable', 1)
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('PasskeyWay'))
    await arrive()
    await lost
    const loads = countLoads(page)
    const form = loginForm(page)
    await form.password.fill('typed')
    // The app hears of the loss after the network does: a move before that is none after the loss.
    await expect(async () => {
      await form.email.focus()
      await form.password.focus()
      await expect(page.getByRole('button', { name: say('passkey.signIn') })).toBeVisible({ timeout: 2000 })
    }).toPass()
    const restore = await lose(page, chunkOf('locales/en/login.json'), 'unreachable')
    await page.getByRole('combobox').selectOption('en')
    const again = page.getByRole('banner').getByRole('button', { name: say('error.retry') })
    await expect(again).toBeVisible()
    await restore()
    await again.click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(loginForm(page, 'en').password).toHaveValue('typed')
    expect(loads()).toBe(0)
  })
})
