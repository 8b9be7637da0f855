// Contract, "Passkeys": from the first passkey to one that was removed, with a virtual authenticator of Chromium, on the real backend.
import type { Page } from '@playwright/test'
import { paths } from '../src/rules/visit/paths.ts'
import { app } from './addresses.ts'
import { enterCode } from './codes.ts'
import { addAuthenticator, withoutAutofill } from './authenticator.ts'
import { countEffort } from './effort.ts'
import { axe, expect, expectSignedIn, loginForm, mainButton, type Member, signInUrl, test } from './fixtures.ts'
import { NEW_PASSWORD, recovery } from './identifyStates.ts'
import { say } from './texts.ts'

// The backend of the other journeys asks nobody to create a passkey: the question would stand in their way.
test.skip(process.env.JOURNEYS_PASSKEYS !== 'recommended', 'JOURNEYS_PASSKEYS=recommended runs these journeys')

const button = (page: Page, text: Parameters<typeof say>[0]) =>
  page.getByRole('button', { name: say(text), exact: true })
const byPasskey = (page: Page) => button(page, 'passkey.signIn')
const atQuestion = (page: Page) => expect(page).toHaveURL(`${app}${paths.resolvePasskey}`)
/** The browser has no creation without a question. */
const asks = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = () => Promise.resolve({ conditionalCreate: false })
  })

/** Signs in by password in a browser that is the member's own. */
async function signInAtHome(page: Page, one: Member): Promise<void> {
  await page.getByText(say('login.stay'), { exact: true }).click()
  await loginForm(page).signIn(one)
}

/** Proves the phone, as the second step of a sign-in. */
async function enterSmsCode(page: Page, outbox: { code: (phone: string) => Promise<string> }, one: Member) {
  await expect(page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
  await enterCode(
    page.getByLabel(say('sms.code'), { exact: true }),
    button(page, 'sms.verify'),
    await outbox.code(one.phone),
  )
}

test.beforeEach(async ({ page }) => asks(page))

test('a first passkey by question, and the next sign-in is one tap', async ({ page, arrive, member }) => {
  await withoutAutofill(page)
  const authenticator = await addAuthenticator(page)
  const taps = await countEffort(page)
  const one = await member('member')
  await arrive()
  await signInAtHome(page, one)
  await atQuestion(page)
  await expect(page.getByRole('heading', { name: say('passkey.title') })).toBeVisible()
  await axe(page)
  await button(page, 'passkey.create').click()
  await expectSignedIn(page, one)
  expect(await authenticator.passkeys()).toHaveLength(1)

  await page.context().clearCookies()
  await arrive()
  const before = taps()
  await byPasskey(page).click()
  await expectSignedIn(page, one)
  const now = taps()
  expect({ taps: now.taps - before.taps, fields: now.fields - before.fields }).toEqual({ taps: 1, fields: 0 })
})

test('the field of the e-mail offers the passkey, and nothing else is asked', async ({ page, arrive, member }) => {
  await addAuthenticator(page)
  const one = await member('member')
  await arrive()
  await signInAtHome(page, one)
  await atQuestion(page)
  await button(page, 'passkey.create').click()
  await expectSignedIn(page, one)

  await page.context().clearCookies()
  await page.goto(signInUrl())
  await expectSignedIn(page, one)
})

test('the question survives a reload, Back and Forward, and "later" is not asked again', async ({
  page,
  arrive,
  member,
}) => {
  await addAuthenticator(page)
  const one = await member('member')
  await arrive()
  await signInAtHome(page, one)
  await atQuestion(page)
  await page.reload()
  await expect(button(page, 'passkey.create')).toBeVisible()
  await page.goBack()
  await expect(loginForm(page).email).toBeVisible()
  await page.goForward()
  await button(page, 'passkey.later').click()
  await expectSignedIn(page, one)

  await page.context().clearCookies({ name: /session/i })
  await page.goto(signInUrl({ prompt: 'login' }))
  await loginForm(page).signIn(one)
  await expectSignedIn(page, one)
})

test('a member with a second factor: a passkey takes the place of the SMS, and another device asks for both', async ({
  page,
  arrive,
  member,
  outbox,
  browser,
}) => {
  await withoutAutofill(page)
  await addAuthenticator(page)
  const one = await member('sms')
  await arrive()
  await signInAtHome(page, one)
  await enterSmsCode(page, outbox, one)
  await atQuestion(page)
  await button(page, 'passkey.create').click()
  await expectSignedIn(page, one)

  await page.context().clearCookies()
  const sent = await outbox.count(one.phone)
  await arrive()
  await byPasskey(page).click()
  await expectSignedIn(page, one)
  expect(await outbox.count(one.phone)).toBe(sent)

  await page.context().clearCookies()
  await arrive()
  await loginForm(page).signIn(one)
  await button(page, 'sms.noPhone').click()
  await axe(page)
  await byPasskey(page).click()
  await expectSignedIn(page, one)

  const other = await browser.newContext()
  const device = await other.newPage()
  await arrive({}, device)
  await loginForm(device).signIn(one)
  await enterSmsCode(device, outbox, one)
  await expectSignedIn(device, one)
  await other.close()
})

test('a stolen phone number alone gets nowhere: the new password waits for a day, and the passkey signs in', async ({
  page,
  arrive,
  member,
  outbox,
}) => {
  await withoutAutofill(page)
  await addAuthenticator(page)
  const one = await member('member')
  await arrive()
  await signInAtHome(page, one)
  await button(page, 'passkey.create').click()
  await expectSignedIn(page, one)

  await page.context().clearCookies()
  await arrive()
  const is = recovery(page)
  await is.beginReset(one.login_id)
  await is.send.click()
  await is.enter(await outbox.code(one.phone))
  await button(page, 'identify.changeLater').click()
  await is.setPassword(NEW_PASSWORD)
  const notice = page.getByRole('dialog', { name: say('modal.passwordLater') })
  await expect(notice).toContainText(/\d/)
  await mainButton(notice).click()
  await loginForm(page).signIn({ ...one, password: NEW_PASSWORD })
  await expect(page.getByRole('alert').getByText(/./).first()).toBeVisible()
  await byPasskey(page).click()
  await expectSignedIn(page, one)
})

test('the browser creates a passkey without a question, and the member is told', async ({ page, arrive, member }) => {
  // Chromium's virtual authenticator has no creation without a question, so the browser's answer to one is that of an ordinary creation.
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = () => Promise.resolve({ conditionalCreate: true })
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = ({
      mediation: _mediation,
      ...options
    }: CredentialCreationOptions & { mediation?: string } = {}) => create(options)
  })
  const authenticator = await addAuthenticator(page)
  const one = await member('member')
  await arrive()
  await signInAtHome(page, one)
  await expect(page.getByRole('dialog').getByText(say('passkey.saved'))).toBeVisible()
  expect(await authenticator.passkeys()).toHaveLength(1)
  await page.getByRole('dialog').getByRole('button').click()
  await expectSignedIn(page, one)
})
