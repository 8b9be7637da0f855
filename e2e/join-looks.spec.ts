// How the pages of a join look on a phone: the button that stays in reach, and the last page.
import { app, partner } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { codeFor, joining, PASSWORD, visitor } from './joining.ts'
import { keysOf } from './keys.ts'
import { offCentre } from './looksInPage.ts'
import { hiddenAtFocus, wrongEdge } from './reachInPage.ts'
import { say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

/** The white around the button that stays in reach, in pixels. */
const STRIP = 12

test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

test('the button in reach has a soft edge while the page goes on behind it, and hides no field and no error', async ({
  page,
}) => {
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  const button = join.button('join.next')
  const shadow = () => button.evaluate((element) => getComputedStyle(element, '::before').boxShadow)
  // The edge follows the scrolling, and a new height, in the next frame.
  const expectEdge = () => expect.poll(() => page.evaluate(wrongEdge)).toEqual([])
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
  await page.setViewportSize({ width: 390, height: 620 })
  await join.arrive()
  await join.type('SOCIAL')
  await expect(join.read('terms.privacy')).toBeVisible()
  await button.click()
  const missing = page.locator('#consentedTerms-note')
  await expect(missing).toHaveText(say('terms.requiredMissing'))
  await expectEdge()
  const roomBelow = async () => {
    const [strip, note] = await Promise.all([button.boundingBox(), missing.boundingBox()])
    return strip && note ? strip.y - STRIP - (note.y + note.height) : null
  }
  await expect.poll(roomBelow, 'the error is above the button').toBeGreaterThanOrEqual(0)

  await join.terms()
  await join.label('join.loginId').fill(someone.login_id)
  await join.prove('join.emailCode', someone.login_id)
  await scrollTo(0)
  await expect.poll(shadow, 'at the top').toContain('rgba')
  await expectEdge()
  await scrollTo(10_000)
  await expect.poll(shadow, 'at the end').toBe('none')
  await expectEdge()
  await button.click()
  await expect(page.locator('#nickName-note')).toHaveText(say('join.nicknameEmpty'))
  for (const size of [
    { width: 390, height: 620 },
    { width: 390, height: 480 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size)
    expect(await page.evaluate(hiddenAtFocus), JSON.stringify(size)).toEqual([])
  }
})

test('a student joins by keyboard alone, from the page of the service on, and the last page is centred as a whole', async ({
  page,
}) => {
  const { login_id, nickname, name, phone } = visitor('STUDENT')
  const { label, button, option } = joining(page, codeFor)
  const keys = keysOf(page)
  const next = () => keys.press(button('join.next'))
  const prove = async (legend: MessageKey, to: string) => {
    await keys.press(button('sms.send'))
    const code = page.getByRole('group', { name: say(legend) }).getByLabel(say('sms.code'))
    await expect(code).toBeEnabled()
    await keys.type(code, await codeFor(to))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(partner)
  await keys.press(page.getByRole('link', { name: 'Join', exact: true }).first())
  await keys.press(button('join.university'))
  await keys.tick(label('terms.agreeAllOptional'))
  await next()
  await keys.type(label('join.loginId'), login_id)
  await prove('join.emailCode', login_id)
  for (const field of ['login.password', 'join.passwordAgain'] as const) await keys.type(label(field), PASSWORD)
  await keys.type(label('join.nickname'), nickname)
  await next()
  await keys.type(label('join.fullName'), name)
  await keys.type(label('join.birthday'), '19990131')
  await keys.choose(option('join.gender', 1))
  await next()
  await keys.type(label('sms.phone'), phone)
  await prove('join.phoneCode', phone)
  await keys.type(page.getByRole('combobox', { name: say('join.school'), exact: true }), 'ㄱㅂㄷ')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await keys.choose(option('join.course', 1))
  await keys.choose(option('join.status', 0))
  await keys.choose(option('join.semester', 4))
  await next()
  await keys.choose(option('join.majorFieldShort', 3))
  await keys.type(label('join.majorNameShort'), '컴퓨터공학')
  await next()
  await keys.tick(label('terms.agreeAll'))
  await keys.press(button('join.finish'))
  await expect(page).toHaveURL(new RegExp(`^${app}/join/completed`))
  await expect(page.getByLabel(say('join.letter'))).toBeVisible()
  expect(await page.evaluate(offCentre)).toEqual([])
})
