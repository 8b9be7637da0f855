// Journeys on a phone, the shortest way each: what they ask of a member, for the closing lines of the run.
import type { TestInfo } from '@playwright/test'
import { countEffort, type Effort, reportLine } from './effort.ts'
import { expectSignedIn, loginForm, test as base, expect } from './fixtures.ts'
import { NAME, national, NEW_PASSWORD, recovery } from './identifyStates.ts'
import { codeFor, joining, PASSWORD, type Type, visitor } from './joining.ts'
import { say } from './texts.ts'
import { stampOf } from '../src/rules/visit/remembered.ts'
import { MEMBER_TYPES } from '../contract/codes.ts'

/** The effort before the flows were made shorter, or of a newer journey at its first count. */
const BEFORE = {
  'sign-in': { taps: 3, fields: 2, screens: 1, seconds: 1.8 },
  'sign-in with a remembered e-mail': { taps: 2, fields: 1, screens: 1, seconds: 1.8 },
  'sign-in with SMS': { taps: 5, fields: 3, screens: 2, seconds: 3.5 },
  'find ID': { taps: 9, fields: 4, screens: 4, seconds: 1.9 },
  'reset by SMS': { taps: 12, fields: 5, screens: 6, seconds: 2.9 },
  'join as BSNS': { taps: 31, fields: 17, screens: 5, seconds: 4.5 },
  'join as SOCIAL': { taps: 29, fields: 15, screens: 5, seconds: 5 },
  'join as FAMILY': { taps: 27, fields: 14, screens: 5, seconds: 4.7 },
  'join as STUDENT': { taps: 35, fields: 16, screens: 5, seconds: 8.2 },
  'join as SK': { taps: 16, fields: 9, screens: 7, seconds: 4.5 },
} satisfies Record<`join as ${Type}`, Effort> & Record<string, Effort>
/** The taps that a journey takes now. The journeys wait for the page to focus a field, so the count is always the same. */
const TAPS: Record<keyof typeof BEFORE, number> = {
  'sign-in': 2,
  'sign-in with a remembered e-mail': 1,
  'sign-in with SMS': 2,
  'find ID': 5,
  'reset by SMS': 6,
  'join as BSNS': 19,
  'join as SOCIAL': 16,
  'join as FAMILY': 16,
  'join as STUDENT': 19,
  'join as SK': 14,
}
const isKnown = (title: string): title is keyof typeof BEFORE => title in BEFORE

const test = base.extend<{ effort: void }>({
  effort: [
    async ({ page }, provide, info: TestInfo) => {
      const effort = await countEffort(page)
      await provide()
      const counted = effort()
      if (!isKnown(info.title)) throw new Error(`no effort to compare “${info.title}” with`)
      const before = BEFORE[info.title]
      reportLine(info, counted, before)
      expect(counted.taps, `taps of “${info.title}”`).toBe(TAPS[info.title])
    },
    { auto: true },
  ],
})

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ watch }) => (watch.keepSecret(PASSWORD), watch.keepSecret(NEW_PASSWORD)))

test('sign-in', { tag: '@all' }, async ({ page, arrive, member }) => {
  const one = await member('member')
  await arrive()
  await expect(loginForm(page).email).toBeFocused()
  await loginForm(page).signIn(one)
  await expectSignedIn(page, one)
})

test('sign-in with a remembered e-mail', { tag: '@all' }, async ({ page, arrive, member }) => {
  const one = await member('member')
  const { password, button } = loginForm(page)
  await page.addInitScript(
    (record) => localStorage.setItem('daemun.remembered', record),
    JSON.stringify({ login_id: one.login_id, login_date: stampOf(new Date()) }),
  )
  await arrive()
  await expect(password).toBeFocused()
  await password.fill(one.password)
  await button.click()
  await expectSignedIn(page, one)
})

test('sign-in with SMS', { tag: '@all' }, async ({ page, arrive, member, outbox }) => {
  const one = await member('sms')
  await arrive()
  await expect(loginForm(page).email).toBeFocused()
  await loginForm(page).signIn(one)
  const { code } = recovery(page)
  await expect(code).toBeFocused()
  await code.fill(await outbox.code(one.phone))
  await expectSignedIn(page, one)
})

test('find ID', { tag: '@all' }, async ({ page, arrive, member, outbox }) => {
  const one = await member('member')
  const is = recovery(page)
  await arrive()
  await page.getByRole('link', { name: say('login.findId') }).click()
  await expect(is.name).toBeFocused()
  await is.name.fill(NAME)
  await is.phone.fill(national(one.phone))
  await is.send.click()
  await expect(is.code).toBeFocused()
  await is.enter(await outbox.code(one.phone))
  await is.signIn.click()
  await expect(loginForm(page).password).toBeFocused()
  await loginForm(page).password.fill(one.password)
  await loginForm(page).button.click()
  await expectSignedIn(page, one)
})

test('reset by SMS', { tag: '@all' }, async ({ page, arrive, member, outbox }) => {
  const one = await member('member')
  const is = recovery(page)
  await arrive()
  await expect(loginForm(page).email).toBeFocused()
  await loginForm(page).email.fill(one.login_id)
  await page.getByRole('link', { name: say('login.forgot') }).click()
  await is.next.click()
  await is.send.click()
  await expect(is.code).toBeFocused()
  await is.enter(await outbox.code(one.phone))
  await expect(is.password).toBeFocused()
  await is.setPassword(NEW_PASSWORD)
  await is.changed()
  await expectSignedIn(page, one)
})

for (const type of [...MEMBER_TYPES, 'SK'] as const)
  test(`join as ${type}`, { tag: '@all' }, async ({ page, member }) => {
    test.slow()
    const someone = visitor(type)
    const { mbr_no = '' } = type === 'FAMILY' ? await member('sk') : {}
    const join = joining(page, codeFor, 'ko', true)
    await join.arrive()
    await join.type(type)
    await join.terms()
    await join.account(someone)
    if (type === 'SK') await join.group(someone)
    else {
      await join.person(someone)
      if (type === 'SOCIAL') await join.company('join.organisation', 'join.organisationEtc', true)
      else await join.own(type, mbr_no)
    }
    // The last choice of an organisation goes on.
    if (type !== 'SOCIAL') await join.next()
    await join.service()
    await join.joined()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
