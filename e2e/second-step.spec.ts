// Spec §4, after the password a code by SMS: sent once by the step itself, for a member who needs one and for administrators.
import type { Page } from '@playwright/test'
import { app, backend } from './addresses.ts'
import { masked } from './codes.ts'
import {
  answerWith,
  claim,
  expect,
  expectNotice,
  expectOnlyToast,
  expectSignedIn,
  loginForm,
  main,
  type Member,
  messagesTo,
  signInUrl,
  test as base,
} from './fixtures.ts'
import { say } from './texts.ts'

function smsForm(page: Page) {
  const form = {
    code: page.getByLabel(say('sms.code'), { exact: true }),
    send: page.getByRole('button', { name: say('sms.send'), exact: true }),
    resend: page.getByRole('button', { name: say('sms.resend'), exact: true }),
    verify: page.getByRole('button', { name: say('sms.verify'), exact: true }),
    extend: page.getByRole('button', { name: say('sms.refresh') }),
    timer: page.getByRole('timer'),
    /** The remaining seconds that the timer shows. */
    async left(): Promise<number> {
      const [minutes = 0, seconds = 0] = (await form.timer.innerText()).split(':').map(Number)
      return minutes * 60 + seconds
    },
    async resendNow() {
      await form.resend.click()
      await expectNotice(page, say('sms.confirmResend'))
    },
  }
  return form
}

type Second = { one: Member; form: ReturnType<typeof smsForm> }

const test = base.extend<{
  /** A copy of a demo member after the password, at the code form. */
  second: (key?: string) => Promise<Second>
  /** A copy of a demo member at the code form, after the code was sent; with that code. */
  sent: (key?: string) => Promise<Second & { code: string }>
}>({
  second: async ({ page, arrive, member }, provide) => {
    await provide(async (key = 'sms') => {
      const one = await member(key)
      await arrive()
      await loginForm(page).signIn(one)
      await expect(page.locator('#title')).toHaveText(say('sms.title'))
      return { one, form: smsForm(page) }
    })
  },
  sent: async ({ second, outbox }, provide) => {
    await provide(async (key) => {
      const { one, form } = await second(key)
      const code = await outbox.code(one.phone)
      await expect(form.code).toBeEnabled()
      return { one, form, code }
    })
  },
})

test(
  'a member with SMS gets a code, mistypes, types right, and the partner learns of both methods',
  { tag: '@two' },
  async ({ page, outbox, second }) => {
    const { one, form } = await second()
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
    await form.code.fill(code === '111111' ? '222222' : '111111')
    await expect(main(page).getByText(say('verification.noMatch'))).toBeVisible()
    await expect(form.code).toBeFocused()
    await form.code.fill(code)
    const card = await expectSignedIn(page, one)
    await expect(claim(card, 'amr')).toHaveText('["pwd","sms"]')
  },
)

test('a reload in the middle sends nothing, and the code that came still counts', async ({ page, outbox, sent }) => {
  const { one, form, code } = await sent()
  const before = await form.left()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.title'))
  await expect(form.code).toBeEnabled()
  expect(await form.left()).toBeLessThanOrEqual(before)
  expect(await outbox.count(one.phone)).toBe(1)
  await form.code.fill(code)
  await expectSignedIn(page, one)
})

test(
  'a new code is sent only after a question, and only the new one counts',
  { tag: '@all' },
  async ({ page, outbox, sent }) => {
    const { one, form, code: first } = await sent()
    await form.code.fill('123')
    const before = await form.left()

    await form.resend.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('modal.cancel') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(form.code, 'a cancelled question changes nothing').toHaveValue('123')
    expect(await form.left()).toBeLessThanOrEqual(before)
    expect(await outbox.count(one.phone)).toBe(1)

    await form.resendNow()
    const second = await outbox.code(one.phone, first)
    await expect(form.code).toHaveValue('')
    await form.code.fill(first)
    await expect(main(page).getByText(say('verification.noMatch'))).toBeVisible()
    await form.code.fill(second)
    await expectSignedIn(page, one)
  },
)

test('a whole message is pasted, full-width digits and all', { tag: '@all' }, async ({ page, context, sent }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app })
  const { one, form, code } = await sent()
  const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const wrong = code === '111111' ? '222222' : '111111'
  for (const [text, digits] of [
    [`[대문] 인증번호는 ${wrong} 입니다.\n타인에게 알려 주지 마세요.`, wrong],
    [` ${wide} `, code],
  ] as const) {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await form.code.fill('')
    await form.code.focus()
    const submitted = page.waitForRequest((request) => request.url().endsWith('/verify/mobile'))
    await page.keyboard.press('ControlOrMeta+V')
    expect((await submitted).postDataJSON()).toMatchObject({ verify_code: digits })
    if (digits === wrong) await expect(main(page).getByText(say('verification.noMatch'))).toBeVisible()
  }
  await expectSignedIn(page, one)
})

test('five wrong codes end this code, and a new one goes on', { tag: '@two' }, async ({ page, outbox, sent }) => {
  const { one, form, code } = await sent()
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
  await form.resendNow()
  await form.code.fill(await outbox.code(one.phone, code))
  await expectSignedIn(page, one)
})

test(
  'the button for another account leaves the step, and the next member signs in',
  { tag: '@all' },
  async ({ page, member, sent }) => {
    const other = await member('member')
    const { one } = await sent()
    await page.getByRole('button', { name: say('sms.startOver') }).click()
    const form = loginForm(page)
    await expect(form.email).toHaveValue(one.login_id)
    await expect(form.password).toHaveValue('')
    await form.signIn(other)
    const card = await expectSignedIn(page, other)
    await expect(claim(card, 'amr')).toHaveText('["pwd"]')
  },
)

test('an administrator certifies by phone on the login page', { tag: '@all' }, async ({ page, outbox, second }) => {
  const { one, form } = await second('admin')
  await form.code.fill(await outbox.code(one.phone))
  const card = await expectSignedIn(page, one)
  await expect(claim(card, 'amr')).toHaveText('["pwd","sms"]')
})

test(
  'an administrator certifies at /certification, the login page under another name',
  { tag: '@all' },
  async ({ page, arrive, member, outbox }) => {
    const one = await member('admin')
    await arrive()
    await page.goto(`${app}/certification`)
    await loginForm(page).signIn(one)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.title'))
    await expect(page).toHaveURL(`${app}/certification`)
    await smsForm(page).code.fill(await outbox.code(one.phone))
    await expectSignedIn(page, one)
  },
)

test(
  'an administrator’s session elsewhere is certified at /resolve/certification',
  { tag: '@all' },
  async ({ page, sent }) => {
    const { one, form, code } = await sent('admin')
    await page.goto(`${app}/resolve/certification`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.title'))
    await form.code.fill(code)
    await expectSignedIn(page, one)
  },
)

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

  test(
    'without a token, with two, or with an unknown step says that there is nothing to verify',
    { tag: '@all' },
    async ({ page }) => {
      for (const query of ['', '?auth_token=a&auth_token=b', '?auth_token=abc&matcher_type=NONSENSE']) {
        await page.goto(`${app}/mobileVerify${query}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.nothingToVerify'))
        await expect(page).toHaveURL(`${app}/mobileVerify`)
      }
    },
  )

  test('with a token that the server does not know sends nothing and says so', { tag: '@all' }, async ({ page }) => {
    await page.goto(`${app}/mobileVerify?auth_token=made-up-token-made-up-token`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sms.nothingToVerify'))
  })
})

test.describe('With a clock that the test sets', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('the timer gives more time in one press and keeps nothing from being typed', async ({ page, outbox, sent }) => {
    const { one, form, code } = await sent()
    const whole = await form.left()
    await page.clock.runFor(60_000)
    await expect.poll(() => form.left()).toBeLessThan(whole - 55)
    await form.extend.click()
    await expect.poll(() => form.left()).toBeGreaterThan(whole - 10)
    expect(await outbox.count(one.phone)).toBe(1)
    await form.code.fill(code)
    await expectSignedIn(page, one)
  })

  test(
    'an expired code closes the field, and a new one opens it again',
    { tag: '@all' },
    async ({ page, outbox, sent }) => {
      const { one, form, code: first } = await sent()
      const whole = await form.left()
      for (const [mark, span] of [
        [60, '1분'],
        [30, '30초'],
        [10, '10초'],
      ] as const) {
        await page.clock.runFor(((await form.left()) - mark) * 1000)
        const time = say('sms.timeLeft', 'ko', { time: span })
        await expect(page.getByRole('status').filter({ hasText: time })).toHaveCount(1)
      }
      await page.clock.runFor(whole * 1000)
      await expect(main(page).getByText(say('verification.expired'))).toBeVisible()
      await expect(form.code).toBeDisabled()
      await expect(form.timer).toBeHidden()
      await form.resendNow()
      await expect(form.code).toBeEnabled()
      await form.code.fill(await outbox.code(one.phone, first))
      await expectSignedIn(page, one)
    },
  )
})

test.describe('The answers of the SMS calls', () => {
  const codes = [
    [4051, 'verification.expired', false],
    [4518, 'verification.noMatch', true],
  ] as const
  for (const [detail_code, text, stays] of codes)
    test(
      `${detail_code} on a code: the field is ${stays ? 'open' : 'closed'} and says why`,
      { tag: '@all' },
      async ({ page, sent }) => {
        const { form } = await sent()
        await answerWith(page, '/authenticator/v1/verify/mobile', { status: 400, body: { code: 'X', detail_code } })
        await form.code.fill('123456')
        await expect(main(page).getByText(say(text))).toBeVisible()
        if (stays) await expect(form.code).toBeEnabled()
        else {
          await expect(form.code).toBeDisabled()
          await expect(form.code).toHaveValue('')
        }
      },
    )

  test(
    'a code that cannot be sent shows one toast, and a press asks for it again',
    { tag: '@all' },
    async ({ page, outbox, second }) => {
      await answerWith(page, '/authenticator/v1/issue/sms', { status: 500, body: {} }, 1)
      const { one, form } = await second()
      await expectOnlyToast(page, say('errors.unavailable'))
      await page.reload()
      await expect(form.send, 'a reload sends nothing').toBeVisible()
      expect(await outbox.count(one.phone)).toBe(0)
      await form.send.click()
      await expect(form.code).toBeEnabled()
    },
  )

  test(
    'a refusal of more time or of a new code shows “unavailable”, and so does 4519',
    { tag: '@all' },
    async ({ page, second }) => {
      const { form } = await second()
      await expect(form.code).toBeEnabled()
      await answerWith(page, '/authenticator/v1/refresh/sms', { status: 400, body: { code: 'X', detail_code: 4519 } })
      await form.extend.click()
      await expectNotice(page, say('errors.unavailable'))
      await answerWith(page, '/authenticator/v1/reissue/sms', { status: 400, body: { code: 'X', detail_code: 4519 } })
      await form.resendNow()
      await expectNotice(page, say('errors.unavailable'))
      await expect(form.code).toBeEnabled()
    },
  )

  test(
    'a resolved step without a location says so and goes to the login',
    { tag: '@all' },
    async ({ page, outbox, second }) => {
      const { one, form } = await second()
      await answerWith(page, '/v1/matcher/resolve', { body: { data: {} } })
      await form.code.fill(await outbox.code(one.phone))
      await expectNotice(page, say('refused.noLocation'))
      await expect(page).toHaveURL(`${app}/login`)
      await expect(loginForm(page).email).toHaveValue(one.login_id)
    },
  )

  test('a lost connection keeps the code in its field, then the proof, and the next press goes on', async ({
    page,
    sent,
  }) => {
    const { one, form, code } = await sent()
    await answerWith(page, '/authenticator/v1/verify/mobile', 'lost', 1)
    await form.code.fill(code)
    await expectOnlyToast(page, say('errors.noConnection'))
    await expect(form.code).toHaveValue(code)
    await answerWith(page, '/v1/matcher/resolve', 'lost', 1)
    await form.verify.click()
    await page.getByRole('button', { name: say('login.continue') }).click()
    await expectSignedIn(page, one)
  })
})

test(
  'the second step sends its code to the phone that the server knows only',
  { tag: '@all' },
  async ({ page, second }) => {
    const sent = page.waitForRequest(`${backend}/authenticator/v1/issue/sms`)
    await second()
    const request = await sent
    expect(request.postDataJSON(), 'what the step adds, and no phone').toEqual({ purpose: 'SECOND_FACTOR' })
    expect(request.headers()['x-authenticator']).toMatch(/^Token \S+$/)
    expect(page.url()).not.toContain('token')
    await expect(page).not.toHaveURL(signInUrl())
  },
)
