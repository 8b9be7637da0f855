// Join: visitors who may not join, and visitors who have an account already. join-faults.spec.ts joins as each member type.
import { app, partner } from './addresses.ts'
import { expect, expectSignedIn, loginForm, main, test } from './fixtures.ts'
import { bodyOf, sentBy } from './joinBodies.ts'
import { codeFor, joining, PASSWORD, visitor, joinAs } from './joining.ts'
import { say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

test('a member who has not joined yet continues with the login ID of the sign-in', async ({ page, member, arrive }) => {
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

test('what a join refuses, at once or at its end, is shown beside its field on its screen, and a service left for later asks for its terms', async ({
  page,
  member,
}) => {
  const someone = { ...visitor('FAMILY'), name: '서연우' }
  const { mbr_no = '' } = await member('sk')
  const join = joining(page, codeFor)
  const isRefused = async (field: MessageKey, text: MessageKey) => {
    await expect(join.label(field)).toBeFocused()
    await expect(join.label(field)).toHaveAttribute('aria-invalid', 'true')
    await expect(main(page).getByText(say(text)).first()).toBeVisible()
  }
  await join.arrive()
  await join.type('FAMILY')
  await join.terms()
  await join.label('join.loginId').fill(someone.login_id)
  await join.prove('join.emailCode', someone.login_id)
  await join.password('Passw0rd!9')
  await join.label('join.nickname').fill(someone.nickname)
  await join.next()
  await isRefused('login.password', 'refused.newPassword')
  // The name of the member, by the keys that type it.
  await join.password('Tjdusdn!79')
  await join.next()
  await join.label('join.fullName').fill(someone.name)
  await join.born()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('join.passwordAnew') })
    .click()
  await isRefused('login.password', 'join.passwordHasName')
  await join.password()
  await join.next()
  await join.label('sms.phone').pressSequentially(someone.phone)
  await join.prove('join.phoneCode', someone.phone)
  await join.family(someone.phone)
  await join.next()
  await isRefused('join.recommender', 'field.recommenderForm')
  await join.label('join.recommender').fill('12345678')
  await join.next()
  await join.button('join.skip').click()
  await isRefused('join.recommender', 'field.recommenderUnknown')
  await join.label('join.recommender').fill(mbr_no)
  await join.next()
  await join.button('join.skip').click()
  await join.joined()
  await join.toService()
  await join.agreeAtService()
  await expectSignedIn(page, someone)
})

test('a child is refused, with the day 14 years ago', { tag: '@all' }, async ({ page }) => {
  const someone = visitor('SOCIAL')
  const join = await joinAs(page, 'SOCIAL')
  await join.terms()
  await join.account(someone)
  await join.label('join.fullName').fill(someone.name)
  await join.born(`${new Date().getFullYear() - 13}0101`)
  const modal = page.getByRole('dialog', { name: say('modal.restrictChild') })
  await expect(modal).toContainText(String(new Date().getFullYear() - 14))
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(page.locator('.toast')).toHaveText(say('modal.agreeFirst'))
  await modal.getByLabel(say('modal.restrictChildAgree')).check()
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(/privacy/)
})

test('Back from the last page leads to the service', { tag: '@all' }, async ({ page }) => {
  const someone = visitor('SOCIAL')
  const join = await joinAs(page, 'SOCIAL')
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
