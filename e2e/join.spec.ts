// Join: visitors who may not join, and visitors who are members already. join-faults.spec.ts joins as each member type.
import type { Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/messages.ts'
import { app, partner } from './addresses.ts'
import { expect, expectSignedIn, loginForm, test } from './fixtures.ts'
import { bodyOf, sentBy } from './joinBodies.ts'
import { codeFor, joining, PASSWORD, visitor } from './joining.ts'
import { say } from './texts.ts'

test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

test('somebody known, who has not joined yet, goes on with the login id that was signed in with', async ({
  page,
  member,
  arrive,
}) => {
  const known = await member('not-joined')
  const someone = { ...visitor('SOCIAL'), login_id: known.login_id }
  const join = joining(page, codeFor)
  await arrive()
  await loginForm(page).signIn(known)
  await expect(page).toHaveURL(`${app}/join`)
  await join.type('SOCIAL')
  await join.terms()
  await expect(join.label('join.loginId')).toHaveValue(known.login_id)
  await expect(join.label('join.loginId')).toHaveAttribute('readonly')
  await join.password()
  await join.label('join.nickname').fill(someone.nickname)
  await join.next()
  await join.person(someone)
  await join.company('join.organisation', 'join.organisationEtc')
  await join.next()
  expect(await sentBy(page, () => join.service())).toEqual(bodyOf('SOCIAL', someone))
  await join.joined()
  await join.toService()
  await expectSignedIn(page, known)
})

test('a child is refused, with the day 14 years ago', async ({ page }) => {
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('SOCIAL')
  await join.terms()
  await join.account(someone)
  await join.label('join.fullName').fill(someone.name)
  await join.born(`${new Date().getFullYear() - 13}0101`)
  const modal = page.getByRole('dialog', { name: say('modal.restrictChild') })
  await expect(modal).toContainText(String(new Date().getFullYear() - 14))
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(modal.getByText(say('modal.agreeFirst'))).toBeVisible()
  await modal.getByLabel(say('modal.restrictChildAgree')).check()
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(/privacy/)
})

test('Back from the last page leads to the service', async ({ page }) => {
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('SOCIAL')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await join.own('SOCIAL')
  await join.next()
  await join.service()
  await join.joined()
  await page.goBack()
  await page.waitForURL(`${partner}/`)
})

test.describe('an address that is a member’s already: said once it was proved', () => {
  async function proveKnown(page: Page, login_id: string) {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.label('join.loginId').fill(login_id)
    await join.prove('join.emailCode', login_id, false)
    const notice = page.getByRole('dialog', { name: say('modal.member') })
    await expect(notice).toContainText(say('refused.idTaken', 'ko', { login_id }))
    return (key: MessageKey) => notice.getByRole('button', { name: say(key), exact: true })
  }

  test('back to the service', async ({ page, member }) => {
    const { login_id } = await member('member')
    const button = await proveKnown(page, login_id)
    await button('info.backToService').click()
    await expect(page).toHaveURL(new RegExp(`^${partner}`))
  })

  test('sign in with it, in the same visit', async ({ page, member }) => {
    const someone = await member('member')
    const button = await proveKnown(page, someone.login_id)
    await button('join.signInAs').click()
    const form = loginForm(page)
    await expect(form.email).toHaveValue(someone.login_id)
    await form.password.fill(someone.password)
    await form.button.click()
    await expectSignedIn(page, someone)
  })

  test('reset its password', async ({ page, member }) => {
    const { login_id } = await member('member')
    const button = await proveKnown(page, login_id)
    await button('modal.findPassword').click()
    await expect(page.getByLabel(say('login.email'), { exact: true })).toHaveValue(login_id)
    await expect(page).toHaveURL(/identify\/password/)
  })

  test('use another address, and go on with the join', async ({ page, member }) => {
    const { login_id } = await member('member')
    const button = await proveKnown(page, login_id)
    await button('join.anotherEmail').click()
    const field = page.getByLabel(say('join.loginId'), { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(say('join.loginIdTaken'))
    await field.fill('another-address@mail.test')
    await page.getByRole('button', { name: say('sms.send'), exact: true }).click()
    await expect(page.getByLabel(say('sms.code'), { exact: true })).toBeFocused()
  })
})

test('somebody who is a member already is told so with the code of the phone, not after the rest of the join', async ({
  page,
  outbox,
}) => {
  const someone = visitor('SOCIAL')
  const join = joining(page, outbox.code)
  const begin = async (login_id: string) => {
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.account({ ...someone, login_id, nickname: visitor('SOCIAL').nickname })
    await join.about(someone)
    await join.prove('join.phoneCode', someone.phone, false)
  }
  await begin(someone.login_id)
  await join.own('SOCIAL')
  await join.next()
  await join.service()
  await join.joined()
  await page.context().clearCookies()

  await begin(visitor('SOCIAL').login_id)
  const dialog = page.getByRole('dialog', { name: say('modal.member') })
  await expect(dialog).toContainText(say('refused.samePerson'))
  await dialog.getByRole('button', { name: say('join.anotherPhone') }).click()
  const phone = page.getByLabel(say('sms.phone'), { exact: true })
  await expect(phone).toBeFocused()
  const other = visitor('SOCIAL').phone
  await phone.fill('')
  await phone.pressSequentially(other)
  await join.prove('join.phoneCode', other, false)
  await expect(page.getByLabel(say('join.organisation'), { exact: true })).toBeVisible()
})
