// Joining: each kind of member walks to the end, in every engine.
import { writeFileSync } from 'node:fs'
import { app } from '../addresses'
import { visitor } from '../joining'
import { say } from '../texts'
import { button, field, heading, inMain, joinPages } from './pages'
import { accessible, expect, isSignedIn, member, test } from './test'

const LETTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a student joins with majors from the dialog and an enrollment letter', async ({ tab: page }, info) => {
  const someone = visitor('STUDENT')
  const letter = info.outputPath('증명서.png')
  writeFileSync(letter, LETTER)
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('STUDENT')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.person(someone)
  await join.student(letter)
  await accessible(page)
  await join.next()
  await join.finish()
  await page.see(heading('join.joinedTitle', 'ko', { name: someone.nickname }))
  await page.see(inMain('join.letterDone'))
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('a social entrepreneur joins, and a reload and Back at each step lose nothing', async ({ tab: page }) => {
  const someone = visitor('SOCIAL')
  const join = joinPages(page)
  await join.begin()
  await page.at(`${app}/join`)
  await accessible(page)
  await join.chooseType('SOCIAL')
  await join.agree()
  await page.reload()
  await page.is(field('terms.agreeAll'), { checked: true })
  await page.back()
  await page.is({ role: 'radio', name: { pattern: `^${say('join.typeSocial')}` } }, { checked: true })
  await page.forward()
  await page.is(field('terms.agreeAll'), { checked: true })
  await accessible(page)
  await join.next()
  await join.account(someone)
  await page.reload()
  await page.is(field('join.loginId'), { value: someone.login_id })
  await page.is(field('join.nickname'), { value: someone.nickname })
  await page.is(field('login.password'), { value: '' })
  await page.back()
  await page.see(heading('join.termsTitle'))
  await page.forward()
  await page.is(field('join.loginId'), { value: someone.login_id })
  await join.person(someone)
  await join.socialEntrepreneur()
  await accessible(page)
  await page.enter(field('login.password'), someone.password)
  await page.enter(field('join.passwordAgain'), someone.password)
  await join.next()
  await page.at(`${app}/join/service`)
  await accessible(page)
  await page.reload()
  await page.back()
  await page.see(inMain('join.passwordSet'))
  await join.next()
  await join.finish()
  await accessible(page)
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('a business partner joins with a birthday from the calendar, and waits for the approval', async ({
  tab: page,
}) => {
  const someone = visitor('BSNS')
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('BSNS')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.person(someone)
  await page.press(button('join.calendar'))
  // No driver reaches into the browser's own calendar. Its choice arrives as a change of the date field.
  const calendar = `document.querySelector('input[type=date]')`
  expect(await page.evaluate(`${calendar}.value`)).toBe('1999-01-31')
  await page.keys('Escape')
  await page.evaluate(`void (${calendar}.valueAsDate = new Date('1985-12-24'),
    ${calendar}.dispatchEvent(new Event('input', { bubbles: true })),
    ${calendar}.dispatchEvent(new Event('change', { bubbles: true })))`)
  await page.is(field('join.birthday'), { value: '1985-12-24' })
  await join.businessPartner()
  await join.next()
  await join.finish()
  await page.see(heading('join.waitingTitle'))
  await accessible(page)
})

test('a family member of the group joins by the number of a recommender', async ({ tab: page }) => {
  const someone = visitor('FAMILY')
  const recommender = (await member('sk')).mbr_no ?? ''
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('FAMILY')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.person(someone)
  await join.family(recommender)
  await join.next()
  await join.finish()
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('a member of the group joins with a company and an employee number', async ({ tab: page }) => {
  const someone = visitor('SK')
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SK')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.group(someone)
  await join.next()
  await join.finish()
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})
