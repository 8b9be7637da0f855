// Faults, the browsers inside messengers: they refuse new tabs, lose or block the storage of a tab, and are as narrow as a phone.
import { type BrowserContext, devices, type Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app } from './addresses.ts'
import { visitor, joinAs } from './joining.ts'
import { axe, expect, expectSignedIn, loginForm, test } from './fixtures.ts'
import { say } from './texts.ts'

const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Galaxy S9+']
test.use({ userAgent: `${userAgent} KAKAOTALK/10.4.5`, viewport, isMobile, hasTouch, deviceScaleFactor })

/** A new tab is never opened, neither by script nor for a link. */
function refuseTabs(): void {
  window.open = () => null
  // After every listener of the page.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[target="_blank"]')
    if (link) event.preventDefault()
  })
}

/** The system has ended the browser in the background: cookies and the address survive, what the tab has stored does not. */
const loseStorage = (context: BrowserContext) =>
  context.addInitScript((origin) => {
    if (location.origin === origin) sessionStorage.clear()
  }, app)

const blockStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  })

declare global {
  interface Window {
    /** How far the page's parts have moved by themselves (Layout Instability API). */
    moves: number
  }
}

function countMoves(): void {
  window.moves = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.moves += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function codeSent(page: Page): Promise<void> {
  await expect(page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
}

async function enterCode(page: Page, digits: string): Promise<void> {
  await page.getByLabel(say('sms.code'), { exact: true }).fill(digits)
}

test.describe('A browser that refuses new tabs', () => {
  test.beforeEach(({ context }) => context.addInitScript(refuseTabs))

  test('shows terms in the same tab, and Back leads to the boxes that were ticked', async ({ page }) => {
    const join = await joinAs(page, 'SOCIAL')
    await agreement(page).check()
    const boxes = page.getByRole('checkbox')
    const all = await boxes.count()
    await join.read('terms.custom').click()
    await page.getByRole('dialog').getByRole('link').click()
    await expect(page).not.toHaveURL(new RegExp(`^${app}/join`))
    await page.goBack()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(all)
    await join.next()
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
  })
})

test.describe('A browser that has lost the storage of the tab', () => {
  test.beforeEach(({ context }) => loseStorage(context))

  test('signs a member in with a code, all on one page', async ({ page, arrive, member, outbox }) => {
    const one = await member('sms')
    await arrive()
    await loginForm(page).signIn(one)
    await codeSent(page)
    await enterCode(page, await outbox.code(one.phone))
    await expectSignedIn(page, one)
  })
})

test.describe('A browser without WebAuthn', () => {
  test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')))

  test('says where passkeys work, moves nothing, and signs in by password', async ({ page, arrive, member }) => {
    const one = await member('member')
    await page.addInitScript(countMoves)
    await arrive()
    await expect(page.getByText(say('passkey.inApp'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('passkey.signIn') })).toHaveCount(0)
    expect(await page.evaluate(() => window.moves)).toBe(0)
    await axe(page)
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
  })
})

test.describe('A browser that blocks every storage', () => {
  test.beforeEach(({ context }) => blockStorage(context))

  test('lets a visitor join, and signs the new member in', async ({ page, watch }) => {
    const someone = visitor('SOCIAL')
    watch.keepSecret(someone.password)
    const join = await joinAs(page, 'SOCIAL')
    await join.terms()
    await join.account(someone)
    await join.person(someone)
    await join.company('join.organisation', 'join.organisationEtc')
    await join.next()
    await join.service()
    await join.joined()
    await join.toService()
    await expectSignedIn(page, someone)
  })
})
