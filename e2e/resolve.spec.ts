// Spec §4, pending steps: each matcher type from the partner's page to its tokens, or to a dead end with a way out.
import { app, partner } from './addresses.ts'
import {
  answerWith,
  claim,
  expect,
  expectNotice,
  expectSignedIn,
  loginForm,
  main,
  signInUrl,
  test,
} from './fixtures.ts'
import { agreeToAll, fillNickname, fillPasswords, heading, link, NEW_PASSWORD, nicknameOf, press } from './resolving.ts'
import { putAway } from './sealing.ts'
import { say } from './texts.ts'

test.describe('a step that leads to the service', () => {
  test(
    'RECOMMENDED_CHANGE_PWD: the member changes the password at once',
    { tag: '@all' },
    async ({ page, arrive, member, watch }) => {
      watch.keepSecret(NEW_PASSWORD)
      const one = await member('old-password')
      await arrive()
      await loginForm(page).signIn(one)
      await heading(page, 'resolve.password')
      await fillPasswords(page, one)
      await expectSignedIn(page, one)
    },
  )

  test('REQUIRED_CHANGE_PWD: refused beside its field, then changed; the old one opens nothing', async ({
    page,
    arrive,
    member,
    watch,
  }) => {
    watch.keepSecret(NEW_PASSWORD)
    const one = await member('required-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.requiredPassword')
    await expect(page.getByRole('button', { name: say('resolve.later') })).toHaveCount(0)
    await fillPasswords(page, one, one.password)
    await expect(main(page).getByText(say('refused.passwordSameAsBefore')).first()).toBeVisible()
    await fillPasswords(page, { ...one, password: 'wrong!7Pw2x' })
    await expect(main(page).getByText(say('resolve.currentWrong')).first()).toBeVisible()
    await fillPasswords(page, one)
    await expectSignedIn(page, one)
    await arrive({ prompt: 'login' })
    const form = loginForm(page)
    await form.signIn(one)
    await expect(form.error).toContainText(say('refused.wrongPassword'))
  })

  test('three in a row, each with its place, and only then the tokens', async ({ page, arrive, member }) => {
    const one = await member('three-steps')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await expectNotice(page, say('terms.pleaseAgree'))
    await expect(page.getByText(`1 / 3 · ${say('resolve.stepTerms')}`)).toBeVisible()
    await agreeToAll(page)
    await expect(page.getByText(`2 / 3 · ${say('resolve.stepNickname')}`)).toBeVisible()
    await fillNickname(page, one)
    await expect(page.getByText(`2 / 3 · ${say('resolve.stepService')}`)).toBeVisible()
    await agreeToAll(page)
    await expect(page.getByText(`3 / 3 · ${say('resolve.stepInfo')}`)).toBeVisible()
    await expect(page.locator('select[name^=interest]')).toHaveCount(0)
    await page.locator('#current_job_group').selectOption('JG07')
    await page.locator('#current_job').selectOption('JG0701')
    await press(page, 'resolve.next')
    await expectSignedIn(page, one, 'b')
  })
})

test.describe('a step that is a dead end has a way out', () => {
  test(
    'JOIN_STATE, not approved: the page has the reason and a contact',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      await arrive()
      await loginForm(page).signIn(await member('unapproved'))
      await heading(page, 'member.unapproved')
      await expect(page.getByRole('main')).toContainText('소속을 확인하지 못했어요.')
      await link(page, 'info.backToService').click()
      await page.waitForURL(`${partner}/`)
    },
  )

  test(
    'terms without an agreement: the member leaves to the service signed out, and the next sign-in asks again',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const one = await member('three-steps')
      await arrive({ service: 'b' })
      await loginForm(page).signIn(one)
      await expectNotice(page, say('terms.pleaseAgree'))
      await link(page, 'resolve.decline').click()
      await page.waitForURL(new RegExp(`^${partner}/`))
      await arrive({ service: 'b' })
      await loginForm(page).signIn(one)
      await expectNotice(page, say('terms.pleaseAgree'))
    },
  )

  test('another account can be signed in to from every step', { tag: '@all' }, async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('required-password'))
    await link(page, 'resolve.otherAccount').click()
    const other = await member('member')
    await loginForm(page).signIn(other)
    await expectSignedIn(page, other)
  })
})

test(
  'single sign-on into a service with a pending step: no password, the step, the tokens',
  { tag: '@all' },
  async ({ page, arrive, member }) => {
    const one = await member('new-service')
    await arrive()
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
    await page.goto(signInUrl({ service: 'b' }))
    await heading(page, 'resolve.nickname')
    await fillNickname(page, one)
    await agreeToAll(page)
    const card = await expectSignedIn(page, one, 'b')
    await expect(claim(card, 'amr').first()).toContainText('pwd')
  },
)

test.describe('in the middle of a step', () => {
  test('the required change cannot be avoided by an address, Back or a second tab', async ({
    page,
    context,
    arrive,
    member,
  }) => {
    const one = await member('required-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.requiredPassword')
    for (const path of ['/resolve/password', '/resolve/service', '/resolve', '/resolve/service/info']) {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/resolve/required/password`)
    }
    await page.goto(signInUrl())
    await expect(loginForm(page).email).toBeVisible()
    const second = await context.newPage()
    await second.goto(`${app}/resolve/password`)
    await expect(second).toHaveURL(/\/error/)
    await second.goto(signInUrl({ prompt: 'none' }))
    await expect(second.getByRole('main')).not.toContainText(one.login_id)
  })

  test(
    'Back from a later step does not lead to one that is done',
    { tag: '@all' },
    async ({ page, arrive, member }) => {
      const one = await member('three-steps')
      await arrive({ service: 'b' })
      await loginForm(page).signIn(one)
      await expectNotice(page, say('terms.pleaseAgree'))
      await agreeToAll(page)
      await heading(page, 'resolve.nickname')
      await page.goBack()
      await expect(loginForm(page).email).toBeVisible()
      await loginForm(page).signIn(one)
      await heading(page, 'resolve.nickname')
      await fillNickname(page, one)
      await heading(page, 'resolve.service')
      await page.goBack()
      await heading(page, 'resolve.nickname')
      await expect(page.getByLabel(say('join.nickname'))).toHaveValue(nicknameOf(one))
    },
  )

  test(
    'a step that another tab has finished says so, and leads back to the service',
    { tag: '@all' },
    async ({ page, context, arrive, member }) => {
      const one = await member('old-password')
      await arrive()
      await loginForm(page).signIn(one)
      await heading(page, 'resolve.password')
      await putAway(page)
      // A duplicated tab has the same storage and transaction.
      const stored = await page.evaluate(() => Object.entries(sessionStorage))
      const second = await context.newPage()
      await second.addInitScript((entries) => {
        if (sessionStorage.length === 0) for (const [name, value] of entries) sessionStorage.setItem(name, value)
      }, stored)
      await second.goto(`${app}/resolve/password`)
      await heading(second, 'resolve.password')
      await press(page, 'resolve.later')
      await expectSignedIn(page, one)
      await heading(second, 'error.ended')
      await second.getByRole('link', { name: say('info.backToService') }).click()
      await second.waitForURL(`${partner}/`)
    },
  )

  test(
    'two members in two tabs: "later" in the first tab signs in the member of the first tab',
    { tag: '@all' },
    async ({ page, context, arrive, member }) => {
      const [one, other] = [await member('old-password'), await member('old-password')]
      const second = await context.newPage()
      for (const [tab, someone] of [
        [page, one],
        [second, other],
      ] as const) {
        await arrive({}, tab)
        await loginForm(tab).signIn(someone)
        await heading(tab, 'resolve.password')
        await putAway(tab)
      }
      await press(page, 'resolve.later')
      await expectSignedIn(page, one)
      await press(second, 'resolve.later')
      await expectSignedIn(second, other)
    },
  )

  test(
    'two tabs at two partners keep each its own service, also where an entry is tried again',
    { tag: '@all' },
    async ({ page, context, arrive, member }) => {
      const [one, other] = [await member('new-terms'), await member('new-service')]
      await answerWith(page, '/v1/init/login', { status: 500, body: {} }, 1)
      await page.goto(signInUrl({ service: 'a' }))
      await expect(page.getByText(say('error.up'))).toBeVisible()
      const second = await context.newPage()
      await arrive({ service: 'b' }, second)
      await page.getByRole('button', { name: say('error.retry') }).click()
      await page.waitForURL(`${app}/login`)
      await expect(page.getByRole('banner')).toContainText('한걸음 러닝')

      // The newest tab is not the last used one. The server must not confuse them.
      await loginForm(second).signIn(other)
      await fillNickname(second, other)
      await heading(second, 'resolve.service')
      await loginForm(page).signIn(one)
      await expectNotice(page, say('terms.pleaseAgree'))
      for (const [tab, name] of [
        [page, '한걸음 러닝'],
        [second, '구성원 아카데미'],
      ] as const) {
        await tab.reload()
        await expect(tab.getByRole('banner')).toContainText(name)
      }
      await expect(page.locator('#PRIVACY')).toBeVisible()
      await expect(second.locator('#SK_RP_PRIVACY')).toBeVisible()
      await agreeToAll(second)
      await expectSignedIn(second, other, 'b')
      await agreeToAll(page)
      await expectSignedIn(page, one)
    },
  )
})

test(
  'an unknown step shows “unavailable”, wherever it comes from, and the login continues',
  { tag: '@all' },
  async ({ page, arrive, member }) => {
    const one = await member('old-password')
    const unknown = { status: 401, body: { code: 'PENDING_STEP', data: { matcher_type: 'SOMETHING_NEW' } } }
    await arrive()
    await answerWith(page, '/v1/verify/pwd', unknown, 1)
    await loginForm(page).signIn(one)
    await expectNotice(page, say('errors.unavailable'))
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.password')
    await answerWith(page, '/v1/matcher/resolve', unknown, 1)
    await press(page, 'resolve.later')
    await expectNotice(page, say('errors.unavailable'))
    await expect(page).toHaveURL(`${app}/login`)
    await loginForm(page).signIn(one)
    await press(page, 'resolve.later')
    await expectSignedIn(page, one)
  },
)
