// The ten commonest tasks of the account on a phone, from /account: the presses that each takes, for docs/comparison.md.
import type { Page, TestInfo } from '@playwright/test'
import { type Path, paths } from '../src/rules/visit/paths.ts'
import { answers, needsProof, sessions } from './accountAnswers.ts'
import { dialog, pressSetting, said, textbox } from './accountPages.ts'
import { app } from './addresses.ts'
import { addAuthenticator, withoutAutofill } from './authenticator.ts'
import { masked } from './codes.ts'
import { countEffort, type Effort } from './effort.ts'
import { answerWith, expect, loginForm, main, type Member, test as base } from './fixtures.ts'
import { NEW_PASSWORD } from './identifyStates.ts'
import { button, field, press } from './resolving.ts'
import { say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

/** The presses of each task. A proof by the password is counted in: it is one press, because its field has the focus. */
const TAPS = {
  'change the password': 5,
  'change the phone': 4,
  'change the e-mail': 4,
  'turn the second step on': 3,
  'add a passkey': 3,
  'sign a lost device out': 2,
  'withdraw a service': 4,
  'unsubscribe from news': 2,
  'download the data': 3,
  'delete the account': 4,
} as const
const isKnown = (title: string): title is keyof typeof TAPS => title in TAPS

const test = base.extend<{ one: Member; effort: void }>({
  one: async ({ page, member }, provide, { title }: TestInfo) => {
    // The company of a group member manages the address, and only a group member has used service B.
    const one = await member(title === 'withdraw a service' ? 'sk' : 'member')
    await withoutAutofill(page)
    await page.goto(app + paths.account)
    await loginForm(page).signIn(one)
    await expect(main(page).locator('.member')).toBeVisible()
    await provide(one)
  },
  effort: [
    async ({ page, one }, provide, info: TestInfo) => {
      if (!isKnown(info.title)) throw new Error(`no presses to compare “${info.title}” with`)
      expect(one.login_id).not.toBe('')
      const effort: () => Effort = await countEffort(page)
      await page.reload()
      await expect(main(page).locator('.member')).toBeVisible()
      await provide()
      expect(effort().taps, `presses of “${info.title}”`).toBe(TAPS[info.title])
    },
    { auto: true },
  ],
})
test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ watch }) => watch.keepSecret(NEW_PASSWORD))

const go = async (page: Page, path: Path, title: MessageKey) => {
  await page.locator(`.section-cards a[href="${path}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(title))
}
/** Sends the form of the dialog, whose field has the focus. */
async function proveByPassword(page: Page, one: Member) {
  const password = dialog(page).getByLabel(say('login.password'), { exact: true })
  await expect(password).toBeFocused()
  await password.fill(one.password)
  await dialog(page)
    .getByRole('button', { name: say('account.proofGo'), exact: true })
    .click()
}
const confirm = (page: Page) => dialog(page).getByRole('button').last().click()

test('change the password', { tag: '@all' }, async ({ page, one, outbox }) => {
  await go(page, paths.accountSecurity, 'title.accountSecurity')
  await pressSetting(page, 'account.change', 'login.password', 'ko')
  await field(page, 'password.new').fill(NEW_PASSWORD)
  await field(page, 'password.again').fill(NEW_PASSWORD)
  await press(page, 'resolve.changePassword')
  await dialog(page)
    .getByRole('button', { name: say('sms.send'), exact: true })
    .click()
  const code = dialog(page).getByLabel(say('sms.code'), { exact: true })
  await expect(code).toBeFocused()
  const isBySms = await dialog(page).getByText(masked(one.phone)).isVisible()
  await code.fill(await outbox.code(isBySms ? one.phone : one.login_id))
  await said(page, 'account.passwordChanged', 'ko')
})

test('change the phone', { tag: '@all' }, async ({ page, one, outbox }) => {
  await needsProof(page, '/phone', ['PWD'])
  await go(page, paths.accountSecurity, 'title.accountSecurity')
  await pressSetting(page, 'account.change', 'sms.phone', 'ko')
  await textbox(page, 'account.newPhone', 'ko').fill('01099887755')
  await press(page, 'sms.send')
  const code = field(page, 'sms.code')
  await expect(code).toBeFocused()
  await code.fill(await outbox.code('+821099887755'))
  await proveByPassword(page, one)
  await said(page, 'account.phoneChanged', 'ko')
})

test('change the e-mail', { tag: '@all' }, async ({ page, one, outbox }) => {
  const next = `next-${one.login_id}`
  await needsProof(page, '/email', ['PWD'])
  await go(page, paths.accountSecurity, 'title.accountSecurity')
  await pressSetting(page, 'account.change', 'login.email', 'ko')
  await textbox(page, 'account.newEmail', 'ko').fill(next)
  await press(page, 'sms.send')
  const code = field(page, 'sms.code')
  await expect(code).toBeFocused()
  await code.fill(await outbox.code(next))
  await proveByPassword(page, one)
  await said(page, 'account.emailChanged', 'ko')
})

test('turn the second step on', { tag: '@all' }, async ({ page, one }) => {
  await needsProof(page, '/second-factor', ['PWD'])
  await go(page, paths.accountSecurity, 'title.accountSecurity')
  await pressSetting(page, 'account.turnOn', 'account.factor', 'ko')
  await proveByPassword(page, one)
  await said(page, 'account.factorOnDone', 'ko')
})

test('add a passkey', { tag: '@all' }, async ({ page, one }) => {
  const device = await addAuthenticator(page)
  await needsProof(page, '/passkeys/options', ['PWD'])
  await go(page, paths.accountSecurity, 'title.accountSecurity')
  await press(page, 'account.passkeyAdd')
  await proveByPassword(page, one)
  await said(page, 'account.passkeyAdded', 'ko')
  expect(await device.passkeys()).toHaveLength(1)
})

test('sign a lost device out', { tag: '@all' }, async ({ page }) => {
  await answers(page, '/sessions', sessions())
  await answerWith(page, '/v1/account/sessions/s2', { status: 204, body: '' })
  await go(page, paths.accountDevices, 'title.accountDevices')
  await page.getByRole('listitem').filter({ hasText: 'iPhone' }).getByRole('button').click()
  await said(page, 'account.deviceEnded', 'ko')
})

test('withdraw a service', { tag: '@all' }, async ({ page, one }) => {
  await needsProof(page, '/services/service-b', ['PWD'])
  await go(page, paths.accountServices, 'title.accountServices')
  await page.locator('#withdraw-service-b').click()
  await confirm(page)
  await proveByPassword(page, one)
  await said(page, 'account.withdrawn', 'ko')
})

test('unsubscribe from news', { tag: '@all' }, async ({ page }) => {
  await go(page, paths.accountPrivacy, 'title.accountPrivacy')
  await page.getByRole('checkbox', { name: say('account.newsByEmail'), exact: true }).click()
  await expect(page.locator('.toast')).toBeVisible()
})

test('download the data', { tag: '@all' }, async ({ page, one }) => {
  await needsProof(page, '/export', ['PWD'])
  await go(page, paths.accountPrivacy, 'title.accountPrivacy')
  const saved = page.waitForEvent('download')
  await press(page, 'account.exportSave')
  await proveByPassword(page, one)
  expect((await saved).suggestedFilename()).toMatch(/\.json$/)
})

test('delete the account', { tag: '@all' }, async ({ page, one }) => {
  await needsProof(page, '/leave', ['PWD'])
  await go(page, paths.accountPrivacy, 'title.accountPrivacy')
  await press(page, 'account.leaveOpen')
  await press(page, 'account.leaveGo')
  await proveByPassword(page, one)
  await expect(button(page, 'account.stay')).toBeVisible()
})
