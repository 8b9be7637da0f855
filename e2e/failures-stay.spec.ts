// Faults, "A failure is still on the page ten seconds later": at the login, at a code, and at the end of a join. The toast goes, and the
// form still says what happened.
import type { Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { backend } from './addresses.ts'
import { answerWith, expect, expectOnlyToast, expectSignedIn, loginForm, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { codeFor, joining, visitor } from './joining.ts'
import { say } from './texts.ts'

const alert = (page: Page) => page.locator('main [role=alert] .alert')
const again = (page: Page) => alert(page).getByRole('button', { name: say('error.retry') })

/** The failure is told, and ten seconds later the form still tells it. */
async function expectLasting(page: Page, text: MessageKey): Promise<void> {
  await expectOnlyToast(page, say(text))
  // Its texts have a time limit, which the clock would end.
  await expect(alert(page)).toHaveCount(1)
  await page.clock.fastForward(10_000)
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(alert(page)).toHaveCount(1)
  await expect(alert(page)).toContainText(say(text))
}

const lost = 'lost' as const
const failing = (status: number) => ({ status, body: { code: 'INJECTED' } })

test.beforeEach(async ({ page }) => page.clock.install())

test('at the login: a 404 and a 500 stay in the form, and the next press signs in', async ({
  page,
  arrive,
  member,
}) => {
  const one = await member('member')
  await arrive()
  for (const status of [404, 500]) {
    await answerWith(page, '/v1/verify/pwd', failing(status), 1)
    await loginForm(page).signIn(one)
    await expectLasting(page, 'errors.unavailable')
    await expect(loginForm(page).email).toHaveValue(one.login_id)
  }
  await loginForm(page).signIn(one)
  await expectSignedIn(page, one)
})

test('at the login: a lost answer ends at a page that stays, and "sign in again" knows the e-mail', async ({
  page,
  arrive,
  member,
}) => {
  const one = await member('member')
  await arrive()
  await answerWith(page, '/v1/verify/pwd', lost, 1)
  await loginForm(page).signIn(one)
  await expect(page.locator('.toast')).toHaveText([say('errors.noConnection')])
  // Its code has a time limit, which the clock would end.
  await expect(page.locator('#title')).toHaveText(say('error.unanswered'))
  await page.clock.fastForward(10_000)
  await expect(page.locator('#title')).toHaveText(say('error.unanswered'))
  await page.getByRole('link', { name: say('error.again'), exact: true }).click()
  await expect(loginForm(page).email).toHaveValue(one.login_id)
  await loginForm(page).password.fill(one.password)
  await loginForm(page).button.click()
  await expectSignedIn(page, one)
})

test(
  'at the login: a call that hangs says so after four seconds',
  { tag: '@all' },
  async ({ page, arrive, member }) => {
    const one = await member('member')
    await arrive()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    await intercept(
      page,
      `${backend}/v1/verify/pwd`,
      async (route) => {
        ask()
        await held
        await route.fallback()
      },
      { times: 1 },
    )
    await loginForm(page).signIn(one)
    await asked
    await page.clock.fastForward(4000)
    await expect(page.getByText(say('common.slow')).first()).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    release()
    await expectSignedIn(page, one)
  },
)

test(
  'at a code: a 404, a 500 and a lost answer stay, and "try again" checks the same code',
  { tag: '@all' },
  async ({ page, arrive, member, outbox }) => {
    const one = await member('sms')
    await arrive()
    await loginForm(page).signIn(one)
    const code = page.getByLabel(say('sms.code'), { exact: true })
    await expect(code).toBeEnabled()
    const typed = await outbox.code(one.phone)
    const path = '/authenticator/v1/verify/mobile'
    for (const [fake, text] of [
      [failing(404), 'errors.notFound'],
      [failing(500), 'errors.serverError'],
      [lost, 'errors.noConnection'],
    ] as const) {
      await answerWith(page, path, fake, 1)
      await code.fill('')
      await code.fill(typed)
      const verify = page.getByRole('button', { name: say('sms.verify'), exact: true })
      if (text !== 'errors.notFound') await verify.click()
      await expectLasting(page, text)
      await expect(code).toHaveValue(typed)
    }
    await again(page).click()
    await expectSignedIn(page, one)
  },
)

test(
  'at the end of a join: a 404, a 500 and a lost answer stay, and "try again" finishes the join',
  { tag: '@all' },
  async ({ page }) => {
    test.slow()
    const join = joining(page, codeFor)
    const someone = visitor('SOCIAL')
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.account(someone)
    await join.person(someone)
    await join.own('SOCIAL')
    await join.next()
    const finish = join.button('join.skip')
    for (const [fake, text] of [
      [failing(404), 'errors.notFound'],
      [failing(500), 'errors.serverError'],
      [lost, 'errors.noConnection'],
    ] as const) {
      await answerWith(page, '/v1/verify/join', fake, 1)
      await finish.click()
      await expectLasting(page, text)
    }
    await again(page).click()
    await join.joined()
  },
)

/** A join whose password is on its screen. */
async function withPassword(page: Page, password: string) {
  const join = joining(page, codeFor)
  const someone = { ...visitor('SOCIAL'), name: '서연우' }
  await join.arrive()
  await join.type('SOCIAL')
  await join.terms()
  await join.label('join.loginId').fill(someone.login_id)
  await join.prove('join.emailCode', someone.login_id)
  await join.password(password)
  await join.label('join.nickname').fill(someone.nickname)
  return { join, someone }
}

async function expectGuessable(page: Page) {
  const password = joining(page, codeFor).label('login.password')
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('main').getByText(say('refused.newPassword')).first()).toBeVisible()
}

test('a password that can be guessed is refused on its screen, and another one goes on', async ({ page }) => {
  const { join } = await withPassword(page, 'Passw0rd!9')
  await join.next()
  await expectGuessable(page)
  await join.password()
  await join.next()
  await expect(join.label('join.fullName')).toBeVisible()
})

test('at the end of a join: a password that only the server can judge is refused beside its field, on its screen', async ({
  page,
}) => {
  // The name of the member, by the keys that type it.
  const { join, someone } = await withPassword(page, 'Tjdusdn!79')
  await join.next()
  await join.person(someone)
  await join.own('SOCIAL')
  await join.next()
  await join.service()
  await page.getByRole('dialog').getByRole('button').click()
  await expectGuessable(page)
})

test('at the end of a join: a number that no member has is refused beside its field, on its screen', async ({
  page,
}) => {
  const join = joining(page, codeFor)
  const someone = visitor('FAMILY')
  await join.arrive()
  await join.type('FAMILY')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await join.family('12345678')
  await join.next()
  await join.service()
  const number = join.label('join.recommender')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('main').getByText(say('field.recommenderUnknown')).first()).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(number).toHaveAttribute('aria-invalid', 'true')
})
