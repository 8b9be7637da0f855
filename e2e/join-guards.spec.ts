// Spec §2, the guards of a join: its pages in a fresh tab, and with a forged storage. The pages keep the order for honest visitors
// (tests/app/guards.test.tsx); the server enforces it and refuses everything else.
import type { Page } from '@playwright/test'
import { app, backend } from './addresses.ts'
import { expect, expectNotice, test, main } from './fixtures.ts'
import { PASSWORD, visitor, joinAs } from './joining.ts'
import { sealAnew } from './sealing.ts'
import { say } from './texts.ts'

test.slow()
test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

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
async function opens(page: Page, path: string, at = path) {
  await page.goto(app + path)
  await expect(page.locator('#title')).toBeVisible()
  await expect(page).toHaveURL(app + at)
}

test(
  'the pages of a join do not open in a fresh tab, however far the other tab has come',
  { tag: '@all' },
  async ({ page, context }) => {
    const join = await joinAs(page, 'SOCIAL')
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
  },
)

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
  test('that claims all proofs is refused by the server', { tag: '@all' }, async ({ page, member }) => {
    const someone = await member('member')
    const made = visitor('SOCIAL')
    const join = await joinAs(page, 'SOCIAL')
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
    const join = await joinAs(page, 'SOCIAL')
    await expect(join.label('terms.agreeAllOptional')).toBeVisible()
    await sealAnew(page, 'signUp', { ...ALL_DONE, join_status: null, matcher_type: '' })
    await opens(page, '/join/service')
    await join.service()
    await expectNotice(page, say('refused.proofGone'))
    await expect(page).toHaveURL(`${app}/join/privacy/gen`)
  })
})
