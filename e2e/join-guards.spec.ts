// The guards of a join (Spec §2): every page opened by its address, in a fresh tab, out of order, and with edited storage. The
// pages keep the order for honest visitors. The server enforces it and refuses everything else.
import type { APIResponse, Page } from '@playwright/test'
import { app, backend } from './addresses.ts'
import { expect, expectNotice, test, main } from './fixtures.ts'
import { codeFor, joining, PASSWORD, visitor } from './joining.ts'
import { putAway, sealAnew } from './sealing.ts'
import { say } from './texts.ts'

test.slow()
test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const letter = { name: '증명서.png', mimeType: 'image/png', buffer: PNG }

const OPEN = ['/join', '/join/terms', '/join/terms/gen']
// One path for each guard. routes.test.tsx checks the guards of every path.
const LATER = [
  '/join/privacy',
  '/join/privacy/gen',
  '/join/service',
  '/join/completed/gen',
  '/sign-up/terms/gen',
  '/sign-up/privacy/gen',
]
const without = (...paths: string[]) => LATER.filter((path) => !paths.includes(path))

/** Each of these addresses leads to the login page with a reason. */
async function refused(page: Page, paths: readonly string[]) {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/login`)
      await expect(page.getByText(say('errors.forbidden'))).toBeVisible()
    })
}

async function opens(page: Page, path: string, at = path) {
  await page.goto(app + path)
  await expect(page.locator('#title')).toBeVisible()
  await expect(page).toHaveURL(app + at)
}

/** Changes one character of the encrypted text, so that the stored data no longer matches its signature. */
async function edit(page: Page, name: string) {
  await putAway(page)
  await page.evaluate((stored) => {
    const parts = (sessionStorage.getItem(stored) ?? '').split('.')
    parts[3] = (parts[3]?.startsWith('A') ? 'B' : 'A') + (parts[3] ?? '').slice(1)
    sessionStorage.setItem(stored, parts.join('.'))
  }, `daemun.${name}`)
}

test.describe('Pages of a join', () => {
  test('do not open in a fresh tab, however far the other tab has come', { tag: '@all' }, async ({ page, context }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    const fresh = await context.newPage()
    const asked: string[] = []
    fresh.on('request', (request) => asked.push(request.url()))
    for (const path of [...OPEN, '/join/info', ...LATER, '/init/join', '/init/sign-up'])
      await test.step(path, async () => {
        await fresh.goto(app + path)
        await expect(fresh).toHaveURL(new RegExp(`^${app}/error(/403|\\?code=403)`))
      })
    // The error page asks for the service of this browser. No call asked for a visit or a member.
    const calls = asked.filter((url) => url.startsWith(`${backend}/v1/`))
    expect(new Set(calls)).toEqual(new Set([`${backend}/v1/profile/rp`]))
  })

  test('open in their order only, and none opens again after the last', { tag: '@all' }, async ({ page }) => {
    const someone = visitor('SOCIAL')
    const join = joining(page, codeFor)
    await join.arrive()
    for (const path of OPEN) await opens(page, path)
    await opens(page, '/join/info', '/join')
    await refused(page, LATER)

    await opens(page, '/join')
    await join.type('SOCIAL')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    // Consent to the general terms does not cover the group's terms.
    await refused(page, without('/join/privacy/gen'))
    await opens(page, '/join/privacy/gen')

    await join.account(someone)
    // The password is encrypted and kept before the next screen appears.
    await expect(join.label('join.fullName')).toBeVisible()
    await refused(page, without('/join/privacy/gen'))
    await opens(page, '/join/privacy/gen')
    await join.person(someone)
    await join.company('join.organisation', 'join.organisationEtc')
    await join.next()
    await expect(page).toHaveURL(`${app}/join/service`)
    await refused(page, without('/join/privacy/gen', '/join/service'))
    await opens(page, '/join/service')
    await join.service()
    await join.joined()
    for (const path of [...OPEN, '/join/info', ...without('/join/completed', '/join/completed/gen')])
      await opens(page, path, '/join/completed/gen')
  })

  test('of the group wait for the terms of the group', { tag: '@all' }, async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SK')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    await refused(page, without('/join/privacy'))
    await opens(page, '/join/privacy')
  })

  test('count an edited storage as empty', { tag: '@all' }, async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    for (const path of LATER) {
      await page.goto(`${app}/join/terms/gen`)
      await join.label('terms.agreeAllOptional').check()
      // The storage has all data that the page needs, but the app did not write it.
      await sealAnew(page, 'signUp', { ...ALL_DONE, kind: path.endsWith('gen') ? 'GEN' : 'SK' })
      await edit(page, 'signUp')
      await refused(page, [path])
    }
    await edit(page, 'welcome')
    await page.goto(`${app}/join`)
    await expect(page).toHaveURL(new RegExp(`^${app}/error(/403|\\?code=403)`))
  })

  test('of the family kind wait for a proved phone, a name and a birthday', { tag: '@all' }, async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('FAMILY')
    await join.label('terms.agreeAllOptional').check()
    const family = { ...ALL_DONE, join_status: null, matcher_type: '', memberTypeCode: 'FAMILY' }
    for (const lack of [
      { mobileVerified: false },
      { fullName: '' },
      { birthday: '' },
      { password: '' },
      { nickName: '' },
    ]) {
      await page.goto(`${app}/join/terms/gen`)
      await sealAnew(page, 'signUp', { ...family, ...lack })
      await refused(page, ['/join/service'])
    }
    await sealAnew(page, 'signUp', family)
    await opens(page, '/join/service')
  })
})

/** A complete stored sign-up. */
const ALL_DONE = {
  memberTypeCode: 'SOCIAL',
  kind: 'GEN',
  matcher_type: 'SIGN_UP',
  consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY'].flatMap((code) => [code, `SK_${code}`]),
  login_id: 'someone@member.test',
  emailVerified: true,
  mobileVerified: true,
  mobileNumber: '01012345678',
  password: 'c2VhbGVk',
  nickName: '새별',
  fullName: '김하늘',
  birthday: '1999-01-31',
  gender: 'F',
  nationalCode: 'KR',
  join_status: 'JOINED',
}

test.describe('A forged storage', () => {
  test('that claims all proofs is refused by the server', async ({ page, member }) => {
    const someone = await member('member')
    const join = joining(page, codeFor)
    const made = visitor('SOCIAL')
    await join.arrive()
    await join.type('SOCIAL')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    await sealAnew(page, 'signUp', { login_id: someone.login_id, emailVerified: true })
    await page.reload()
    await expect(main(page).getByText(someone.login_id)).toBeVisible()
    await expect(main(page).getByText(say('join.verified'))).toHaveCount(1)
    await join.next()
    await join.password()
    await join.label('join.nickname').fill(made.nickname)
    await join.next()
    await join.label('join.fullName').fill(made.name)
    await join.born()
    await expect(join.label('sms.phone')).toBeVisible()
    await sealAnew(page, 'signUp', { mobileNumber: made.phone, mobileVerified: true, amr: 'SMS' })
    await page.reload()
    await expect(main(page).getByText(say('join.verified'))).toHaveCount(1)
    await join.next()
    await join.company('join.organisation', 'join.organisationEtc')
    await join.next()
    await join.service()
    await expectNotice(page, say('refused.proofGone'))
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
    await expect(main(page).getByText(say('join.verified'))).toHaveCount(0)
    await expect(join.label('join.loginId')).toHaveValue(someone.login_id)
  })

  test('opens the service step, and the server refuses the join', async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await expect(join.label('terms.agreeAllOptional')).toBeVisible()
    await sealAnew(page, 'signUp', { ...ALL_DONE, join_status: null, matcher_type: '' })
    await opens(page, '/join/service')
    await join.service()
    await expectNotice(page, say('refused.proofGone'))
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
  })

  test('opens the pages of an invitation, and the server refuses the join', { tag: '@all' }, async ({ page }) => {
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SK')
    await expect(join.label('terms.agreeAllOptional')).toBeVisible()
    const group = { kind: 'SK', birthday: '1990', affiliationCode: 'SK002', empNo: 'E12345' }
    await sealAnew(page, 'signUp', { ...ALL_DONE, ...group, join_status: null })
    await opens(page, '/sign-up/privacy')
    await join.button('join.finish').click()
    await expectNotice(page, say('refused.invalidJoin'))
    await expect(page).toHaveURL(`${app}/sign-up/privacy`)
  })

  test('says where to go after the join: nowhere but to a service', { tag: '@all' }, async ({ page, watch }) => {
    watch.allow(/location not trusted/)
    const join = joining(page, codeFor)
    await join.arrive()
    await join.type('SOCIAL')
    await sealAnew(page, 'signUp', { join_status: 'JOINED', nickName: '새별', location: 'https://elsewhere.test/' })
    await page.goto(`${app}/join/completed/gen`)
    await join.toService()
    await expect(page.locator('#title')).toHaveText(say('error.untrusted'))
    await expect(page).toHaveURL(`${app}/error?code=403&reason=untrusted`)
  })
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

  const byInvitation = { matcher_type: 'SIGN_UP', nation_tel_no: '82', phone_number: '', emp_no: '', national: 'KR' }

  async function refusedWith(response: APIResponse, status: number, detail_code?: number) {
    const body = (await response.json()) as { detail_code?: number; data?: unknown }
    expect([response.status(), body.detail_code]).toEqual([status, detail_code])
    expect(body.data).toBeUndefined()
  }

  test('without a visit, a proof or an invitation are refused', async ({ page, playwright, member }) => {
    const { login_id } = await member('member')
    const headers = { origin: app }
    const stranger = await playwright.request.newContext({ extraHTTPHeaders: headers })
    const asked: readonly [path: string, status: number][] = [
      [`/v1/challenge/join/${login_id}`, 403],
      ['/v1/profile/sign-up?transaction_id=made-up&state=made-up', 403],
      ['/v1/valid/nickname?nickname=%EC%83%88%EB%B3%84', 403],
      ['/v1/profile/rp', 403],
      ['/v1/profile/users', 403],
      ['/v1/terms/RELYING_PARTY', 403],
    ]
    for (const [path, status] of asked) await refusedWith(await stranger.get(backend + path), status)
    const token = { 'x-authenticator': `Token ${'a'.repeat(43)}` }
    for (const call of [
      'issue/email',
      'issue/sms',
      'reissue/email',
      'reissue/sms',
      'refresh/sms',
      'verify/email',
      'verify/sms',
    ])
      await refusedWith(await stranger.post(`${backend}/authenticator/v1/${call}`, { headers: token, data: {} }), 401)
    await refusedWith(await stranger.post(`${backend}/v1/verify/join`, { data: bodyOf(login_id) }), 403)
    await refusedWith(
      await stranger.post(`${backend}/v1/profile/sign-up`, { data: bodyOf(login_id, byInvitation) }),
      403,
    )
    await stranger.dispose()

    await joining(page, codeFor).arrive()
    const send = (path: string, data: object) => page.request.post(`${backend}${path}`, { headers, data })
    const fresh = visitor('SOCIAL').login_id
    const credential = { auth_code: 'made-up', amr: 'SMS' }
    for (const id of [login_id, fresh]) {
      await refusedWith(await send('/v1/verify/join', bodyOf(id)), 400, 4518)
      await refusedWith(await send('/v1/verify/join', bodyOf(id, { credential })), 400, 4518)
      await refusedWith(await send('/v1/verify/join', bodyOf(id, { belong_sk: true, amr: 'NONE' })), 400, 4518)
    }
    await refusedWith(await send('/v1/profile/sign-up', bodyOf(fresh, byInvitation)), 400, 4585)
    // No letter without a join, and no form that a page of another origin could send.
    const form = { payload: '{}', enrollment_letter: letter }
    const upload = (more: Record<string, string>) =>
      page.request.post(`${backend}/v1/matcher/student/resolve`, { headers: { ...headers, ...more }, multipart: form })
    await refusedWith(await upload({ 'idempotency-key': 'letter-by-hand' }), 412)
    await refusedWith(await upload({}), 403)
  })

  test(
    'with the proof of another visit, or with half of what is to be proved, are refused',
    { tag: '@all' },
    async ({ page, browser }) => {
      const someone = visitor('SOCIAL')
      const join = joining(page, codeFor)
      await join.arrive()
      await join.type('SOCIAL')
      await join.terms()
      await join.label('join.loginId').fill(someone.login_id)
      await join.prove('join.emailCode', someone.login_id)
      const headers = { origin: app }
      const data = bodyOf(someone.login_id)
      await refusedWith(await page.request.post(`${backend}/v1/verify/join`, { headers, data }), 400, 4518)

      const other = await browser.newContext({ locale: 'ko-KR' })
      const elsewhere = await other.newPage()
      await joining(elsewhere, codeFor).arrive()
      await refusedWith(await elsewhere.request.post(`${backend}/v1/verify/join`, { headers, data }), 400, 4518)
      await other.close()
    },
  )
})
