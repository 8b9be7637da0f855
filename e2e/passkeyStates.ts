// What a member sees of passkeys: at the login form, at the question, and after a creation without a question.
import { expect, type Page } from '@playwright/test'
import { app, partner } from './addresses.ts'
import { addAuthenticator, withoutAutofill } from './authenticator.ts'
import { answerWith, loginForm, main } from './fixtures.ts'
import { heading, press } from './resolving.ts'
import type { Part, Parts } from './states.ts'
import { type Language, say } from './texts.ts'

/** The backend of the journeys asks nobody to create a passkey, so its answer is written here. */
const step = (conditional: boolean) => ({
  matcher_type: 'RECOMMENDED_PASSKEY',
  state: 'state-of-the-step',
  conditional,
  options: {
    rp: { id: new URL(app).hostname, name: 'Daemun' },
    user: { id: 'aGFuZGxl', name: 'member@demo.test', displayName: '김하늘' },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  },
})

async function answerStep(page: Page, conditional: boolean): Promise<void> {
  await answerWith(page, '/v1/verify/pwd', { status: 401, body: { data: step(conditional) } }, 1)
}

const said = (page: Page, key: Parameters<typeof say>[0], language: Language) =>
  expect(main(page).getByText(say(key, language)).first()).toBeVisible()

const signIn: Part = async ({ page, arrive }, language, look) => {
  await withoutAutofill(page)
  await arrive({ ui_locales: language })
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await press(page, 'passkey.signIn', language)
  await said(page, 'passkey.cancelled', language)
  await look('login-passkey-cancelled')
  await page.reload()
  const authenticator = await addAuthenticator(page)
  await authenticator.hold(new URL(app).hostname)
  await press(page, 'passkey.signIn', language)
  await said(page, 'passkey.unknown', language)
  await look('login-passkey-unknown')
}

const inApp: Part = async ({ page, arrive }, language, look) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    Object.defineProperty(navigator, 'userAgent', { value: 'KAKAOTALK/10.4.5' })
  })
  await arrive({ ui_locales: language })
  await said(page, 'passkey.inApp', language)
  await look('login-passkey-in-app')
}

const question: Part = async ({ page, arrive, member }, language, look) => {
  await arrive({ ui_locales: language })
  await answerStep(page, false)
  await loginForm(page, language).signIn(await member('member'))
  await heading(page, 'passkey.title', language)
  await look('resolve-passkey')
  const fails = (name: string) =>
    page.evaluate((error) => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', error))
    }, name)
  await fails('NotAllowedError')
  await press(page, 'passkey.create', language)
  await said(page, 'passkey.notCreated', language)
  await look('resolve-passkey-cancelled')
  await fails('InvalidStateError')
  await press(page, 'passkey.create', language)
  await said(page, 'passkey.already', language)
  await look('resolve-passkey-already')
}

const saved: Part = async ({ page, arrive, member }, language, look) => {
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = () => Promise.resolve({ conditionalCreate: true })
    const create = navigator.credentials.create.bind(navigator.credentials)
    // Chromium's virtual authenticator has no creation without a question.
    navigator.credentials.create = (options: CredentialCreationOptions & { mediation?: string } = {}) =>
      create({ ...options, mediation: undefined } as CredentialCreationOptions)
  })
  await withoutAutofill(page)
  await addAuthenticator(page)
  await arrive({ ui_locales: language })
  await answerStep(page, true)
  await answerWith(page, '/v1/matcher/resolve', { body: { data: { location: `${partner}/` } } }, 1)
  await loginForm(page, language).signIn(await member('member'))
  await expect(page.getByRole('dialog').getByText(say('passkey.saved', language))).toBeVisible()
  // Behind the dialog, the page waits to leave.
  await look('resolve-passkey-saved', { isLoading: true })
}

export const passkeyParts: Parts = { 'sign-in': signIn, 'in an app': inApp, question, saved }
