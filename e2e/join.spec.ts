// Join: visitors who may not join, and visitors who have an account already. join-faults.spec.ts joins as each member type.
import { app } from './addresses.ts'
import { expect, expectNotice, expectSignedIn, loginForm, main, test } from './fixtures.ts'
import { bodyOf, sentBy } from './joinBodies.ts'
import { codeFor, joining, PASSWORD, visitor, joinAs } from './joining.ts'
import { sealAnew } from './sealing.ts'
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

/** A complete stored sign-up. */
const ALL_DONE = {
  memberTypeCode: 'SOCIAL',
  kind: 'GEN',
  matcher_type: '',
  consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY'].flatMap((code) => [code, `SK_${code}`]),
  login_id: 'someone@member.test',
  emailVerified: true,
  mobileVerified: true,
  mobileNumber: '01012345678',
  password: 'c2VhbGVk',
  nickName: '새별',
  fullName: '김하늘',
  birthday: '1999-01-31',
  gender: 'F',
  nationalCode: 'KR',
  join_status: null,
}

// tests/rules/visit/guards.test.ts: the pages keep the order for honest visitors.
test('a forged storage opens the service step, and the server refuses the join', async ({ page }) => {
  const join = await joinAs(page, 'SOCIAL')
  await expect(join.label('terms.agreeAllOptional')).toBeVisible()
  await sealAnew(page, 'signUp', ALL_DONE)
  await page.goto(`${app}/join/service`)
  await join.service()
  await expectNotice(page, say('refused.proofGone'))
  await expect(page).toHaveURL(`${app}/join/privacy/gen`)
})
