// Spec §2, how a visit begins: only by a partner's link, for every address, storage content and clock.
import type { BrowserContext, Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { type Path, paths } from '../src/rules/visit/paths.ts'
import { app, partner } from './addresses.ts'
import { answerWith, expect, expectNotice, expectSignedIn, loginForm, signInUrl, test } from './fixtures.ts'
import { putAway } from './sealing.ts'
import { LANGUAGES, say } from './texts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectError(page: Page, code: '403' | '404' | '500', title: MessageKey = `error.${code}`) {
  await expect(page).toHaveURL(new RegExp(`^${app}/error(/${code}|\\?code=${code})`))
  await expect(heading(page)).toHaveText(say(title))
}

/** The link that the issuer gives to the browser, not yet followed. */
async function linkTo(context: BrowserContext, how: Parameters<typeof signInUrl>[0] = {}): Promise<string> {
  let at = signInUrl(how)
  for (let hops = 0; hops < 3 && !at.startsWith(app); hops += 1) {
    const response = await context.request.get(at, { maxRedirects: 0 })
    at = new URL(response.headers().location ?? '', at).href
  }
  return at
}

const queryOf = (link: string) => new URL(link).search

test.describe('An invalid entry', () => {
  test('without a query ends at error 403', async ({ page }) => {
    for (const path of ['/init', '/init/login', '/init/session', '/init/password', '/init/join', '/init/sign-up']) {
      await page.goto(app + path)
      await expectError(page, '403')
    }
  })

  test('with half of a query, or a name given twice, ends at error 403', { tag: '@all' }, async ({ page }) => {
    for (const query of ['?transaction_id=a', '?state=b', '?transaction_id=a&state=b&state=c']) {
      await page.goto(`${app}/init/login${query}`)
      await expectError(page, '403')
    }
  })

  test('with an unknown action ends at error 404', { tag: '@all' }, async ({ page, watch }) => {
    watch.allow(/404/)
    await page.goto(`${app}/init/nonsense?transaction_id=a&state=b`)
    await expectError(page, '404')
  })
})

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
  await page.getByRole('button', { name: say('error.retry') }).click()
  await expectError(page, '500', 'error.cookies')
  expect(loads).toBe(1)
  await context.addCookies(cookies)
  await page.getByRole('button', { name: say('error.retry') }).click()
  await page.waitForURL(`${app}/login`)
})

test('a failed entry is tried again from the error page, and goes on', async ({ page, member }) => {
  const someone = await member('member')
  await answerWith(page, '/v1/init/login', { status: 500, body: {} }, 1)
  await page.goto(signInUrl())
  await expectError(page, '500')
  await expect(page.getByText(say('error.up'))).toBeVisible()
  await page.getByRole('button', { name: say('error.retry') }).click()
  await page.waitForURL(`${app}/login`)
  await loginForm(page).signIn(someone)
  await expectSignedIn(page, someone)
})

test('the error page says when the server answers again', { tag: '@all' }, async ({ page }) => {
  // The inline script makes the first call. The app repeats it if the connection failed.
  await answerWith(page, '/v1/init/login', 'lost', 2)
  await answerWith(page, '/v1/health', 'lost', 1)
  await page.goto(signInUrl())
  await expectError(page, '500', 'error.unanswered')
  await expect(page.getByText(say('error.down'))).toBeVisible()
  await expect(page.getByText(say('error.up'))).toBeVisible()
})

test(
  'a sign-in continues without a name if the data of the service cannot be loaded',
  { tag: '@all' },
  async ({ page, member }) => {
    const someone = await member('member')
    let asked = 0
    page.on('request', (request) => void (new URL(request.url()).pathname.endsWith('/v1/profile/rp') && (asked += 1)))
    await answerWith(page, '/v1/profile/rp', { status: 500, body: {} })
    await page.goto(signInUrl())
    await page.waitForURL(`${app}/login`)
    await expect(page.locator('.toasts').getByText(say('errors.unavailable'))).toBeVisible()
    expect(asked, 'asked once more after the init had answered').toBe(2)
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  },
)

test('the other entries continue if the data of the service cannot be loaded', { tag: '@all' }, async ({ page }) => {
  await answerWith(page, '/v1/profile/rp', { status: 500, body: {} })
  await page.goto(signInUrl({ prompt: 'create' }))
  await expect(page).toHaveURL(`${app}/join`)
  await expect(page.locator('.toasts').getByText(say('errors.unavailable'))).toBeVisible()
})

test.describe('The other entries', () => {
  test('a reset of a password opens its first page', async ({ page }) => {
    await page.goto(signInUrl({ prompt: 'password' }))
    await expect(page).toHaveURL(`${app}/identify/password`)
  })

  test('a join opens its first page', async ({ page }) => {
    await page.goto(signInUrl({ prompt: 'create' }))
    await expect(page).toHaveURL(`${app}/join`)
  })

  test('an invitation opens its terms', async ({ page, member }) => {
    const { invitation = '' } = await member('invited-sk')
    await page.goto(signInUrl({ invitation }))
    await expect(page).toHaveURL(/\/sign-up\/terms(\/gen)?$/)
  })

  test('a missing invitation shows that it is invalid', async ({ page, context }) => {
    await page.goto(`${app}/init/sign-up${queryOf(await linkTo(context, { prompt: 'create' }))}`)
    await expectNotice(page, say('refused.invalidJoin'))
    await expectError(page, '403')
  })

  test('a session check without a session opens the login page', { tag: '@all' }, async ({ page, arrive }) => {
    await arrive({ prompt: 'session' })
    await expect(page).toHaveURL(`${app}/login`)
  })

  test(
    'a session check of another kind of transaction ends at error 403',
    { tag: '@all' },
    async ({ page, context }) => {
      await page.goto(`${app}/init/session${queryOf(await linkTo(context))}`)
      await expectNotice(page, say('errors.unavailable'))
      await expectError(page, '403')
    },
  )

  test('a refused session check shows the reason first', { tag: '@all' }, async ({ page, context }) => {
    await answerWith(page, '/v1/init/session', { status: 400, body: { code: 'X', detail_code: 4529 } })
    await page.goto(`${app}/init/session${queryOf(await linkTo(context))}`)
    await expectNotice(page, say('refused.suspended'))
    await expectError(page, '403')
  })
})

test.describe('A page that is opened by its address', () => {
  // routes.test.tsx checks the guards of each path, and Guarded.test.tsx each path without a welcome. This file checks one
  // path of each area, and one for each guard, in a browser.
  const guarded: readonly Path[] = [
    paths.root,
    paths.login,
    paths.loginSso,
    paths.join,
    paths.signUpTerms,
    paths.identifyMyId,
    paths.resolve,
  ]
  /** Paths that need more than a welcome. */
  const afterSomething: readonly Path[] = [
    paths.joinPrivacyGen,
    paths.joinService,
    paths.joinCompletedGen,
    paths.signUpPrivacyGen,
    paths.identifyMyIdDone,
    paths.identifyPasswordVerify,
    paths.identifyPasswordNew,
    paths.resolve,
    paths.resolveTerms,
    paths.resolveCertification,
  ]

  test('leads to error 403 without a welcome', async ({ page }) => {
    for (const path of guarded)
      await test.step(path, async () => {
        await page.goto(app + path, { waitUntil: 'commit' })
        await expectError(page, '403')
      })
  })

  test('is open where no welcome is needed', { tag: '@all' }, async ({ page }) => {
    for (const path of [paths.about, paths.privacyPolicy, paths.mobileVerify]) {
      await page.goto(app + path)
      await expect(page).toHaveURL(app + path)
      await expect(page.locator('#title')).toBeVisible()
    }
  })

  test('in a second tab is error 403, in the language of the visit and with a way back to the service', async ({
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

  test('leads to the login where something must come first', { tag: '@all' }, async ({ page, arrive }) => {
    await arrive()
    for (const path of afterSomething)
      await test.step(path, async () => {
        await page.goto(app + path, { waitUntil: 'commit' })
        await expect(page).toHaveURL(`${app}/login`)
        await expect(page.locator('.toasts').getByText(say('errors.forbidden'))).toBeVisible()
      })
  })

  test('the chooser leads to the login if it has no account', { tag: '@all' }, async ({ page, arrive }) => {
    await arrive()
    for (const path of [paths.loginSso, paths.loginSsoAlias, paths.root]) {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/login`)
    }
  })

  test(
    'shows error 404 if it does not exist, in every language that was chosen before',
    { tag: '@all' },
    async ({ context, watch }) => {
      watch.allow(/404/)
      for (const language of LANGUAGES) {
        const page = await context.newPage()
        await context.addCookies([{ name: 'daemun_locale', value: language, url: app }])
        await page.goto(`${app}/no/such/page`)
        await expect(page).toHaveURL(`${app}/error/404`)
        await expect(heading(page)).toHaveText(say('error.404', language))
      }
    },
  )

  test('an unknown error code shows the general error page', { tag: '@all' }, async ({ page }) => {
    for (const path of ['/error', '/error/418', '/error?code=<b>']) {
      await page.goto(app + path)
      await expect(heading(page)).toHaveText(say('error.general'))
    }
  })
})

test.describe('After 50 minutes', () => {
  test('a visit has expired, and the page leads back to the service', async ({ page, arrive }) => {
    await page.clock.install()
    await arrive()
    await page.clock.fastForward('51:00')
    await page.getByRole('link', { name: say('login.forgot') }).click()
    await expect(page).toHaveURL(`${app}/error?code=403&reason=expired`)
    await expect(heading(page)).toHaveText(say('error.expired'))
    await page.getByRole('link', { name: say('info.backToService') }).click()
    await page.waitForURL(`${partner}/`)
  })

  test('a reload says the same', { tag: '@all' }, async ({ page, arrive }) => {
    await page.clock.install()
    await arrive()
    await page.clock.fastForward('51:00')
    await page.reload()
    await expect(heading(page)).toHaveText(say('error.expired'))
  })

  test('a visit continues after 49 minutes', { tag: '@all' }, async ({ page, arrive, member }) => {
    const someone = await member('member')
    await page.clock.install()
    await arrive()
    await page.clock.fastForward('49:00')
    await page.reload()
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  })
})

test.describe('The storage of the browser', () => {
  test('counts as empty if it is damaged or foreign', async ({ page, arrive }) => {
    for (const value of ['', 'rubbish', 'v1.a.b.c.d', '{"state":{"welcome_expiry":9999999999999},"version":1}']) {
      await arrive()
      await putAway(page)
      await page.evaluate((text) => sessionStorage.setItem('daemun.welcome', text), value)
      await page.reload()
      await expectError(page, '403')
    }
  })

  test('counts as empty if it is sealed under another name', { tag: '@all' }, async ({ page, arrive }) => {
    await arrive()
    await putAway(page)
    await page.evaluate(() =>
      sessionStorage.setItem('daemun.welcome', sessionStorage.getItem('daemun.screen') ?? 'nothing'),
    )
    await page.reload()
    await expectError(page, '403')
  })

  test(
    'can be emptied in the middle of a visit without a change of the page',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const someone = await member('member')
      await arrive()
      await putAway(page)
      await page.evaluate(() => sessionStorage.clear())
      await loginForm(page).signIn(someone)
      await expectSignedIn(page, someone)
    },
  )

  test('lets the sign-in continue if it is full', { tag: '@all' }, async ({ page, arrive, member }) => {
    const someone = await member('member')
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await arrive()
    await expect(loginForm(page).remember).toBeHidden()
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  })

  test(
    'lets the sign-in continue if it is blocked, and offers to remember nothing',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const someone = await member('member')
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('refused', 'SecurityError')
            },
          })
      })
      await arrive()
      await expect(loginForm(page).remember).toBeHidden()
      await loginForm(page).signIn(someone)
      await expectSignedIn(page, someone)
    },
  )

  test('lets the sign-in continue if the app cannot set cookies', { tag: '@all' }, async ({ page, arrive, member }) => {
    const someone = await member('member')
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }))
    await arrive()
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
  })
})

test('the IDs of a transaction leave the address as soon as the page has read them', async ({
  page,
  arrive,
  watch,
}) => {
  await arrive()
  await expect(page).toHaveURL(`${app}/login`)
  await page.goBack()
  expect(page.url()).not.toContain('transaction_id')
  expect(watch.writes().filter((write) => /history.*(transaction_id|state=)/.test(write))).toEqual([])
})
