// Spec §4, pending steps: each matcher type from the partner's page to its tokens, or to a dead end with a way out.
import { app, partner, sandbox } from './addresses'
import { axe, claim, expect, expectNotice, expectSignedIn, loginForm, signInUrl, test } from './fixtures'
import {
  agreeToAll,
  change,
  fillNickname,
  fillPasswords,
  heading,
  link,
  NEW_PASSWORD,
  nicknameOf,
  press,
} from './resolving'
import { LANGUAGES, say } from './texts'

test.describe('a step that leads to the service', () => {
  test('ADD_TERMS_AGREEMENT: terms of a new version', async ({ page, arrive, member }) => {
    const one = await member('new-terms')
    await arrive()
    await loginForm(page).signIn(one)
    await expectNotice(page, say('terms.pleaseAgree'))
    await heading(page, 'resolve.terms')
    expect(new URL(page.url()).searchParams.get('terms_types')).toBe('["ADD_SUNI"]')
    await press(page, 'resolve.agree')
    await expect(page.getByText(say('resolve.requiredTerms'))).toBeVisible()
    await axe(page)
    await agreeToAll(page)
    await expectSignedIn(page, one)
  })

  test('ADD_TERMS_AGREEMENT: terms of the service', async ({ page, arrive, member }) => {
    const one = await member('new-service-terms')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.serviceTerms')
    await expect(page).toHaveURL(/\/resolve\/terms\/service\?/)
    await agreeToAll(page)
    await expectSignedIn(page, one, 'b')
  })

  test('CONSENT_RELYING_PARTY: nickname, what the service will learn, its terms', async ({ page, arrive, member }) => {
    const one = await member('new-service')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.nickname')
    await axe(page)
    await fillNickname(page, one)
    await heading(page, 'resolve.service')
    await expect(page.getByRole('main')).toContainText(nicknameOf(one))
    await expect(page.getByRole('main')).toContainText(say('claim.email'))
    await axe(page)
    await agreeToAll(page)
    await expectSignedIn(page, one, 'b')
  })

  test('SERVICE_ADD_INFO: only the fields that are missing', async ({ page, arrive, member }) => {
    const one = await member('missing-profile')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.info')
    await expect(page.locator('select[name^=hope]')).toHaveCount(0)
    await press(page, 'resolve.next')
    await expect(page.locator('#summary')).toBeVisible()
    await axe(page)
    await page.locator('#current_job_group').selectOption('JG07')
    await page.locator('#current_job').selectOption('JG0701')
    await page.locator('#interest_category').selectOption('IC02')
    await page.locator('#interest_field').selectOption('IC0201')
    await press(page, 'resolve.next')
    await expectSignedIn(page, one, 'b')
  })

  test('RECOMMENDED_CHANGE_PWD: later', async ({ page, arrive, member }) => {
    const one = await member('old-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.password')
    await axe(page)
    await press(page, 'resolve.later')
    await expectSignedIn(page, one)
  })

  test('RECOMMENDED_CHANGE_PWD: now', async ({ page, arrive, member, watch }) => {
    watch.keepSecret(NEW_PASSWORD)
    const one = await member('old-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.password')
    await fillPasswords(page, one)
    await expectSignedIn(page, one)
  })

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
    await expect(page.getByText(say('refused.passwordSameAsBefore')).first()).toBeVisible()
    await axe(page)
    await fillPasswords(page, { ...one, password: 'wrong!7Pw2x' })
    await expect(page.getByText(say('resolve.currentWrong')).first()).toBeVisible()
    await fillPasswords(page, one)
    await expectSignedIn(page, one)
    await arrive({ prompt: 'login' })
    const form = loginForm(page)
    await form.signIn(one)
    await expect(form.error).toContainText(say('refused.wrongPassword'))
  })

  test('JOIN_STATE: waits, and leads on once it is approved', async ({ page, arrive, member }) => {
    const one = await member('waiting')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'member.waiting')
    await axe(page)
    // The state is asked for anew: an approval before that answer would change the page.
    const asked = page.waitForResponse((response) => response.url().endsWith('/v1/members/join-state'))
    await press(page, 'member.check')
    await asked
    await heading(page, 'member.waiting')
    await expect(link(page, 'info.backToService')).toHaveAttribute('href', `${partner}/`)
    const approved = await page.request.post(`${sandbox}/demo/approve`, { data: { login_id: one.login_id } })
    expect(approved.ok()).toBe(true)
    await press(page, 'member.check')
    await expectSignedIn(page, one)
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
  test('JOIN_STATE, not approved: the reason and whom to ask', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('unapproved'))
    await heading(page, 'member.unapproved')
    await expect(page.getByRole('main')).toContainText('소속을 확인하지 못했어요.')
    await axe(page)
    await link(page, 'info.backToService').click()
    await page.waitForURL(`${partner}/`)
  })

  test('PROTECTED_STATE: reset the password', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('protected'))
    await heading(page, 'state.protected')
    await link(page, 'modal.findPassword').click()
    await expect(page).toHaveURL(`${app}/identify/password`)
  })

  test('ID_SEARCH: find the id', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('moved'))
    await heading(page, 'state.idSearch')
    await link(page, 'state.findId').click()
    await expect(page).toHaveURL(`${app}/identify/myid`)
  })

  test('JOIN: go to join', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('not-joined'))
    await expect(page).toHaveURL(`${app}/join`)
  })

  test('CONVERSION_JOIN: what is known of the group account', async ({ page, arrive, member }) => {
    const one = await member('not-converted')
    await arrive()
    await loginForm(page).signIn(one)
    await expect(page).toHaveURL(`${app}/join/info`)
    await expect(page.getByRole('main')).toContainText(one.login_id)
  })

  test('SIGN_UP: go on with the invitation', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('not-accepted'))
    await heading(page, 'state.signUp')
    await link(page, 'state.accept').click()
    await expect(page).toHaveURL(`${app}/sign-up/terms/gen`)
  })

  test('ADMIN_CERTIFICATION_CHECK at the account chooser: the certification', async ({ page, arrive, member }) => {
    const one = await member('sk')
    await arrive()
    await loginForm(page).signIn(one)
    await expectSignedIn(page, one)
    await change(page, one, 'admin')
    await page.goto(signInUrl({ service: 'a' }))
    await expect(page).toHaveURL(`${app}/resolve/certification`)
    await heading(page, 'sms.title')
  })

  for (const [like, state, way] of [
    ['suspended', 'state.suspended', 'state.contact'],
    ['incumbent', 'state.incumbent', 'state.contact'],
    ['no-permission', 'state.permissions', 'info.backToService'],
    ['changed-elsewhere', 'state.changed', 'state.signIn'],
  ] as const)
    test(`${like} while signed in: the session leads to how the account stands, and out`, async ({
      page,
      arrive,
      member,
    }) => {
      const one = await member('sk')
      await arrive()
      await loginForm(page).signIn(one)
      await expectSignedIn(page, one)
      // A session knows its beginning to the second.
      await page.waitForTimeout(1100)
      await change(page, one, like)
      await page.goto(signInUrl({ service: 'a' }))
      await heading(page, state)
      await expect(page).toHaveURL(`${app}/resolve`)
      await axe(page)
      await expect(link(page, way)).toBeVisible()
      if (like !== 'changed-elsewhere') return
      await link(page, way).click()
      await loginForm(page).signIn(one)
      await expectSignedIn(page, one)
    })

  test('another account can be signed in to from every step', async ({ page, arrive, member }) => {
    await arrive()
    await loginForm(page).signIn(await member('required-password'))
    await link(page, 'resolve.otherAccount').click()
    const other = await member('member')
    await loginForm(page).signIn(other)
    await expectSignedIn(page, other)
  })
})

test('single sign-on into a service with a pending step: no password, the step, the tokens', async ({
  page,
  arrive,
  member,
}) => {
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
})

test.describe('in the middle of a step', () => {
  test('a reload keeps the step and what was entered', async ({ page, arrive, member }) => {
    const one = await member('three-steps')
    await arrive({ service: 'b' })
    await loginForm(page).signIn(one)
    await expectNotice(page, say('terms.pleaseAgree'))
    await page.getByLabel(say('terms.agreeAll')).check()
    await page.reload()
    await expect(page.getByLabel(say('terms.agreeAll'))).toBeChecked()
    await press(page, 'resolve.agree')
    await page.getByLabel(say('join.nickname')).fill(nicknameOf(one))
    await page.reload()
    await expect(page.getByLabel(say('join.nickname'))).toHaveValue(nicknameOf(one))
    await press(page, 'resolve.next')
    await heading(page, 'resolve.service')
    await page.reload()
    await heading(page, 'resolve.service')
    await agreeToAll(page)
    await page.locator('#current_job_group').selectOption('JG07')
    await page.reload()
    await expect(page.locator('#current_job_group')).toHaveValue('JG07')
    await page.locator('#current_job').selectOption('JG0702')
    await press(page, 'resolve.next')
    await expectSignedIn(page, one, 'b')
  })

  test('the required change cannot be gone round by an address, Back or a second tab', async ({
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

  test('Back from a later step does not lead to one that is done', async ({ page, arrive, member }) => {
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
  })

  test('a step that another tab has finished says so, and leads back to the service', async ({
    page,
    context,
    arrive,
    member,
  }) => {
    const one = await member('old-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.password')
    // A duplicated tab has the same storage and the same transaction.
    const stored = await page.evaluate(() => Object.entries(sessionStorage))
    const second = await context.newPage()
    await second.goto(`${app}/about`)
    await second.evaluate((entries) => entries.forEach(([name, value]) => sessionStorage.setItem(name, value)), stored)
    await second.goto(`${app}/resolve/password`)
    await heading(second, 'resolve.password')
    await press(page, 'resolve.later')
    await expectSignedIn(page, one)
    await press(second, 'resolve.later')
    await expectNotice(second, say('resolve.over'))
    await second.waitForURL(`${partner}/`)
  })
})

test('by keyboard alone', async ({ page, arrive, member }) => {
  const one = await member('new-service')
  await arrive({ service: 'b' })
  await loginForm(page).email.focus()
  await page.keyboard.type(one.login_id)
  await page.keyboard.press('Tab')
  await page.keyboard.type(one.password)
  await page.keyboard.press('Enter')
  await heading(page, 'resolve.nickname')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(say('join.nickname'))).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(nicknameOf(one))
  await page.keyboard.press('Enter')
  await heading(page, 'resolve.service')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByLabel(say('terms.agreeAll'))).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(say('terms.agreeAll'))).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectSignedIn(page, one, 'b')
})

for (const language of LANGUAGES)
  test(`in ${language}: three steps, each without a violation`, async ({ page, arrive, member }) => {
    test.slow()
    const one = await member('three-steps')
    await arrive({ service: 'b', ui_locales: language })
    await loginForm(page, language).signIn(one)
    await expectNotice(page, say('terms.pleaseAgree', language))
    await heading(page, 'resolve.terms', language)
    await axe(page)
    await agreeToAll(page, language)
    await heading(page, 'resolve.nickname', language)
    await fillNickname(page, one, language)
    await heading(page, 'resolve.service', language)
    await axe(page)
    await agreeToAll(page, language)
    await heading(page, 'resolve.info', language)
    await page.locator('#current_job_group').selectOption('JG07')
    await page.locator('#current_job').selectOption('JG0701')
    await axe(page)
    await press(page, 'resolve.next', language)
    await expectSignedIn(page, one, 'b')
  })
