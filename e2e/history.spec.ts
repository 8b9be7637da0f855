// Reload, back, forward and a second tab at every step; double and late presses.
import type { Page } from '@playwright/test'
import { TIMEOUT_MS } from '../src/state/timeout.ts'
import { app, partner, backend } from './addresses.ts'
import { answerWith, expect, expectNotice, expectSignedIn, loginForm, main, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { joining, visitor } from './joining.ts'
import { putAway } from './sealing.ts'
import { say } from './texts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('A reload', () => {
  test('of the login keeps the e-mail and never the password', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await arrive()
    await loginForm(page).email.fill(someone.login_id)
    await loginForm(page).password.fill(someone.password)
    await page.reload()
    await expect(loginForm(page).email).toHaveValue(someone.login_id)
    await expect(loginForm(page).password).toHaveValue('')
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  })

  test('of the chooser keeps the accounts', { tag: '@all' }, async ({ page, arrive, signedIn }) => {
    const someone = await signedIn()
    await arrive({ prompt: 'select_account' })
    await page.reload()
    await page.getByRole('button', { name: /계정으로 계속/ }).click()
    await expectSignedIn(page, someone)
  })

  test('of an error page stays there', async ({ page }) => {
    await page.goto(`${app}/error/503`)
    await page.reload()
    await expect(heading(page)).toHaveText(say('error.503'))
  })

  test('of the language that was chosen stays in it', async ({ page, arrive }) => {
    await arrive()
    await page.getByLabel(say('shell.language')).selectOption('ja')
    await expect(heading(page)).toHaveText(say('login.title', 'ja'))
    await page.reload()
    await expect(heading(page)).toHaveText(say('login.title', 'ja'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  })
})

test.describe('Back and forward', () => {
  test('from the login lead to the partner, and forward to the form again', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await page.goto(partner)
    await arrive()
    await loginForm(page).email.fill(someone.login_id)
    await page.goBack()
    await page.waitForURL(`${partner}/`)
    await page.goForward()
    await expect(page).toHaveURL(`${app}/login`)
    await expect(loginForm(page).email).toHaveValue(someone.login_id)
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  })

  test('after the sign-in never lead to a form that was already used', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await page.goto(partner)
    await arrive()
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
    await page.goBack()
    await page.waitForURL(`${partner}/`)
    await page.goForward()
    await page.waitForURL(`${partner}/`)
  })

  test('a finished visit cannot be entered again by its address', async ({ page, signedIn }) => {
    await signedIn()
    for (const path of ['/login', '/certification', '/loginSSO']) {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/error?code=403`)
      await expect(page.getByRole('link', { name: say('error.again') })).toBeHidden()
    }
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

  test('close a dialog and nothing else', async ({ page, arrive }) => {
    await arrive()
    await answerWith(page, '/v1/verify/pwd', { status: 400, body: { code: 'X', detail_code: 4529 } })
    const closings = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button').click(),
    ]
    for (const close of closings) {
      await loginForm(page).signIn({ login_id: 'someone@demo.test', password: 'Never-sent-1!' })
      await expect(page.getByRole('dialog').getByText(say('refused.suspended'))).toBeVisible()
      await close()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page).toHaveURL(`${app}/login`)
      await expect(loginForm(page).email).toBeFocused()
    }
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
  test('for the other partner does not disturb the first: both end at their own', async ({
    page,
    context,
    arrive,
    member,
  }) => {
    const someone = await member('sk')
    const other = await context.newPage()
    await arrive({ service: 'a' })
    await arrive({ service: 'b' }, other)
    await expect(page.getByRole('banner')).toContainText('한걸음 러닝')
    await expect(other.getByRole('banner')).toContainText('구성원 아카데미')
    await page.reload()
    await expect(page.getByRole('banner')).toContainText('한걸음 러닝')
    await loginForm(other).signIn(someone)
    await expectSignedIn(other, someone, 'b')
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone, 'a')
  })

  test(
    'that has signed in is noticed by the first one, which continues without the password',
    { tag: '@all' },
    async ({ page, context, arrive, member }) => {
      const someone = await member('sk')
      const other = await context.newPage()
      await arrive({ service: 'a' })
      await loginForm(page).email.fill('half-typed@demo.test')
      await arrive({ service: 'b' }, other)
      await loginForm(other).signIn(someone)
      await expectSignedIn(other, someone, 'b')
      await expect(page.getByText(say('login.signedInElsewhere'))).toBeVisible()
      await expect(loginForm(page).email, 'nobody is taken away from what is being typed').toHaveValue(
        'half-typed@demo.test',
      )
      await page.getByRole('button', { name: say('login.continue') }).click()
      await page.getByRole('button', { name: /계정으로 계속/ }).click()
      await expectSignedIn(page, someone, 'a')
    },
  )

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

test.describe('Presses', () => {
  /** Counts the sign-in calls and holds their answers until the test releases them. */
  async function held(page: Page) {
    let letGo = () => {}
    const free = new Promise<void>((resolve) => (letGo = resolve))
    const counted = { sent: 0, letGo: () => letGo() }
    await intercept(page, `${backend}/v1/verify/pwd`, async (route) => {
      if (route.request().method() === 'POST') counted.sent += 1
      await free
      await route.continue()
    })
    return counted
  }

  test('a double click and twenty times Enter are one sign-in', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await arrive()
    const counted = await held(page)
    const form = loginForm(page)
    await form.email.fill(someone.login_id)
    await form.password.fill(someone.password)
    await form.button.dblclick()
    await form.password.focus()
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('Enter')
    await expect(form.button).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => counted.sent).toBe(1)
    counted.letGo()
    await expectSignedIn(page, someone)
    expect(counted.sent).toBe(1)
  })

  test('a page restored from memory has no password and no spinner', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await arrive()
    const counted = await held(page)
    const form = loginForm(page)
    await form.signIn(someone)
    await expect(form.button).toHaveAttribute('aria-disabled', 'true')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(form.password).toHaveValue('')
    await expect(form.email).toHaveValue(someone.login_id)
    await expect(form.button).not.toHaveAttribute('aria-disabled', 'true')
    counted.letGo()
  })

  test('Enter that ends a syllable sends nothing', async ({ page, arrive }) => {
    await arrive()
    const form = loginForm(page)
    await form.email.fill('someone@demo.test')
    const cdp = await page.context().newCDPSession(page)
    await form.email.focus()
    await cdp.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '가' })
    await form.email.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true })
    await expect(main(page).getByText(say('login.enterPassword'))).toBeHidden()
  })
})

test.describe('Code that cannot be loaded', () => {
  test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|ERR_FAILED|dynamically imported/))
  const lose = (page: Page, name: string, ending = 'js') =>
    intercept(page, new RegExp(`/assets/${name}.*\\.${ending}`), (route) => route.abort())

  for (const ending of ['js', 'css'])
    test(
      `at the start (${ending}): the page says so, and begins again at a press`,
      { tag: ending === 'js' ? [] : ['@all'] },
      async ({ page }) => {
        await lose(page, 'soon-', ending)
        await page.goto(`${app}/about`)
        await expect(heading(page)).toHaveText(say('shell.broken'))
        await page.unrouteAll()
        await page.getByRole('button', { name: say('shell.reload') }).click()
        await expect(heading(page)).toHaveText(say('title.about'))
      },
    )

  test(
    'for a dialog: the page is loaded once more, and then says so',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const one = await member('suspended')
      await lose(page, 'ModalContent')
      await arrive()
      await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
      await loginForm(page).signIn(one)
      await page.waitForFunction(() => !('isFirstLoad' in globalThis))
      await loginForm(page).signIn(one)
      await expect(heading(page)).toHaveText(say('shell.broken'))
      await expect(page.getByRole('button', { name: say('shell.reload') })).toBeVisible()
    },
  )

  test(
    'for an invitation: the page is loaded once more, and then says so',
    { tag: '@all' },
    async ({ page, member }) => {
      const { invitation = '' } = await member('invited-sk')
      await lose(page, 'invitation')
      await page.goto(signInUrl({ invitation }))
      await expect(heading(page)).toHaveText(say('shell.broken'))
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

test('a language that cannot be loaded shows a notice, and the page keeps its language', async ({
  page,
  arrive,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_FAILED/)
  await arrive()
  await intercept(page, /\/assets\/login-.*\.js/, (route) => route.abort())
  await page.getByLabel(say('shell.language')).selectOption('zh')
  await expect(page.locator('.toasts').getByText(say('errors.localeFailed'))).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
  const header = page.getByRole('banner')
  await expect(header.getByText(say('errors.localeFailed'))).toBeVisible()
  await header.getByRole('button', { name: say('error.retry') }).click()
  await expect(page.locator('.toasts').getByText(say('errors.localeFailed'))).toBeVisible()
  await expect(heading(page)).toHaveText(say('login.title'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')

  // A form that is served in another language brings its words.
  await page.goto(signInUrl({ ui_locales: 'en' }))
  await page.waitForURL(`${app}/login`)
  await expect(heading(page)).toHaveText(say('login.title', 'en'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a session check without an answer does not end in a redirect loop', async ({ page, arrive }) => {
  await arrive()
  await answerWith(page, '/v1/init/session', { status: 500, body: {} })
  await page.goto(`${app}/init/session?transaction_id=a&state=b`)
  await expectNotice(page, say('errors.unavailable'))
  await expect(page).toHaveURL(`${app}/error?code=403`)
})
