// Spec §4, after the password a code by SMS: sent once by the step itself, for a member who needs one and for administrators.
import type { Page } from '@playwright/test'
import { app } from './addresses.ts'
import { masked } from './codes.ts'
import { claim, expect, expectNotice, expectSignedIn, loginForm, main, messagesTo, test } from './fixtures.ts'
import { say } from './texts.ts'

function smsForm(page: Page) {
  const timer = page.getByRole('timer')
  return {
    code: page.getByLabel(say('sms.code'), { exact: true }),
    resend: page.getByRole('button', { name: say('sms.resend'), exact: true }),
    verify: page.getByRole('button', { name: say('sms.verify'), exact: true }),
    timer,
    /** The remaining seconds that the timer shows. */
    async left(): Promise<number> {
      const [minutes = 0, seconds = 0] = (await timer.innerText()).split(':').map(Number)
      return minutes * 60 + seconds
    },
  }
}

test('a member with SMS gets a code, mistypes it five times, gets a new one, and the partner learns of both methods @two', async ({
  page,
  arrive,
  member,
  outbox,
}) => {
  const [one, form] = [await member('sms'), smsForm(page)]
  await arrive()
  await loginForm(page).signIn(one)
  await expect(page.locator('#title')).toHaveText(say('sms.title'))
  await expect(page).toHaveURL(`${app}/login`)
  await expect(page.getByText(masked(one.phone))).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(one.phone)
  await expect(form.code).toBeEnabled()
  const messages = await messagesTo(one.phone)
  expect(messages.map((text) => text.slice(0, 8))).toEqual(['[한걸음 러닝]'])
  await expect(form.code).toBeFocused()
  await expect(form.resend).toBeVisible()
  const before = await form.left()
  expect(before).toBeGreaterThan(60)
  await expect.poll(() => form.left()).toBeLessThan(before)

  const code = await outbox.code(one.phone)
  await form.code.fill('12345')
  await expect(form.verify).toHaveAttribute('aria-disabled', 'true')
  const [last = '', ...wrong] = ['111111', '222222', '333333', '444444', '555555', '666666'].filter(
    (digits) => digits !== code,
  )
  for (const digits of wrong.slice(0, 4)) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/verify/mobile'))
    await form.code.fill(digits)
    await answer
    await expect(main(page).getByText(say('verification.noMatch'))).toBeVisible()
    await expect(form.code).toBeFocused()
  }
  await form.code.fill(last)
  await expectNotice(page, say('verification.tooMany'))
  await expect(form.code).toBeDisabled()
  await expect(form.timer).toBeHidden()
  await form.resend.click()
  await form.code.fill(await outbox.code(one.phone, code))
  const card = await expectSignedIn(page, one)
  await expect(claim(card, 'amr')).toHaveText('["pwd","sms"]')
})

test.describe('/mobileVerify', () => {
  test('takes its token out of the address at once, and finishes the sign-in without a welcome', async ({
    page,
    arrive,
    member,
    outbox,
    watch,
  }) => {
    const one = await member('sms')
    await arrive()
    const answer = page.waitForResponse((response) => response.url().endsWith('/v1/verify/pwd'))
    await loginForm(page).signIn(one)
    const { data } = (await (await answer).json()) as { data: { auth_token: string; state: string } }
    // The first tab sends the code of this step.
    const code = await outbox.code(one.phone)

    const tab = await page.context().newPage()
    const query = { auth_token: data.auth_token, state: data.state, matcher_type: 'AUTH_REQUIRED' }
    await tab.goto(`${app}/mobileVerify?${new URLSearchParams(query).toString()}`)
    await expect(tab).toHaveURL(`${app}/mobileVerify`)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(say('sms.title'))
    await expect(smsForm(tab).code).toBeEnabled()
    await smsForm(tab).code.fill(code)
    expect(await outbox.count(one.phone)).toBe(1)
    await expectSignedIn(tab, one)
    await tab.goBack()
    expect(tab.url()).not.toContain(data.auth_token)
    expect(watch.writes().filter((write) => write.includes('history') && write.includes(data.auth_token))).toEqual([])
  })
})
