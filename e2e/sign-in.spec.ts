// The main journey: from a partner service through the login page back to the partner with tokens.
import type { Page } from '@playwright/test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { app, partner, backend } from './addresses.ts'
import { holdScripts } from './chunks.ts'
import { answerWith, claim, expect, expectSignedIn, loginForm, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { HTML_LANG, LANGUAGES, say } from './texts.ts'
import { readManifest } from '../scripts/build/manifest.ts'

const SIZES = [
  { name: 'a phone', width: 390, height: 844, tag: [] },
  { name: 'a desktop', width: 1440, height: 900, tag: ['@all'] },
]
const SERVICE_NAME = { ko: '한걸음 러닝', en: 'Step Learning', zh: '一步学堂', ja: 'Step Learning' }

for (const { name, tag, ...viewport } of SIZES)
  test.describe(`on ${name}`, { tag }, () => {
    test.use({ viewport })

    test('a member signs in from the partner’s page and is back there with tokens', async ({ page, member }) => {
      const someone = await member('member')
      await page.goto(partner)
      await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
      await page.waitForURL(`${app}/login`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.title'))
      await expect(page.getByRole('banner').getByText(SERVICE_NAME.ko)).toBeVisible()
      await loginForm(page).signIn(someone)

      const card = await expectSignedIn(page, someone)
      await expect(claim(card, 'iss')).toHaveText(backend)
      await expect(claim(card, 'aud')).toHaveText('service-a')
      await expect(claim(card, 'token type')).toHaveText(/bearer/i)
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`^${partner}`))
    })
  })

test('a server asks for a proof of work: the member signs in as always', async ({ page, arrive, member }) => {
  const someone = await member('member')
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    counter: 150,
    deriveKey,
    hmacSignatureSecret: 'one',
    hmacKeySignatureSecret: 'two',
  })
  await arrive()
  await answerWith(page, '/v1/verify/pwd', { status: 428, body: { code: 'PROOF_OF_WORK', data: { challenge } } }, 1)
  const proved = page.waitForRequest((request) => (request.postData() ?? '').includes('proof_of_work'))
  await loginForm(page).signIn(someone)
  await proved
  await expectSignedIn(page, someone)
})

/** The paths to which the page sends something. */
function posts(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

test.describe('The form is there before the app', () => {
  test('and what a password manager puts in without a word is sent', async ({ page, member }) => {
    const someone = await member('member')
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const form = loginForm(page)
    await expect(form.password).toBeVisible()
    await page.evaluate(
      (values) => {
        for (const [name, value] of Object.entries(values))
          Object.assign(document.querySelector(`input[name=${name}]`) ?? {}, { value })
      },
      { login_id: someone.login_id, password: someone.password },
    )
    release()
    await page.waitForURL(`${app}/login`)
    await expect(form.email).toHaveValue(someone.login_id)
    await form.button.click()
    await expectSignedIn(page, someone)
  })

  test('and what is typed into it survives the take-over', async ({ page, member }) => {
    const someone = await member('member')
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const form = loginForm(page)
    await form.email.fill(someone.login_id)
    await form.password.fill(someone.password)
    await form.remember.check()
    release()
    await page.waitForURL(`${app}/login`)
    await expect(form.email).toHaveValue(someone.login_id)
    await expect(form.password).toHaveValue(someone.password)
    await expect(form.remember).toBeChecked()
    await form.button.click()
    await expectSignedIn(page, someone)
  })

  test('and a press signs in without the app, which never comes, and other tabs hear of it', async ({
    page,
    context,
    member,
  }) => {
    const someone = await member('member')
    const other = await context.newPage()
    await other.goto(signInUrl())
    await other.waitForURL(`${app}/login`)
    const sent = posts(page)
    await holdScripts(page)
    // At this moment browsers fill in passwords.
    await page.goto(signInUrl(), { waitUntil: 'domcontentloaded' })
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
    expect(sent).toEqual(['/v1/verify/pwd'])
    await expect(other.getByText(say('login.signedInElsewhere'))).toBeVisible()
  })

  test('and a press signs in while the app has only its form, and nothing is sent twice', async ({ page, member }) => {
    const someone = await member('member')
    const sent = posts(page)
    await holdScripts(page, 'the form')
    await page.goto(signInUrl(), { waitUntil: 'domcontentloaded' })
    await loginForm(page).signIn(someone)
    await expectSignedIn(page, someone)
    expect(sent).toEqual(['/v1/verify/pwd'])
  })

  test('and the app takes over what a press has sent: the ID is remembered, and nothing is sent again', async ({
    page,
    arrive,
    member,
  }) => {
    const someone = await member('member')
    const sent = posts(page)
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const form = loginForm(page)
    await form.remember.check()
    const answered = page.waitForResponse('**/v1/verify/pwd')
    await form.signIn(someone)
    await answered
    await expect(page).toHaveURL(/\/init\/login\?transaction_id=/)
    release()
    await expectSignedIn(page, someone)
    expect(sent).toEqual(['/v1/verify/pwd'])
    await page.context().clearCookies()
    await arrive()
    await expect(form.email).toHaveValue(someone.login_id)
  })

  test('and a wrong password that a press has sent is said by the app, and counts once', async ({ page, member }) => {
    const someone = await member('member')
    const sent = posts(page)
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const form = loginForm(page)
    const answered = page.waitForResponse('**/v1/verify/pwd')
    await form.signIn({ ...someone, password: 'not-the-0ne!' })
    await answered
    release()
    await expect(form.error).toHaveText(say('refused.wrongPassword'))
    await expect(form.password).toHaveValue('')
    expect(sent.filter((path) => path === '/v1/verify/pwd')).toHaveLength(1)
    await form.signIn(someone)
    await expectSignedIn(page, someone)
  })

  test('and a step that is pending after a press is shown by the app', async ({ page, member }) => {
    const someone = await member('sms')
    const sent = posts(page)
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const answered = page.waitForResponse('**/v1/verify/pwd')
    await loginForm(page).signIn(someone)
    await answered
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.title'))
    expect(sent.filter((path) => path === '/v1/verify/pwd')).toHaveLength(1)
  })

  test('and a password about which the app asks waits for it', async ({ page, member }) => {
    const someone = await member('member')
    const sent = posts(page)
    const release = await holdScripts(page)
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    const form = loginForm(page)
    const entered = page.waitForResponse('**/v1/init/login?*')
    await form.signIn({ ...someone, password: `${someone.password} ` })
    await entered
    release()
    await expect(page.getByText(say('login.spaces'))).toBeVisible()
    expect(sent).toEqual([])
    await form.signIn(someone)
    await expectSignedIn(page, someone)
  })

  for (const [how, language] of [
    ['', 'ko'],
    [', in the language of the visit in place of a newer one of the browser', 'en'],
  ] as const)
    test(
      `at a reload, too: what is typed and what is pressed stay${how}`,
      { tag: language === 'ko' ? [] : ['@all'] },
      async ({ page, arrive, member }) => {
        const someone = await member('member')
        await arrive()
        await expect(page.locator('.brand')).toContainText(SERVICE_NAME.ko)
        await page.context().addCookies([{ name: 'daemun_visit_locale', value: language, url: app }])
        const release = await holdScripts(page)
        await page.reload({ waitUntil: 'commit' })
        const form = loginForm(page, language)
        await form.email.fill(someone.login_id)
        await form.remember.check()
        await form.password.fill(someone.password)
        release()
        await expect(page.locator('.brand')).toContainText(SERVICE_NAME.ko)
        const live = loginForm(page)
        await expect(live.email).toHaveValue(someone.login_id)
        await expect(live.remember).toBeChecked()
        await expect(live.password).toHaveValue(someone.password)
        await expect(live.password).toBeFocused()
        await page.keyboard.press('Enter')
        await expectSignedIn(page, someone)
      },
    )

  test('at a reload, too, and a submit pressed too early is sent @all', async ({ page, arrive, member }) => {
    const someone = await member('member')
    await arrive()
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await loginForm(page).signIn(someone)
    release()
    await expectSignedIn(page, someone)
  })

  test('and looks the same before the rest of its styles has come', async ({ page }) => {
    await intercept(page, `${app}/assets/**/*.js`, () => {})
    const [later] = readManifest('dist/app')['src/effects/start/soon.ts']?.css ?? []
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${app}/login`, { waitUntil: 'commit' })
      await expect(loginForm(page).button).toBeVisible()
      // The end of the page comes after the form.
      await expect(page.locator('#lost')).toBeAttached()
      const look = () => page.screenshot({ animations: 'disabled' })
      const first = await look()
      await page.addStyleTag({ url: `${app}/${later}` })
      expect((await look()).equals(first), `at ${width} px`).toBe(true)
    }
  })
})

test.describe('In every language', () => {
  for (const language of LANGUAGES)
    test(
      `a partner that asks for ${language} gets the journey in it`,
      { tag: language === 'en' ? [] : ['@all'] },
      async ({ page, arrive, member }) => {
        const someone = await member('member')
        const seen: string[] = []
        page.on('response', async (response) => {
          if (response.request().isNavigationRequest() && response.url().startsWith(`${app}/init`))
            seen.push(/<html lang="([^"]+)"/.exec(await response.text().catch(() => ''))?.[1] ?? '')
        })
        await arrive({ ui_locales: language })
        await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[language])
        await expect(page).toHaveTitle(`${say('title.login', language)} – ${SERVICE_NAME[language]}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.title', language))
        await expect.poll(() => seen, 'the language of the very first byte').toEqual([HTML_LANG[language]])
        await loginForm(page, language).signIn(someone)
        await expectSignedIn(page, someone)
      },
    )

  test('a reload and the next visit have the chosen language, the visit from its first byte', async ({
    page,
    arrive,
    context,
  }) => {
    await arrive()
    await page.getByLabel(say('shell.language')).selectOption('en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.title', 'en'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const days = async () => {
      const lasting = (await context.cookies(app)).find(({ name }) => name === 'daemun_locale')
      return ((lasting?.expires ?? 0) - Date.now() / 1000) / 86_400
    }
    await expect.poll(days).toBeCloseTo(7, 1)
    const answer = page.waitForResponse((response) => response.url().startsWith(`${app}/init/login`))
    await arrive()
    expect(await (await answer).text()).toContain('<html lang="en"')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.title', 'en'))
  })
})

test.describe('Remembering', () => {
  test('the e-mail comes back where the box was ticked, and the session outlives the browser where staying was', async ({
    page,
    arrive,
    member,
    context,
  }) => {
    const someone = await member('member')
    await arrive()
    const form = loginForm(page)
    await form.remember.check()
    await form.stay.check()
    await form.signIn(someone)
    await expectSignedIn(page, someone)
    const session = (await context.cookies(backend)).find(({ name }) => name === '_session')
    expect(session?.httpOnly).toBe(true)
    expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)

    await arrive({ prompt: 'login' })
    await expect(form.email).toHaveValue(someone.login_id)
    await expect(form.remember).toBeChecked()
    await expect(form.password).toHaveValue('')
    const kept = await page.evaluate(() => localStorage.getItem('daemun.remembered'))
    expect(JSON.parse(kept ?? '{}')).toEqual({
      login_id: someone.login_id,
      login_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    })
  })
})
