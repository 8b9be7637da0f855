// Spec §2, identify: only the owner recovers an account, by SMS and by e-mail.
import type { Locator } from '@playwright/test'
import { app } from './addresses.ts'
import { expect, expectNotice, expectSignedIn, loginForm, main, test } from './fixtures.ts'
import { memberWithPhone, NAME, national, NEW_PASSWORD, recovery } from './identifyStates.ts'
import { say } from './texts.ts'

for (const by of ['SMS', 'e-mail'] as const)
  test(
    `from the lock at five wrong passwords to the partner, by ${by}; the old password is refused`,
    { tag: by === 'SMS' ? ['@two'] : ['@all'] },
    async ({ page, arrive, member, outbox, watch }) => {
      const one = await member('member')
      const to = by === 'SMS' ? one.phone : one.login_id
      watch.keepSecret(NEW_PASSWORD)
      const form = loginForm(page)
      const is = recovery(page)
      await arrive()
      for (const left of [4, 3, 2, 1]) {
        await form.signIn({ ...one, password: 'not-the-0ne!' })
        const text = left > 2 ? say('refused.wrongPassword') : say('refused.wrongPasswordLeft', 'ko', { left })
        await expect(form.error).toHaveText(text)
        await expect(form.password).toHaveValue('')
      }
      await form.signIn({ ...one, password: 'not-the-0ne!' })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('modal.close') })
        .click()
      await form.signIn(one)
      const locked = page.getByRole('dialog', { name: say('modal.maxFailure') })
      await expect(locked, 'locked is locked, even with the right password').toBeVisible()
      await locked.getByRole('button', { name: say('modal.findPassword') }).click()
      await is.at('password')
      await expect(is.id).toHaveValue(one.login_id)
      await is.next.click()
      await is.at('password/verify')
      await expect(is.byPhone).toBeChecked()
      // Security A7: this browser has never signed in as the member.
      await expect(page.getByText(say('identify.registeredPhone'), { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(one.phone.slice(-2))
      expect(await outbox.count(to)).toBe(0)
      if (by === 'e-mail') await is.byEmail.check()
      await is.send.click()
      await is.enter(await outbox.code(to))
      await is.at('password/new')
      await is.setPassword(NEW_PASSWORD)
      await is.changed()
      await expectSignedIn(page, one)
      await arrive({ prompt: 'login' })
      await form.signIn(one)
      await expect(form.error).toHaveText(say('refused.wrongPassword'))
    },
  )

test(
  'a found id with a second factor proves phone and e-mail, although its phone was proved for the search',
  { tag: '@all' },
  async ({ page, arrive, member, outbox, watch }) => {
    const one = await member('sms')
    watch.keepSecret(NEW_PASSWORD)
    const is = recovery(page)
    await arrive()
    await page.goto(`${app}/identify/myid`)
    await is.findIds(one.phone, outbox.code)
    const code = await outbox.code(one.phone)
    await is.reset.click()
    await is.at('password/verify')
    await expect(page.getByText(say('identify.verifyFoundLead'))).toBeVisible()
    await is.send.click()
    await is.enter(await outbox.code(one.login_id))
    await expect(page.getByText(say('identify.alsoPhoneLead'))).toBeVisible()
    await is.send.click()
    await is.enter(await outbox.code(one.phone, code))
    await is.at('password/new')
    await is.setPassword(NEW_PASSWORD)
    await is.noticed()
  },
)

test(
  'two members with one phone: both are listed, and the chosen one signs in',
  { tag: '@all' },
  async ({ page, arrive, member, outbox, watch }) => {
    const one = await member('member')
    const other = await memberWithPhone(page, one.phone)
    watch.keepSecret(other.password)
    const is = recovery(page)
    await arrive()
    await page.goto(`${app}/identify`)
    await is.name.fill(NAME)
    await is.phone.fill(national(one.phone))
    await is.send.click()
    await is.enter(await outbox.code(one.phone))
    await is.at('myid/done')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await page.getByRole('radio', { name: other.login_id }).check()
    await page.reload()
    await expect(page.getByRole('radio', { name: other.login_id })).toBeChecked()
    // The storage holds no proof, so another search after a reload needs another code.
    await page.goBack()
    await is.at('myid')
    await expect(is.name).toHaveValue(NAME)
    await expect(is.send).toBeVisible()
    await page.goForward()
    await is.at('myid/done')
    await expect(page.getByRole('radio', { name: other.login_id })).toBeChecked()
    await is.signIn.click()
    await page.waitForURL(`${app}/login`)
    await expect(loginForm(page).email).toHaveValue(other.login_id)
    await loginForm(page).signIn(other)
    await expectSignedIn(page, other)
  },
)

test(
  'an unknown ID looks like a known one, to the last wrong code',
  { tag: '@all' },
  async ({ page, arrive, outbox }) => {
    const login_id = `nobody-${Date.now()}@demo.test`
    const is = recovery(page)
    await arrive()
    await is.beginReset(login_id)
    await is.byEmail.check()
    await is.send.click()
    for (let tries = 1; tries < 5; tries += 1) {
      await is.enter('123456')
      await expect(main(page).getByText(say('verification.noMatch'))).toBeVisible()
    }
    await is.enter('123456')
    await expectNotice(page, say('verification.tooMany'))
    expect(await outbox.count(login_id)).toBe(0)
  },
)

test(
  'a second tab says that the first one has already reset the password',
  { tag: '@all' },
  async ({ page, context, arrive, member, outbox }) => {
    const one = await member('member')
    const other = await context.newPage()
    let code = ''
    for (const tab of [page, other]) {
      const is = recovery(tab)
      await arrive({}, tab)
      await is.beginReset(one.login_id)
      await is.send.click()
      code = await outbox.code(one.phone, code)
      await is.enter(code)
      await is.at('password/new')
    }
    await recovery(page).setPassword(NEW_PASSWORD)
    await recovery(page).changed()
    await expectSignedIn(page, one)
    await recovery(other).setPassword('wK4$hN8%tB')
    await expect(recovery(other).error).toHaveText(say('identify.verifyAgain'))
    await recovery(other).at('password/verify')
  },
)

test(
  'reload and back at each step lose nothing but the secrets',
  { tag: '@all' },
  async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    await arrive()
    await loginForm(page).email.fill(one.login_id)
    await page.getByRole('link', { name: say('login.forgot') }).click()
    await is.at('password')
    await is.tab('MyId').click()
    await is.at('myid')
    await is.name.fill(NAME)
    await is.phone.fill(national(one.phone))
    await page.reload()
    await expect(is.name).toHaveValue(NAME)
    await expect(is.phone).toHaveValue(/^010-/)
    await is.tab('Password').click()
    await is.at('password')
    await expect(is.id).toHaveValue(one.login_id)
    await page.goBack()
    await page.waitForURL(`${app}/login`)
    await expect(loginForm(page).email).toHaveValue(one.login_id)
    await page.goForward()
    await is.at('password')
    await page.reload()
    await expect(is.id).toHaveValue(one.login_id)
    await is.next.click()
    await is.at('password/verify')
    await is.send.click()
    await expect(is.code).toBeEnabled()
    const code = await outbox.code(one.phone)
    await page.reload()
    await expect(is.code).toBeEnabled()
    expect(await outbox.count(one.phone)).toBe(1)
    await is.enter(code)
    await is.at('password/new')
    await is.password.fill(NEW_PASSWORD)
    await page.reload()
    await expect(is.error).toHaveText(say('identify.verifyAgain'))
    await expect(page.locator('.toast')).toHaveCount(0)
    await is.at('password/verify')
    expect(await outbox.count(one.phone)).toBe(1)
    await is.send.click()
    await is.enter(await outbox.code(one.phone, code))
    await is.at('password/new')
    await expect(is.password).toHaveValue('')
    await page.goBack()
    await is.at('password/verify')
    await page.goForward()
    await is.at('password/new')
    await is.setPassword(NEW_PASSWORD)
    await is.changed()
    await expectSignedIn(page, one)
  },
)

const RUNS = ['1234567890', '0987654321'].flatMap((line) =>
  Array.from({ length: line.length - 2 }, (_, at) => line.slice(at, at + 3)),
)
/** Digits without a keyboard run and without three equal digits. */
const hasRun = (digits: string) => /(\d)\1\1/.test(digits) || RUNS.some((run) => digits.includes(run))

test(
  'a refusal of the server stands beside the field, and the member can correct it',
  { tag: '@all' },
  async ({ page, arrive, member, outbox }) => {
    let one = await member('member')
    while (hasRun(one.phone.slice(-8))) one = await member('member')
    const is = recovery(page)
    await arrive()
    await is.beginReset(one.login_id)
    await is.send.click()
    await is.enter(await outbox.code(one.phone))
    await is.at('password/new')
    for (const [password, key] of [
      [one.password, 'refused.passwordSameAsBefore'],
      [`a#${one.phone.slice(-8)}`, 'refused.passwordSameAsPhone'],
      ['Passw0rd!9', 'refused.newPassword'],
    ] as const) {
      await is.setPassword(password)
      await expect(is.password).toHaveAccessibleDescription(new RegExp(`^${say(key)}`))
      await expect(is.password).toBeFocused()
    }
    await is.password.fill(`한${NEW_PASSWORD}글`)
    await expect(is.password).toHaveValue(NEW_PASSWORD)
    await expect(is.password).toHaveAccessibleDescription(new RegExp(`^${say('password.message2')}`))
    await is.setPassword(NEW_PASSWORD)
    await is.changed()
    await expectSignedIn(page, one)
  },
)

test(
  'with the keyboard alone: the id, then its password',
  { tag: '@all' },
  async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    const tab = async (...fields: Locator[]) => {
      for (const field of fields) {
        await page.keyboard.press('Tab')
        await expect(field).toBeFocused()
      }
    }
    await arrive()
    await page.goto(`${app}/identify`)
    await is.tab('MyId').focus()
    await page.keyboard.press('ArrowRight')
    await is.at('password')
    await expect(is.tab('Password')).toBeFocused()
    await expect(is.tab('Password')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowLeft')
    await is.at('myid')
    await expect(is.tab('MyId')).toBeFocused()
    await expect(is.name).toBeVisible()
    await tab(is.name)
    await page.keyboard.type(NAME)
    await tab(is.country, is.phone)
    await page.keyboard.type(national(one.phone))
    await tab(is.send)
    await page.keyboard.press('Enter')
    await expect(is.code).toBeFocused()
    await page.keyboard.type(await outbox.code(one.phone))
    await is.at('myid/done')
    await expect(is.heading).toBeFocused()
    await tab(page.getByRole('radio', { name: one.login_id }), is.signIn, is.reset)
    await page.keyboard.press('Enter')
    await is.at('password/new')
    await expect(is.password).toBeFocused()
    await page.keyboard.type(NEW_PASSWORD)
    await page.keyboard.press('Tab')
    await tab(is.again)
    await page.keyboard.type(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { name: say('join.toService') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectSignedIn(page, one)
  },
)
