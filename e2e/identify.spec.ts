// Spec §2, identify: only the owner recovers an account, by SMS and by e-mail.
import type { Locator } from '@playwright/test'
import { app } from './addresses.ts'
import { expect, expectSignedIn, loginForm, test } from './fixtures.ts'
import { NAME, national, NEW_PASSWORD, recovery } from './identifyStates.ts'
import { say } from './texts.ts'

test('from the lock at five wrong passwords to the partner; the old password is refused @two', async ({
  page,
  arrive,
  member,
  outbox,
  watch,
}) => {
  const one = await member('member')
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
  const ways = page.getByRole('group', { name: say('identify.channels') })
  await expect(ways).not.toContainText(one.phone.slice(-2))
  expect(await outbox.count(one.phone)).toBe(0)
  await is.send.click()
  await is.enter(await outbox.code(one.phone))
  await is.at('password/new')
  await is.setPassword(NEW_PASSWORD)
  await is.changed()
  await expectSignedIn(page, one)
  await arrive({ prompt: 'login' })
  await form.signIn(one)
  await expect(form.error).toHaveText(say('refused.wrongPassword'))
})

test('with the keyboard alone: the id, then its password @all', async ({ page, arrive, member, outbox }) => {
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
})
