// The pages of a recovery as a member finds them, and each of their states, one after the other in one visit.
import { expect, type Page } from '@playwright/test'
import { app } from './addresses.ts'
import { enterCode } from './codes.ts'
import { answerWith, expectNotice, main, type Member } from './fixtures.ts'
import type { Visit } from './states.ts'
import { type Language, say } from './texts.ts'

export const NEW_PASSWORD = 'Tq7!vR2#pZ'
export const NAME = '김하늘'

export function recovery(page: Page, language: Language = 'ko') {
  const named = (key: Parameters<typeof say>[0]) => page.getByRole('button', { name: say(key, language), exact: true })
  const field = (key: Parameters<typeof say>[0]) => page.getByLabel(say(key, language), { exact: true })
  const parts = {
    error: page.locator('#form-error'),
    heading: page.getByRole('heading', { level: 1 }),
    tab: (which: 'MyId' | 'Password') => page.getByRole('tab', { name: say(`title.identify${which}`, language) }),
    name: field('identify.name'),
    phone: field('sms.phone'),
    country: field('sms.country'),
    id: field('login.email'),
    send: named('sms.send'),
    resend: named('sms.resend'),
    code: field('sms.code'),
    verify: named('sms.verify'),
    find: named('identify.findId'),
    next: named('identify.next'),
    signIn: named('login.submit'),
    reset: named('modal.findPassword'),
    byPhone: page.getByRole('radio', { name: say('identify.byPhone', language) }),
    byEmail: page.getByRole('radio', { name: say('identify.byEmail', language) }),
    password: field('password.new'),
    again: field('password.again'),
    change: named('identify.change'),
    async at(path: string) {
      await page.waitForURL(`${app}/identify/${path}`)
    },
    /** From anywhere to the proof of a reset. */
    async beginReset(login_id: string) {
      await page.goto(`${app}/identify/password`)
      await parts.id.fill(login_id)
      await parts.next.click()
      await parts.at('password/verify')
    },
    /** The code that was just sent. */
    async enter(code: string) {
      await enterCode(parts.code, parts.verify, code)
    },
    /** Fills the search for an ID, from either page of a recovery. */
    async fillSearch(phone: string) {
      await parts.tab('MyId').click()
      await parts.name.fill(NAME)
      await parts.phone.fill(national(phone))
    },
    /** Searches for the IDs of this phone, from either page of a recovery. Ends on the page of the IDs. */
    async findIds(phone: string, codeOf: (phone: string) => Promise<string>) {
      await parts.fillSearch(phone)
      await parts.send.click()
      await parts.enter(await codeOf(phone))
      await parts.at('myid/done')
    },
    async setPassword(password: string) {
      await parts.password.fill(password)
      await parts.again.fill(password)
      await parts.change.click()
    },
    /** The notice of a new password, and back to the service with it. */
    async changed() {
      await expectNotice(page, say('identify.changedHere', language))
    },
    async noticed() {
      await expectNotice(page, say('identify.passwordChanged', language))
      await page.waitForURL(`${app}/login`)
    },
  }
  return parts
}

/** A code that is requested too soon after another one. */
export const tooSoon = {
  status: 429,
  body: { code: 'TOO_MANY_REQUESTS', detail_code: 4519 },
  headers: { 'Retry-After': '40' },
}

export const national = (phone: string): string => phone.replace('+82', '0')

export async function identifyStates(
  { page, arrive, member, outbox }: Visit,
  language: Language,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const is = recovery(page, language)
  const one: Member = await member('member')
  await arrive({ ui_locales: language })
  await page.getByRole('link', { name: say('login.forgot', language) }).click()
  await is.at('password')
  await is.tab('MyId').click()
  await is.at('myid')
  await expect(is.tab('MyId')).toBeVisible()
  await look('identify-myid')
  await is.name.fill(NAME)
  await is.phone.fill(national(one.phone))
  await is.send.click()
  await expect(is.code).toBeEnabled()
  await look('identify-myid-sent')
  await is.enter(await outbox.code(one.phone))
  await is.at('myid/done')
  await expect(page.getByRole('radio', { name: one.login_id })).toBeChecked()
  await look('identify-done')
  // As of a server that wants a code of its own for the reset.
  await answerWith(page, '/v1/search/pwd', { status: 400, body: { code: 'NO_PROOF', detail_code: 4518 } }, 1)
  await is.reset.click()
  await is.at('password/verify')
  await expect(is.byEmail).toBeChecked()
  await look('identify-verify-found')
  await answerWith(page, '/authenticator/v1/issue/email', tooSoon, 1)
  await is.send.click()
  await expect(page.getByRole('button', { name: /\([\d:]+\)$/ })).toBeVisible()
  await look('identify-verify-wait')
  await page.goBack()
  await is.at('myid/done')
  await page.goBack()
  await is.at('myid')
  await expect(main(page).getByText(say('verification.done', language))).toBeVisible()
  await look('identify-myid-verified')
  await is.name.fill('없는이름')
  await is.find.click()
  await expect(is.heading).toHaveText(say('identify.noneFound', language))
  await look('identify-none')
  await page.goto(`${app}/identify/password`)
  await expect(is.id).toHaveValue(one.login_id)
  await is.id.fill('nobody')
  await is.id.press('Enter')
  await expect(is.id).toBeFocused()
  await look('identify-password-wrong')
  await is.id.fill(one.login_id)
  await is.next.click()
  await is.at('password/verify')
  await expect(is.byPhone).toBeChecked()
  await look('identify-verify')
  await is.byEmail.check()
  await is.send.click()
  await expect(is.code).toBeEnabled()
  await look('identify-verify-sent')
  await is.enter(await outbox.code(one.login_id))
  await is.at('password/new')
  await expect(is.password).toBeVisible()
  await look('identify-new')
  await is.setPassword('qweaaa')
  await expect(page.getByRole('list', { name: say('password.rules', language) })).toBeVisible()
  // Its icon stays beside its words.
  await expect(page.locator('.rules .broken').last()).toHaveCSS('text-align', 'start')
  await look('identify-new-wrong')
  await is.password.fill('한글Tq7!')
  await look('identify-new-korean')
  // As for a member whose sign-in has another step.
  await answerWith(page, '/v1/profile/search/password', { status: 200, body: { data: {} } }, 1)
  await is.setPassword(NEW_PASSWORD)
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('identify-changed')
}
