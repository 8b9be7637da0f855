// Spec §8, the login resolver in a browser: every code once. Demo members cause the codes that their data can cause, and the test answers the others as
// the backend would. Also every other kind of answer.
import type { Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { app, partner } from './addresses.ts'
import { answerWith, expect, expectNotice, expectOnlyToast, expectSignedIn, loginForm, main, test } from './fixtures.ts'
import { say } from './texts.ts'

const VERIFY = '/v1/verify/pwd'
const someone = { login_id: 'someone@demo.test', password: 'Never-sent-1!' }
const refusal = (detail_code: number | string, description = '') => ({ code: 'REFUSED', detail_code, description })

/** After a refusal the form is ready again: no password, the e-mail as it was, and the focus on it. */
async function expectFormReady(page: Page, login_id: string) {
  const form = loginForm(page)
  await expect(form.password).toHaveValue('')
  await expect(form.email).toHaveValue(login_id)
  await expect(form.email).toBeFocused()
  await expect(form.button).not.toHaveAttribute('aria-disabled', 'true')
}

test(
  'wrong passwords are counted, and the fifth locks and leads to the reset',
  { tag: '@two' },
  async ({ page, arrive, member }) => {
    const { login_id, password } = await member('member')
    await arrive()
    const form = loginForm(page)
    const told = [
      say('refused.wrongPassword'),
      say('refused.wrongPassword'),
      say('refused.wrongPasswordLeft', 'ko', { left: 2 }),
      say('refused.wrongPasswordLeft', 'ko', { left: 1 }),
    ]
    for (const text of told) {
      await form.signIn({ login_id, password: 'not-this-one-1!' })
      await expectFormReady(page, login_id)
      await expect(form.error).toHaveText(text)
    }
    await form.signIn({ login_id, password: 'not-this-one-1!' })
    const dialog = page.getByRole('dialog', { name: say('modal.maxFailure') })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: say('modal.close') }).click()
    await expectFormReady(page, login_id)

    await form.signIn({ login_id, password })
    await expect(dialog, 'locked is locked, even with the right password').toBeVisible()
    await dialog.getByRole('button', { name: say('modal.findPassword') }).click()
    await expect(page).toHaveURL(`${app}/identify/password`)
  },
)

test(
  'after four wrong ones the right password signs in, and the count begins anew',
  { tag: '@all' },
  async ({ page, arrive, member }) => {
    const someMember = await member('four-wrong')
    await arrive()
    await loginForm(page).signIn(someMember)
    await expectSignedIn(page, someMember)
    await arrive({ prompt: 'login' })
    await loginForm(page).signIn({ ...someMember, password: 'not-this-one-1!' })
    await expect(loginForm(page).error).toHaveText(say('refused.wrongPassword'))
  },
)

test('the fifth wrong password in a row locks at once', { tag: '@all' }, async ({ page, arrive, member }) => {
  const { login_id } = await member('four-wrong')
  await arrive()
  await loginForm(page).signIn({ login_id, password: 'not-this-one-1!' })
  await page
    .getByRole('dialog', { name: say('modal.maxFailure') })
    .getByRole('button', { name: say('modal.findPassword') })
    .click()
  await expect(page).toHaveURL(`${app}/identify/password`)
})

test('an unknown e-mail is answered like a wrong password', async ({ page, arrive }) => {
  await arrive()
  await loginForm(page).signIn({ login_id: `nobody-${Date.now()}@demo.test`, password: 'not-this-one-1!' })
  await expect(loginForm(page).error).toHaveText(say('refused.wrongPassword'))
})

test.describe('A refusal because of the member’s data', () => {
  const cases: [key: string, text: string][] = [
    ['suspended', say('refused.suspended')],
    ['incumbent', say('refused.incumbent')],
    ['ip', say('refused.ip')],
    ['internal', say('refused.internalOnly')],
    ['no-permission', say('refused.servicePermission', 'ko', { service: '한걸음 러닝' })],
  ]
  test('opens a dialog, and the form can be used again', async ({ page, arrive, member }) => {
    await arrive()
    for (const [key, text] of cases)
      await test.step(key, async () => {
        const one = await member(key)
        await loginForm(page).signIn(one)
        await expectNotice(page, text)
        await expectFormReady(page, one.login_id)
      })
  })

  test('names the missing permission for a service of the group', { tag: '@all' }, async ({ page, arrive, member }) => {
    const one = await member('member')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await expectNotice(page, say('refused.usePermission'))
    await expectFormReady(page, one.login_id)
  })

  test('of a locked account leads to the reset', { tag: '@all' }, async ({ page, arrive, member }) => {
    const one = await member('locked')
    await arrive()
    await loginForm(page).signIn(one)
    const dialog = page.getByRole('dialog', { name: say('modal.maxFailure') })
    await dialog.getByRole('button', { name: say('modal.findPassword') }).click()
    await expect(page).toHaveURL(`${app}/identify/password`)
    await page.goBack()
    await expect(page).toHaveURL(`${app}/login`)
    await expect(loginForm(page).email).toHaveValue(one.login_id)
  })

  test('of a child asks for a confirmation, and the sign-in ends', async ({ page, arrive, member }) => {
    const one = await member('child')
    await arrive()
    await loginForm(page).signIn(one)
    const dialog = page.getByRole('dialog', { name: say('modal.restrictChild') })
    await dialog.getByRole('button', { name: say('modal.ok') }).click()
    const agreement = dialog.getByLabel(say('modal.restrictChildAgree'))
    await expect(agreement).toBeFocused()
    await expect(agreement).toHaveAccessibleDescription(say('modal.agreeFirst'))
    await expect(page.locator('.toast')).toHaveText([say('modal.agreeFirst')])
    await agreement.check()
    await expect(dialog.getByText(say('modal.agreeFirst'))).toBeHidden()
    await dialog.getByRole('button', { name: say('modal.ok') }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`${app}/login`)
    await expectFormReady(page, one.login_id)
  })
})

test('the form can be used after each code that opens a dialog', { tag: '@all' }, async ({ page, arrive, watch }) => {
  // The app reports to the operator what it does not know.
  watch.allow(/unknown detail code 9999/)
  const cases: [code: number | string, text: MessageKey, status?: number][] = [
    [4514, 'refused.newPassword'],
    [4546, 'verification.tooMany'],
    [4585, 'refused.invalidJoin'],
    [4588, 'refused.usePermission'],
    [4533, 'refused.passwordSameAsId'],
    [4534, 'refused.passwordSameAsPhone'],
    [4539, 'refused.passwordSameAsBefore'],
    [4529, 'refused.suspended', 412],
    ['4579', 'refused.incumbent'],
    [9999, 'errors.unavailable'],
    ['', 'errors.unavailable'],
  ]
  await arrive()
  for (const [code, text, status = 400] of cases)
    await test.step(`${code || 'no code'}: ${text}`, async () => {
      await answerWith(page, VERIFY, { status, body: refusal(code, 'words of the server') }, 1)
      await loginForm(page).signIn(someone)
      await expectNotice(page, say(text))
      await expect(page.getByText('words of the server')).toBeHidden()
      await expectFormReady(page, someone.login_id)
    })
})

test('the form can be used after each code that shows an error in it', { tag: '@all' }, async ({ page, arrive }) => {
  await arrive()
  const cases: [code: number, description: string, text: string][] = [
    [4503, '', say('refused.userNotFound')],
    [4502, 'incorrect password [3]', say('refused.wrongPasswordLeft', 'ko', { left: 2 })],
    [4502, 'incorrect password', say('refused.wrongPassword')],
  ]
  for (const [code, description, text] of cases) {
    await answerWith(page, VERIFY, { status: 400, body: refusal(code, description) }, 1)
    await loginForm(page).signIn(someone)
    await expect(loginForm(page).error).toHaveText(text)
    await expectFormReady(page, someone.login_id)
  }
})

test('too many failures by code alone open the same dialog', { tag: '@all' }, async ({ page, arrive }) => {
  await arrive()
  for (const [code, description] of [
    [4575, ''],
    [4578, ''],
    [4502, 'incorrect password [7]'],
  ] as const) {
    await answerWith(page, VERIFY, { status: 400, body: refusal(code, description) }, 1)
    await loginForm(page).signIn(someone)
    const dialog = page.getByRole('dialog', { name: say('modal.maxFailure') })
    await dialog.getByRole('button', { name: say('modal.close') }).click()
    await expect(dialog).toBeHidden()
    await expectFormReady(page, someone.login_id)
  }
})

test.describe('Codes that lead elsewhere', () => {
  for (const code of [4025, 4501])
    test(`${code} says that the identity exists and goes to the service`, { tag: '@all' }, async ({ page, arrive }) => {
      await arrive()
      await answerWith(page, VERIFY, { status: 400, body: refusal(code) })
      await loginForm(page).signIn(someone)
      await expectNotice(page, say('refused.sameIdentity'))
      await page.waitForURL(`${partner}/`)
    })

  for (const [code, path, title] of [
    [4031, '/join/info?type=sk', 'join.infoTitle'],
    [4595, '/join/terms/gen?type=general', 'join.termsTitle'],
  ] as const)
    test(`${code} goes to ${path}`, { tag: '@all' }, async ({ page, arrive }) => {
      await arrive()
      await answerWith(page, VERIFY, { status: 400, body: refusal(code) })
      await loginForm(page).signIn(someone)
      await expect(page.locator('#title')).toHaveText(say(title))
      await expect(page).toHaveURL(app + path)
      if (code === 4031) await expect(page.getByText(someone.login_id)).toBeVisible()
    })

  test(
    '4035 gives a notice, then error 403; the visit lasts, and the e-mail stays',
    { tag: '@all' },
    async ({ page, arrive }) => {
      await arrive()
      await answerWith(page, VERIFY, { status: 400, body: refusal(4035) })
      await loginForm(page).signIn(someone)
      await expectNotice(page, say('refused.forbidden'))
      await expect(page).toHaveURL(`${app}/error?code=403`)
      await page.getByRole('link', { name: say('error.again') }).click()
      await expect(loginForm(page).email).toHaveValue(someone.login_id)
    },
  )

  test(
    'VISIT_OVER ends at error 403, and keeps the id for the next visit',
    { tag: '@all' },
    async ({ page, arrive }) => {
      await arrive()
      await answerWith(page, VERIFY, { status: 403, body: { code: 'VISIT_OVER' } })
      await loginForm(page).signIn(someone)
      await expect(page).toHaveURL(`${app}/error?code=403&reason=ended`)
      await expect(page.getByRole('link', { name: say('info.backToService') })).toHaveAttribute('href', `${partner}/`)
      await arrive()
      await expect(loginForm(page).email).toHaveValue(someone.login_id)
    },
  )
})

test(
  'a form that has to wait says for how long, and sends nothing until then',
  { tag: '@all' },
  async ({ page, arrive }) => {
    for (const [header, text] of [
      ['30', say('errors.waitSeconds', 'ko', { seconds: 30 })],
      ['99999', say('errors.waitSeconds', 'ko', { seconds: 900 })],
      ['Sat, 01 Jan 2050 00:00:00 GMT', say('errors.waitSeconds', 'ko', { seconds: 60 })],
    ] as const) {
      await arrive()
      await answerWith(page, VERIFY, { status: 429, body: refusal(''), headers: { 'Retry-After': header } }, 1)
      await loginForm(page).signIn(someone)
      await expect(loginForm(page).error).toHaveText(text)
      await expect(page.getByRole('button', { name: /^로그인 \([\d:]+\)$/ })).toHaveAttribute('aria-disabled', 'true')
      await expect(loginForm(page).email).toHaveValue(someone.login_id)
      await expect(loginForm(page).password).toHaveValue('')
    }
  },
)

test.describe('An invalid answer', () => {
  const cases: [name: string, fake: Parameters<typeof answerWith>[2], toast?: MessageKey][] = [
    ['500', { status: 500, body: refusal('') }, 'errors.unavailable'],
    ['503', { status: 503, body: refusal('') }, 'errors.unavailable'],
    ['404', { status: 404, body: refusal('') }, 'errors.unavailable'],
    [
      'a page of a proxy',
      { status: 502, type: 'text/html', body: '<h1>Bad gateway of somebody</h1>' },
      'errors.unavailable',
    ],
    ['a page where JSON should be', { type: 'text/html', body: '<h1>Hello from somebody</h1>' }],
    ['half of an answer', { body: '{"data":{"loca' }],
    ['an answer without its location', { body: { data: {} } }],
    ['an answer of another type', { body: { data: { location: 7 } } }],
  ]
  test('shows one message, and the form keeps its e-mail', { tag: '@all' }, async ({ page, arrive, watch }) => {
    watch.allow(/error report: .*contract/)
    await arrive()
    for (const [name, fake, toast] of cases)
      await test.step(name, async () => {
        await answerWith(page, VERIFY, fake, 1)
        await loginForm(page).signIn(someone)
        if (toast) await expectOnlyToast(page, say(toast))
        else await expectNotice(page, say('errors.unavailable'))
        await expect(page.getByText('somebody')).toBeHidden()
        await expectFormReady(page, someone.login_id)
      })
  })

  test('an untrusted location is not followed', async ({ page, arrive, watch }) => {
    watch.allow(/location not trusted/)
    await arrive()
    for (const location of [
      'https://evil.example/x',
      '//evil.example',
      ['javascript', 'alert(1)'].join(':'),
      'http://a:b@localhost',
    ]) {
      await answerWith(page, VERIFY, { body: { data: { location } } }, 1)
      await loginForm(page).signIn(someone)
      await expect(page).toHaveURL(`${app}/error?code=403&reason=untrusted`)
      await expect(page.locator('#title')).toHaveText(say('error.untrusted'))
      await page.getByRole('link', { name: say('error.again') }).click()
      await expect(page).toHaveURL(`${app}/login`)
    }
  })

  test(
    'no answer at all says so, ends at error 403, and the way back keeps the e-mail',
    { tag: '@all' },
    async ({ page, arrive }) => {
      await arrive()
      await answerWith(page, VERIFY, 'lost', 1)
      await loginForm(page).signIn(someone)
      await expect(page.getByText(say('errors.noConnection'))).toBeVisible()
      await expect(page).toHaveURL(`${app}/error?code=403&reason=unanswered`)
      await page.getByRole('link', { name: say('error.again') }).click()
      await expect(loginForm(page).email).toHaveValue(someone.login_id)
      await expect(loginForm(page).password).toHaveValue('')
    },
  )
})

test('an empty password is never sent, however often it is pressed', async ({ page, arrive }) => {
  await arrive()
  let sent = 0
  page.on('request', (request) => void (request.url().endsWith(VERIFY) && (sent += 1)))
  await loginForm(page).email.fill(someone.login_id)
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Enter')
  await expect(main(page).getByText(say('login.enterPassword'))).toBeVisible()
  expect(sent).toBe(0)
})
