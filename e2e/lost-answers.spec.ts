// Faults, "Lost, then reload": for every submit, the server does the work, its answer never arrives, and the member reloads the page.
// The same success follows, or a page that leads on. server side: tests/backend/http/lostAnswers.test.ts.
import type { Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { app, backend } from './addresses.ts'
import { expect, expectNotice, expectSignedIn, loginForm, type Member, test } from './fixtures.ts'
import { NAME, recovery } from './identifyStates.ts'
import { intercept } from './intercept.ts'
import { PASSWORD, visitor, joinAs } from './joining.ts'
import { agreeToAll, approve, fillNickname, fillPasswords, NEW_PASSWORD, press, secondPassed } from './resolving.ts'
import { say } from './texts.ts'

test.beforeEach(({ watch }) => {
  for (const secret of [PASSWORD, NEW_PASSWORD]) watch.keepSecret(secret)
})

/** Lets the server do the next call of this path and drops its answer. @returns whether the call came */
async function loseAnswer(page: Page, path: string): Promise<() => Promise<void>> {
  let isLost = false
  await intercept(
    page,
    (url) => url.origin === backend && url.pathname === path,
    async (route) => {
      await route.fetch({ maxRetries: 2 })
      isLost = true
      await route.abort('timedout')
    },
    { times: 1 },
  )
  return () => expect.poll(() => isLost, { message: `${path} was called` }).toBe(true)
}

/** The page shows no spinner and has an enabled control. */
async function expectAlive(page: Page): Promise<void> {
  await expect(page.locator('#title')).toBeVisible()
  await expect(page.locator('main .spinner')).toHaveCount(0)
  await expect(page.locator('main').locator('a, button').first()).toBeVisible()
}

async function loseAndReload(page: Page, path: string, submit: () => Promise<void>): Promise<void> {
  const lost = await loseAnswer(page, path)
  await submit()
  await lost()
  await expectAlive(page)
  await page.reload()
  await expectAlive(page)
}

const again = (page: Page) => page.getByRole('link', { name: say('error.again'), exact: true })

test.describe('A sign-in', () => {
  test('by password goes on by "sign in again"', async ({ page, arrive, member }) => {
    const one = await member('member')
    await arrive()
    await loseAndReload(page, '/v1/verify/pwd', () => loginForm(page).signIn(one))
    await again(page).click()
    await expect(loginForm(page).email).toHaveValue(one.login_id)
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
  })

  test('by an account of the chooser goes on by "sign in again" @all', async ({ page, arrive, signedIn }) => {
    const one = await signedIn()
    await arrive({ prompt: 'select_account' })
    await loseAndReload(page, '/v1/verify/sso', () => page.locator('.accounts button').first().click())
    await again(page).click()
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
  })

  test('by a second factor is resumed by "send code" @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('sms')
    await arrive()
    await loginForm(page).signIn(one)
    const code = page.getByLabel(say('sms.code'), { exact: true })
    await expect(code).toBeEnabled()
    const digits = await outbox.code(one.phone)
    await loseAndReload(page, '/v1/matcher/resolve', () => code.fill(digits))
    await press(page, 'sms.send')
    await expectSignedIn(page, one)
  })

  test('takes the same code again whose check was not answered @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('sms')
    await arrive()
    await loginForm(page).signIn(one)
    const code = page.getByLabel(say('sms.code'), { exact: true })
    await expect(code).toBeEnabled()
    const digits = await outbox.code(one.phone)
    await loseAndReload(page, '/authenticator/v1/verify/mobile', () => code.fill(digits))
    await code.fill(digits)
    await expectSignedIn(page, one)
  })
})

type Step = {
  like: string
  service?: 'b'
  notice?: MessageKey
  path: string
  /** Walks to the submit whose answer is lost. */
  before?: (page: Page, one: Member) => Promise<void>
  /** The button to press, also after the reload. */
  submit: (page: Page, one: Member) => Promise<void>
}

const RESOLVE = '/v1/matcher/resolve'
const agree = async (page: Page) => {
  await expect(agreement(page)).toBeEnabled()
  await agreeToAll(page)
}

const steps: Record<string, Step> = {
  'new terms': { like: 'new-terms', notice: 'terms.pleaseAgree', path: RESOLVE, submit: agree },
  'new terms of a service': { like: 'new-service-terms', service: 'b', path: RESOLVE, submit: agree },
  'the first use of a service': {
    like: 'new-service',
    service: 'b',
    path: RESOLVE,
    before: (page, one) => fillNickname(page, one),
    submit: agree,
  },
  'missing profile fields': {
    like: 'missing-profile',
    service: 'b',
    path: '/v1/resolve/user',
    async submit(page) {
      for (const name of ['current_job_group', 'current_job', 'interest_category', 'interest_field'])
        await page.locator(`#${name}`).selectOption({ index: 1 })
      await press(page, 'resolve.next')
    },
  },
  'a required change of the password': {
    like: 'required-password',
    path: '/v1/profile/change/password',
    submit: (page, one) => fillPasswords(page, one),
  },
  'a recommended change of the password': {
    like: 'old-password',

    path: '/v1/profile/change/password',
    submit: (page, one) => fillPasswords(page, one),
  },
  'a change of the password that is put off': {
    like: 'old-password',
    path: RESOLVE,
    submit: (page) => press(page, 'resolve.later'),
  },
  'an approval that has come': {
    like: 'waiting',
    path: RESOLVE,
    async before(page, one) {
      await expect(page.getByRole('button', { name: say('member.check') })).toBeVisible()
      await approve(one)
    },
    submit: (page) =>
      page.getByRole('button', { name: new RegExp(`^(${say('member.check')}|${say('resolve.next')})$`) }).click(),
  },
}

test.describe('A pending step', () => {
  for (const [name, step] of Object.entries(steps))
    test(`${name}: the same answer follows @all`, async ({ page, arrive, member }) => {
      const { like, service = 'a', notice, path, before, submit } = step
      const one = await member(like)
      await arrive({ service })
      await loginForm(page).signIn(one)
      if (notice) await expectNotice(page, say(notice))
      await before?.(page, one)
      await loseAndReload(page, path, () => submit(page, one))
      await submit(page, one)
      await expectSignedIn(page, one, service)
    })
})

test.describe('A join', () => {
  test('is found again and completed @all', async ({ page }) => {
    const one = visitor('SK')
    const join = await joinAs(page, 'SK')
    await join.terms()
    await join.account(one)
    await join.group(one)
    await join.next()
    await expect(page).toHaveURL(`${app}/join/service`)
    await agreement(page).check()
    await loseAndReload(page, '/v1/verify/join', () => join.button('join.finish').click())
    await expect(page).toHaveURL(`${app}/join/service`)
    await expect(agreement(page)).toBeChecked()
    await join.button('join.finish').click()
    await join.joined()
    await join.toService()
    await expectSignedIn(page, one)
  })
})

test.describe('A recovery', () => {
  test('a search for an id finds it again @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    await arrive()
    await page.getByRole('link', { name: say('login.forgot') }).click()
    await is.fillSearch(one.phone)
    await is.send.click()
    const code = await outbox.code(one.phone)
    await loseAndReload(page, '/v1/search/ids', () => is.enter(code))
    await expect(is.name).toHaveValue(NAME)
    await is.send.click()
    await is.enter(await outbox.code(one.phone, code))
    await is.at('myid/done')
    await expect(page.getByRole('radio', { name: one.login_id })).toBeChecked()
  })

  test('a reset of a found id goes on with another code @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    await arrive()
    await page.getByRole('link', { name: say('login.forgot') }).click()
    await is.findIds(one.phone, outbox.code)
    await loseAndReload(page, '/v1/search/pwd', () => is.reset.click())
    await is.reset.click()
    await is.at('password/verify')
    await is.send.click()
    await is.enter(await outbox.code(one.login_id))
    await is.at('password/new')
  })

  test('a proof for a reset may be given again @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    await arrive()
    await is.beginReset(one.login_id)
    await is.send.click()
    const code = await outbox.code(one.phone)
    await loseAndReload(page, '/v1/search/pwd', () => is.enter(code))
    await is.send.click()
    await is.enter(await outbox.code(one.phone, code))
    await is.at('password/new')
  })

  test('a new password that is set can be used in the next visit @all', async ({ page, arrive, member, outbox }) => {
    const one = await member('member')
    const is = recovery(page)
    await arrive()
    await is.beginReset(one.login_id)
    await is.send.click()
    await is.enter(await outbox.code(one.phone))
    await is.at('password/new')
    const lost = await loseAnswer(page, '/v1/profile/search/password')
    await is.setPassword(NEW_PASSWORD)
    await lost()
    await expectAlive(page)
    await page.reload()
    await expectAlive(page)
    await secondPassed()
    // The reset has signed the member in, so a visit without a prompt would offer the account.
    await arrive({ prompt: 'login' })
    await loginForm(page).signIn({ ...one, password: NEW_PASSWORD })
    await expectSignedIn(page, one)
  })
})
