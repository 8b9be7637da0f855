// Every page and state of entry and login, in one visit. axe checks the same states that the gallery photographs.
import { expect, type Page } from '@playwright/test'
import { app, backend } from './addresses.ts'
import { enterCode } from './codes.ts'
import { answerWith, type Arrival, expectSignedIn, loginForm, main, type Member, signInUrl } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { type Language, say } from './texts.ts'

export type Visit = {
  page: Page
  arrive: (how?: Arrival, page?: Page) => Promise<void>
  member: (key: string) => Promise<Member>
  outbox: { code: (phone: string, not?: string) => Promise<string> }
}
/** `isLoading`: the state shows what stands in the place of what is still loading. */
export type Look = (name: string, how?: { isLoading?: boolean }) => Promise<void>
/** A visit through several states, each with a name. */
export type Part = (visit: Visit, language: Language, look: Look) => Promise<void>
export type Parts = Record<string, Part>

const VERIFY = '/v1/verify/pwd'
const someone = { login_id: 'someone@demo.test', password: 'Never-sent-1!' }

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function refused(page: Page, language: Language, detail_code: number, description = '') {
  await answerWith(page, VERIFY, { status: 400, body: { code: 'X', detail_code, description } }, 1)
  await loginForm(page, language).signIn(someone)
}

async function loginStates({ page }: Visit, language: Language, look: Look): Promise<void> {
  const form = loginForm(page, language)
  await page.goto(signInUrl({ ui_locales: language }))
  await page.waitForURL(`${app}/login`)
  await expect(page.getByRole('link', { name: say('shell.terms', language) })).toBeVisible()
  await expect(page.getByRole('button', { name: say('passkey.signIn', language) })).toBeVisible()
  await look('login')
  await form.button.click()
  await expect(main(page).getByText(say('login.enterEmail', language))).toBeVisible()
  await look('login-empty')
  await refused(page, language, 4502, 'incorrect password [3]')
  await expect(form.error).toHaveText(say('refused.wrongPasswordLeft', language, { left: 2 }))
  await look('login-wrong')
  await refused(page, language, 4529)
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('login-notice')
  await closeDialog(page)
  await refused(page, language, 4575)
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('login-locked')
  await closeDialog(page)
  await refused(page, language, 4543)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('modal.ok', language), exact: true })
    .click()
  await expect(page.locator('.toast')).toHaveText(say('modal.agreeFirst', language))
  await look('login-child')
  await closeDialog(page)
  // A toast stays while the pointer rests on it.
  await page.mouse.move(0, 0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.evaluate(() => new BroadcastChannel('daemun').postMessage({ signed_in: 'another-visit' }))
  await expect(page.getByText(say('login.signedInElsewhere', language))).toBeVisible()
  await look('login-elsewhere')
  const tooMany = { status: 429, body: { code: 'X' }, headers: { 'Retry-After': '120' } }
  await answerWith(page, VERIFY, tooMany, 1)
  await form.signIn(someone)
  await expect(form.error).toBeVisible()
  await look('login-wait')
  await page.goto(`${app}/certification`)
  await expect(form.email).toBeVisible()
  await look('certification')
  await page.goto(`${app}/join/service`)
  await expect(page.getByText(say('errors.forbidden', language))).toBeVisible()
  await expect(form.email).toBeVisible()
  await look('login-toast')
}

async function smsStates(visit: Visit, language: Language, look: Look): Promise<void> {
  const { page, arrive, member, outbox } = visit
  const button = (key: 'sms.send' | 'sms.resend' | 'sms.verify' | 'sms.noPhone') =>
    page.getByRole('button', { name: say(key, language), exact: true })
  const code = page.getByLabel(say('sms.code', language), { exact: true })
  const VERIFY_CODE = '/authenticator/v1/verify/mobile'
  const wrong = async (detail_code: number) => {
    await answerWith(page, VERIFY_CODE, { status: 400, body: { code: 'X', detail_code } }, 1)
    await enterCode(code, button('sms.verify'), '123456')
  }

  const one = await member('sms')
  await arrive({ ui_locales: language, prompt: 'login' })
  const answer = page.waitForResponse((response) => response.url().endsWith(VERIFY))
  await answerWith(page, '/authenticator/v1/issue/sms', { status: 500, body: {} }, 1)
  await loginForm(page, language).signIn(one)
  const { data } = (await (await answer).json()) as {
    data: { auth_token: string; state: string; phone_number: string }
  }
  await expect(button('sms.send')).toBeVisible()
  await look('sms')
  await button('sms.send').click()
  await expect(code).toBeEnabled()
  await outbox.code(one.phone)
  await code.fill('123')
  await look('sms-issued')
  await wrong(4518)
  await expect(main(page).getByText(say('verification.noMatch', language))).toBeVisible()
  await look('sms-wrong')
  await button('sms.resend').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('sms-resend')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('sms.confirmResendOk', language), exact: true })
    .click()
  await expect(code).toHaveValue('')
  await wrong(4051)
  await expect(main(page).getByText(say('verification.expired', language))).toBeVisible()
  await look('sms-expired')
  await button('sms.resend').click()
  await expect(code).toBeEnabled()
  await wrong(4546)
  await expect(page.getByRole('dialog')).toBeVisible()
  await closeDialog(page)
  await look('sms-blocked')
  await button('sms.noPhone').click()
  await look('sms-no-phone')
  const { auth_token, state, phone_number } = data
  const query = new URLSearchParams({ auth_token, state, phone_number, matcher_type: 'AUTH_REQUIRED' })
  await page.goto(`${app}/mobileVerify?${query.toString()}`)
  await expect(button('sms.resend')).toBeVisible()
  await look('mobile-verify')
}

async function chooserStates({ page, arrive, member }: Visit, language: Language, look: Look): Promise<void> {
  const one = await member('english-name')
  await arrive({ ui_locales: language, prompt: 'login' })
  await loginForm(page, language).signIn(one)
  await expectSignedIn(page, one)
  await arrive({ ui_locales: language, prompt: 'select_account' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('title.loginSso', language))
  await look('chooser')
  await page.locator('.accounts .link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('chooser-forget')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('sso.forgetShort', language), exact: true })
    .click()
  await expect(page.getByText(say('sso.forgotten', language))).toBeVisible()
  await look('chooser-forgotten')
}

/** Needs a visit, because these pages show its language and service. */
async function infoStates({ page }: Visit, language: Language, look: Look): Promise<void> {
  const pages = [
    ['error-403', '/error/403'],
    ['error-unanswered', '/error?code=403&reason=unanswered'],
    ['error-expired', '/error?code=403&reason=expired'],
    ['error-ended', '/error?code=403&reason=ended'],
    ['error-untrusted', '/error?code=403&reason=untrusted'],
    ['error-404', '/error/404'],
    ['error-500', '/error/500'],
    ['error-503', '/error/503'],
    ['error', '/error'],
    ['about', '/about'],
    ['privacy', '/privacyPolicy'],
    ['mobile-verify-nothing', '/mobileVerify'],
  ] as const
  const asksTheServer: readonly string[] = ['error-500', 'error-503', 'error']
  for (const [name, path] of pages) {
    await page.goto(app + path)
    await expect(page.locator('h1:not(.hidden)')).toBeVisible()
    if (asksTheServer.includes(name)) await expect(page.getByText(say('error.up', language))).toBeVisible()
    await look(name)
  }
  await answerWith(page, '/v1/health', 'lost')
  await page.goto(`${app}/error/503`)
  await expect(page.getByText(say('error.down', language))).toBeVisible()
  await look('error-down')
}

/** Pages without a language selector: the prerendered form and the policies. */
export async function fixedStates({ page }: Visit, language: Language, look: Look): Promise<void> {
  await intercept(page, `${backend}/v1/init/login?*`, () => {}, { times: 1 })
  await page.goto(signInUrl({ ui_locales: language }))
  await expect(loginForm(page, language).email).toBeVisible()
  await look('entry')
  for (const name of ['support', 'cookie', 'privacy']) {
    await page.goto(`${app}/policies/${name}.${language}.html`)
    await expect(page.locator('h1')).toBeVisible()
    await look(`policy-${name}`)
  }
}

export const entryParts: Parts = {
  login: loginStates,
  'second step': smsStates,
  async 'chooser and information'(...visit) {
    await chooserStates(...visit)
    await infoStates(...visit)
  },
}
