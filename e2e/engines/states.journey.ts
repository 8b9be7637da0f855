// The pages that a member meets instead of the service: account states, an invitation, and a phone to be proved, in every engine.
import { AGREEMENT } from '../agreement.ts'
import { app, partner } from '../addresses.ts'
import { visitor } from '../joining.ts'
import { button, closeNotice, codeForm, field, heading, joinPages, link, loginPage } from './pages.ts'
import { accessible, arrive, code, isSignedIn, member, test } from './test.ts'

test('a member who is not approved reads why, and goes back to the service @all', async ({ tab: page }) => {
  await arrive(page)
  await loginPage(page).signIn(await member('unapproved'))
  await page.see(heading('member.unapproved'))
  await accessible(page)
  await page.reload()
  await page.see(heading('member.unapproved'))
  await page.press(link('info.backToService'))
  await page.at(`${partner}/`)
})

test('a suspended member reads the reason, and another member signs in with the same form @all', async ({
  tab: page,
}) => {
  const [suspended, other] = [await member('suspended'), await member('member')]
  await arrive(page)
  await loginPage(page).signIn(suspended)
  await closeNotice(page, 'refused.suspended')
  await page.is(loginPage(page).email, { value: suspended.login_id })
  await page.is(loginPage(page).password, { value: '' })
  await accessible(page)
  await loginPage(page).signIn(other)
  await isSignedIn(page, other)
})

test('an invited business partner joins from the link, and a reload and Back lose nothing @all', async ({
  tab: page,
}) => {
  const invited = await member('not-accepted')
  const someone = { ...visitor('BSNS'), login_id: invited.login_id }
  const join = joinPages(page)
  await join.begin({ invitation: invited.invitation ?? '' })
  await page.at(`${app}/sign-up/terms/gen`)
  await join.agree()
  await page.reload()
  await page.is(AGREEMENT, { checked: true })
  await accessible(page)
  await join.next()
  await page.is(field('join.loginId'), { value: invited.login_id })
  await page.enter(field('join.nickname'), someone.nickname)
  await join.password()
  await accessible(page)
  await join.next()
  await join.birth()
  await page.reload()
  await page.is(field('join.birthday'), { value: '1999-01-31' })
  await page.back()
  await page.is(field('join.nickname'), { value: someone.nickname })
  await page.forward()
  await join.residence(someone)
  await join.businessPartner()
  await page.reload()
  await page.is(field('join.companyEtc'), { value: '우리 회사' })
  await accessible(page)
  await page.press(button('join.finish'))
  await page.see(heading('join.joinedTitle', 'ko', { name: someone.nickname }))
  await page.press(button('join.toService'))
  // The service's terms follow the join.
  await page.tick(AGREEMENT)
  await page.press(button('resolve.agree'))
  await isSignedIn(page, invited)
})

test('an administrator proves the phone at the certification page, after a reload too @all', async ({ tab: page }) => {
  const one = await member('admin')
  const form = codeForm(page)
  await arrive(page)
  await page.go(`${app}/certification`)
  await loginPage(page).signIn(one)
  await page.see(heading('sms.title'))
  await page.at(`${app}/certification`)
  await accessible(page)
  const digits = await code(one.phone)
  await page.is(form.field, { disabled: false })
  await page.reload()
  await form.enter(digits)
  await isSignedIn(page, one)
})
