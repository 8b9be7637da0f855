// Join when things go wrong: a server that fails, a line that breaks, pages out of order, an edited storage, calls by hand, a letter
// that is stopped. Nothing typed is lost but secrets, nothing is asked twice, and nothing is given away.
import type { APIResponse, Page } from '@playwright/test'
import { app, sandbox } from './addresses'
import { answerWith, axe, expect, expectNotice, expectSignedIn, test } from './fixtures'
import { codeFor, joining, PASSWORD, type Type, visitor } from './joining'
import { sealAnew } from './sealing'
import { say } from './texts'

const BROKEN = { status: 500, body: { code: 'INTERNAL' } }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const letter = { name: '증명서.png', mimeType: 'image/png', buffer: PNG }

// A whole join, field by field and code by code, and more than once.
test.slow()
test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

/** As far as the privacy page, filled in and proved. */
async function untilPrivacy(page: Page, type: Type = 'SOCIAL') {
  const someone = visitor(type)
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type(type)
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  if (type === 'SOCIAL') await join.company('join.organisation', 'join.organisationEtc')
  if (type === 'STUDENT') await join.studies()
  return { someone, join }
}

/** How often the page asked for this path. */
function counted(page: Page, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}

test.describe('A server that fails, and a line that breaks', () => {
  test('at the last step: nothing is lost, nothing is proved twice, and the next try joins', async ({ page }) => {
    const { someone, join } = await untilPrivacy(page)
    const codes = counted(page, /\/(re)?issue\/(sms|email)$/)
    await join.next()
    await expect(page).toHaveURL(`${app}/join/service`)
    await join.label('terms.agreeAll').check()
    const interest = page.locator('#interest_category')
    await interest.selectOption({ index: 1 })
    await page.locator('#interest_field').selectOption({ index: 1 })
    const chosen = await interest.inputValue()

    const unchanged = async () => {
      await expect(page).toHaveURL(`${app}/join/service`)
      await expect(join.label('terms.agreeAll')).toBeChecked()
      await expect(interest).toHaveValue(chosen)
    }
    await answerWith(page, '/v1/verify/join', BROKEN, 1)
    await join.button('join.finish').click()
    await expectNotice(page, say('errors.unavailable'))
    await unchanged()
    await answerWith(page, '/v1/verify/join', 'lost', 1)
    await join.button('join.finish').click()
    await expect(page.getByText(say('errors.noConnection'))).toBeVisible()
    await unchanged()
    await page.reload()
    await unchanged()

    await page.goBack()
    await expect(join.label('join.fullName')).toHaveValue(someone.name)
    await expect(page.getByText(say('join.verified'))).toHaveCount(2)
    await expect(page.getByText(say('join.passwordSet'))).toBeVisible()
    await join.next()
    await unchanged()
    await join.button('join.finish').click()
    await join.joined()
    expect(codes()).toBe(0)
    await join.toService()
    await expectSignedIn(page, someone)
  })

  test('an answer that is lost on its way back: sent again, it is the same join', async ({ page }) => {
    const { someone, join } = await untilPrivacy(page)
    await join.next()
    await page.route(
      `${sandbox}/v1/verify/join`,
      async (route) => {
        expect((await route.fetch()).status()).toBe(200)
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await join.service()
    await expect(page.getByText(say('errors.noConnection'))).toBeVisible()
    await join.button('join.finish').click()
    await join.joined()
    await join.toService()
    await expectSignedIn(page, someone)
  })

  test('terms that come late: nothing can be agreed to or sent before they are there', async ({ page }) => {
    const { join } = await untilPrivacy(page)
    let come = () => {}
    const late = new Promise<void>((resolve) => (come = resolve))
    await page.route(
      (url) => url.origin === sandbox && url.pathname === '/v1/terms/RELYING_PARTY',
      async (route) => {
        await late
        await route.continue()
      },
    )
    await join.next()
    await expect(join.label('terms.agreeAll')).toBeDisabled()
    await expect(join.button('join.finish')).toHaveAttribute('aria-disabled', 'true')
    come()
    await join.service()
    await join.joined()
  })

  test('while the member says who they are: each part can be tried again where it is', async ({ page }) => {
    const someone = visitor('SOCIAL')
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.label('join.fullName').fill(someone.name)
    await join.label('join.nickname').fill(someone.nickname)

    const challenge = `/v1/challenge/join/${encodeURIComponent(someone.login_id)}`
    await answerWith(page, challenge, BROKEN, 1)
    await join.label('join.loginId').fill(someone.login_id)
    await join.label('join.loginId').blur()
    await expectNotice(page, say('errors.unavailable'))
    await expect(join.label('join.loginId')).toHaveValue(someone.login_id)

    const section = page.getByRole('group', { name: say('join.emailCode') })
    await page.route(/\/issue\/email$/, (route) => route.abort('timedout'), { times: 1 })
    await section.getByRole('button', { name: say('sms.send') }).click()
    await expect(page.getByText(say('errors.noConnection')).first()).toBeVisible()
    await join.prove('join.emailCode', someone.login_id)

    await answerWith(page, '/v1/valid/nickname', BROKEN)
    await join.label('join.nickname').fill(`${someone.nickname}가`)
    await expect(page.getByText(say('join.nicknameUnknown'))).toBeVisible()
    await page.unrouteAll()
    await join.password()
    await join.person(someone)
    await join.company('join.organisation', 'join.organisationEtc')
    await join.next()
    await join.service()
    await join.joined()
    await join.toService()
    await expectSignedIn(page, someone)
  })
})

test.describe('An invitation', () => {
  test('the terms of the group’s list read as well', async ({ page, member }) => {
    const invited = await member('invited-sk')
    const join = joining(page, codeFor)
    await join.arrive({ invitation: invited.invitation ?? '' })
    await expect(page).toHaveURL(`${app}/sign-up/terms`)
    await expect(page.getByText(say('join.termsLeadInvited'))).toBeVisible()
    await axe(page)
  })

  test('joins at once, whatever the first tries meet', async ({ page, member }) => {
    const invited = await member('not-accepted')
    const someone = { ...visitor('BSNS'), login_id: invited.login_id }
    const join = joining(page, codeFor)
    await join.arrive({ invitation: invited.invitation ?? '' })
    await expect(page).toHaveURL(`${app}/sign-up/terms/gen`)
    await expect(page.getByText(say('join.termsLeadInvited'))).toBeVisible()
    await axe(page)
    await join.next()
    await expect(page.getByText(say('terms.requiredMissing')).first()).toBeVisible()
    await axe(page)
    await join.terms()
    await expect(page).toHaveURL(`${app}/sign-up/privacy/gen`)
    await expect(join.label('join.loginId')).toHaveValue(invited.login_id)
    await expect(join.label('join.loginId')).toHaveAttribute('readonly')
    await expect(join.label('join.fullName')).toHaveValue('윤서진')
    await expect(join.label('join.fullName')).toHaveAttribute('readonly')
    await join.password()
    await join.label('join.nickname').fill(someone.nickname)
    await join.label('join.birthday').pressSequentially('19990131')
    await page.getByLabel('여성', { exact: true }).check()
    await join.label('join.national').selectOption('KR')
    await join.label('sms.phone').pressSequentially(someone.phone)
    await join.prove('join.phoneCode', someone.phone)
    await join.company()
    await join.office()
    await axe(page)

    const codes = counted(page, /\/(re)?issue\/(sms|email)$/)
    await answerWith(page, '/v1/profile/sign-up', BROKEN, 1)
    await join.button('join.finish').click()
    await expectNotice(page, say('errors.unavailable'))
    await expect(join.label('join.companyEtc')).toHaveValue('우리 회사')
    await expect(page.getByText(say('join.passwordSet'))).toBeVisible()
    await answerWith(page, '/v1/profile/sign-up', 'lost', 1)
    await join.button('join.finish').click()
    await expect(page.getByText(say('errors.noConnection'))).toBeVisible()
    await join.button('join.finish').click()
    await join.joined()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(someone.nickname)
    expect(codes()).toBe(0)
    await join.toService()
    await expectSignedIn(page, invited)
  })
})

test.describe('Pages out of order', () => {
  const LATER = ['/join/privacy/gen', '/join/service', '/join/completed/gen']

  test('a fresh tab knows of no visit', async ({ page, context }) => {
    const { join } = await untilPrivacy(page)
    await join.next()
    await expect(page).toHaveURL(`${app}/join/service`)
    const fresh = await context.newPage()
    for (const path of LATER) {
      await fresh.goto(app + path)
      await expect(fresh).toHaveURL(new RegExp(`^${app}/error(/403|\\?code=403)`))
    }
  })

  test('each page waits for the one before it', async ({ page }) => {
    const join = joining(page, codeFor)
    const refused = async (path: string) => {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/login`)
      await expect(page.getByText(say('errors.forbidden'))).toBeVisible()
    }
    await join.arrive()
    await join.type('SOCIAL')
    for (const path of [...LATER, '/sign-up/privacy/gen']) await refused(path)
    await page.goto(`${app}/join/terms/gen`)
    await join.terms()
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
    for (const path of ['/join/service', '/join/completed/gen', '/join/completed']) await refused(path)
  })

  test('an edited storage is as good as none', async ({ page }) => {
    await untilPrivacy(page)
    await page.evaluate(() => {
      const name = 'daemun.signUp'
      const parts = (sessionStorage.getItem(name) ?? '').split('.')
      parts[3] = (parts[3]?.startsWith('A') ? 'B' : 'A') + (parts[3] ?? '').slice(1)
      sessionStorage.setItem(name, parts.join('.'))
    })
    await page.reload()
    await expect(page).toHaveURL(`${app}/login`)
    await expect(page.getByText(say('errors.forbidden'))).toBeVisible()
    await page.goto(`${app}/join/terms/gen`)
    const agreeAll = page.getByLabel(say('terms.agreeAll'), { exact: true })
    await expect(agreeAll).not.toBeChecked()
  })

  test('a storage sealed anew says that all is proved: the server knows better', async ({ page, member }) => {
    const someone = await member('member')
    const join = joining(page, codeFor)
    const made = visitor('SOCIAL')
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.label('join.nickname').fill(made.nickname)
    await join.label('join.fullName').fill(made.name)
    await join.label('join.birthday').pressSequentially('19990131')
    await page.getByLabel('여성', { exact: true }).check()
    await join.label('join.national').selectOption('KR')
    await join.company('join.organisation', 'join.organisationEtc')
    await sealAnew(page, 'signUp', {
      login_id: someone.login_id,
      emailVerified: true,
      mobileNumber: made.phone,
      mobileVerified: true,
      amr: 'SMS',
    })
    await page.reload()
    await expect(join.label('join.loginId')).toHaveValue(someone.login_id)
    await expect(page.getByText(say('join.verified'))).toHaveCount(2)
    await join.password()
    await join.next()
    await join.service()
    await expectNotice(page, say('refused.proofGone'))
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
    await expect(page.getByText(say('join.verified'))).toHaveCount(0)
    await expect(join.label('join.nickname')).toHaveValue(made.nickname)
  })
})

test('a storage sealed anew says where to go after the join: nowhere but to a service', async ({ page }) => {
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('SOCIAL')
  await sealAnew(page, 'signUp', { join_status: 'JOINED', nickName: '새별', location: 'https://elsewhere.test/' })
  await page.goto(`${app}/join/completed/gen`)
  await join.toService()
  await expect(page.getByText(say('errors.badLocation'))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${app}/error`))
})

test.describe('Calls by hand', () => {
  const bodyOf = (login_id: string, more: object = {}) => ({
    name: '김하늘',
    password: 'c2VhbGVk',
    login_id,
    nickname: '손으로보냄',
    belong_sk: false,
    email_alarm: false,
    sms_alarm: false,
    is_under_age: false,
    gender: 'F',
    birthdate: '19990131',
    mbr_no: '',
    amr: 'SMS',
    skip_services: true,
    display_method: 'web',
    consents: [],
    matcher_type: 'JOIN',
    ...more,
  })

  async function refusedWith(response: APIResponse, status: number, detail_code?: number) {
    const body = (await response.json()) as { detail_code?: number; data?: unknown }
    expect([response.status(), body.detail_code]).toEqual([status, detail_code])
    expect(body.data).toBeUndefined()
  }

  test('without a visit, a proof or an invitation are refused', async ({ page, playwright, member }) => {
    const { login_id } = await member('member')
    const headers = { origin: app }
    const stranger = await playwright.request.newContext({ extraHTTPHeaders: headers })
    await refusedWith(await stranger.post(`${sandbox}/v1/verify/join`, { data: bodyOf(login_id) }), 403)
    await refusedWith(await stranger.get(`${sandbox}/v1/challenge/join/${login_id}`), 403)
    await stranger.dispose()

    await joining(page, codeFor).arrive()
    const send = (path: string, data: object) => page.request.post(`${sandbox}${path}`, { headers, data })
    const fresh = visitor('SOCIAL').login_id
    const credential = { auth_code: 'made-up', amr: 'SMS' }
    for (const id of [login_id, fresh]) {
      await refusedWith(await send('/v1/verify/join', bodyOf(id)), 400, 4518)
      await refusedWith(await send('/v1/verify/join', bodyOf(id, { credential })), 400, 4518)
      await refusedWith(await send('/v1/verify/join', bodyOf(id, { belong_sk: true, amr: 'NONE' })), 400, 4518)
    }
    const invited = { matcher_type: 'SIGN_UP', nation_tel_no: '82', phone_number: '', emp_no: '', national: 'KR' }
    await refusedWith(await send('/v1/profile/sign-up', bodyOf(fresh, invited)), 400, 4585)
    // No letter without a join, and no form that a page of another origin could send.
    const form = { payload: '{}', enrollment_letter: letter }
    const upload = (more: Record<string, string>) =>
      page.request.post(`${sandbox}/v1/matcher/student/resolve`, { headers: { ...headers, ...more }, multipart: form })
    await refusedWith(await upload({ 'idempotency-key': 'letter-by-hand' }), 400)
    await refusedWith(await upload({}), 403)
  })

  test('with the proof of another visit, or with half of what is to be proved, are refused', async ({
    page,
    browser,
  }) => {
    const someone = visitor('SOCIAL')
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.label('join.loginId').fill(someone.login_id)
    await join.prove('join.emailCode', someone.login_id)
    const headers = { origin: app }
    const data = bodyOf(someone.login_id)
    await refusedWith(await page.request.post(`${sandbox}/v1/verify/join`, { headers, data }), 400, 4518)

    const other = await browser.newContext({ locale: 'ko-KR' })
    const elsewhere = await other.newPage()
    await joining(elsewhere, codeFor).arrive()
    await refusedWith(await elsewhere.request.post(`${sandbox}/v1/verify/join`, { headers, data }), 400, 4518)
    await other.close()
  })
})

test.describe('An enrollment letter', () => {
  test('of another kind is refused before anything is sent', async ({ page }) => {
    const { join } = await untilPrivacy(page, 'STUDENT')
    const uploads = counted(page, /student\/resolve$/)
    const field = page.getByLabel(say('join.letter'))
    await field.setInputFiles({ name: '증명서.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.getByText(say('field.letterFormat'))).toBeVisible()
    await field.setInputFiles({ name: '증명서.pdf', mimeType: 'application/pdf', buffer: PNG })
    await expect(page.getByText(say('field.letterContent'))).toBeVisible()
    await field.setInputFiles({ name: '빈.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
    await expect(page.getByText(say('field.letterEmpty'))).toBeVisible()
    await axe(page)
    await join.next()
    await join.service()
    await join.joined()
    expect(uploads()).toBe(0)
  })

  test('is stopped, fails, and is sent again: the join stands all the while', async ({ page }) => {
    const { someone, join } = await untilPrivacy(page, 'STUDENT')
    await page.getByLabel(say('join.letter')).setInputFiles(letter)
    const path = '/v1/matcher/student/resolve'
    // Never answered: the letter is on its way until it is stopped.
    await page.route(`${sandbox}${path}`, () => {}, { times: 1 })
    await join.next()
    await join.service()
    await join.joined()
    await expect(page.getByText(say('join.letterSending'))).toBeVisible()
    await join.button('join.letterCancel').click()
    await expect(page.getByText(say('join.letterCancelled'))).toBeVisible()
    await axe(page)
    await answerWith(page, path, BROKEN, 1)
    await join.button('join.letterAgain').click()
    await expect(page.getByText(say('join.letterFailed'))).toBeVisible()
    await answerWith(page, path, 'lost', 1)
    await join.button('join.letterAgain').click()
    await expect(page.getByText(say('errors.noConnection'))).toBeVisible()
    await join.button('join.letterAgain').click()
    await expect(page.getByText(say('join.letterDone'))).toBeVisible()
    await join.toService()
    await expectSignedIn(page, someone)
  })
})

test.describe('Korean typed through an input method', () => {
  /** Syllable by syllable, each composed in front of the reader before it stands. */
  async function compose(page: Page, syllables: readonly (readonly string[])[]) {
    const cdp = await page.context().newCDPSession(page)
    for (const stages of syllables) {
      for (const text of stages)
        await cdp.send('Input.imeSetComposition', { selectionStart: text.length, selectionEnd: text.length, text })
      await cdp.send('Input.insertText', { text: stages.at(-1) ?? '' })
    }
    await cdp.detach()
  }
  const HANEUL = [
    ['ㅎ', '하'],
    ['ㄴ', '느', '늘'],
  ] as const

  test('loses and doubles nothing, and Enter that ends a syllable sends nothing', async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await join.label('join.organisation').selectOption({ label: '기타' })
    await join.label('join.jobTitle').selectOption('JOB_TYP_ETC')
    const fields = ['join.fullName', 'join.nickname', 'join.organisationEtc', 'join.jobTitleEtc'] as const
    for (const name of fields) {
      await join.label(name).focus()
      await compose(page, HANEUL)
      await expect(join.label(name)).toHaveValue('하늘')
    }
    await page.evaluate(() => {
      document.body.dataset.sent = '0'
      document.addEventListener(
        'keydown',
        ({ isComposing }) => (document.body.dataset.composing = String(isComposing)),
        true,
      )
      document.addEventListener(
        'submit',
        () => (document.body.dataset.sent = String(Number(document.body.dataset.sent) + 1)),
        true,
      )
    })
    const cdp = await page.context().newCDPSession(page)
    for (const name of fields) {
      await join.label(name).focus()
      await page.keyboard.press('End')
      await cdp.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '별' })
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.body.dataset.composing), name).toBe('true')
      expect(await page.evaluate(() => document.body.dataset.sent), name).toBe('0')
      await cdp.send('Input.insertText', { text: '별' })
      await expect(join.label(name)).toHaveValue('하늘별')
    }
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.body.dataset.sent)).toBe('1')
    await page.reload()
    for (const name of fields) await expect(join.label(name)).toHaveValue('하늘별')
    await join.label('join.fullName').press('Enter')
    await expect(page.getByRole('heading', { name: say('common.checkFields') })).toBeVisible()
    for (const name of fields) await expect(join.label(name)).toHaveValue('하늘별')
  })
})
