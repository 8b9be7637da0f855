// How the pages of a join look on a phone: the button that stays in reach, and the last page.
import { expect, test } from './fixtures.ts'
import { codeFor, joining, PASSWORD, visitor } from './joining.ts'
import { offCentre } from './looksInPage.ts'
import { hiddenAtFocus, wrongEdge } from './reachInPage.ts'
import { say } from './texts.ts'

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
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
  await page.setViewportSize({ width: 390, height: 620 })
  await join.arrive()
  await join.type('SOCIAL')
  await expect(join.read('terms.privacy')).toBeVisible()
  await button.click()
  const missing = page.locator('#consentedTerms-note')
  await expect(missing).toHaveText(say('terms.requiredMissing'))
  expect(await page.evaluate(wrongEdge)).toEqual([])
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
  expect(await page.evaluate(wrongEdge)).toEqual([])
  await scrollTo(10_000)
  await expect.poll(shadow, 'at the end').toBe('none')
  expect(await page.evaluate(wrongEdge)).toEqual([])
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

test('the last page of a student is centred as a whole, with its letter', async ({ page }) => {
  const someone = visitor('STUDENT')
  const join = joining(page, codeFor)
  await page.setViewportSize({ width: 390, height: 844 })
  await join.arrive()
  await join.type('STUDENT')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await join.studies()
  await join.next()
  await join.button('join.skip').click()
  await join.joined()
  await expect(page.getByLabel(say('join.letter'))).toBeVisible()
  expect(await page.evaluate(offCentre)).toEqual([])
})
