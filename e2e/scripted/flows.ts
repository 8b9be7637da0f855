// The way of a member through each route of the app, by what the scripted backend answers. Contract: where each answer leads.
import { expect } from '@playwright/test'
import { LOGIN_ID, stepOf, TOKEN } from '../../conformance/scripted/answers.ts'
import type { Scripted } from '../../conformance/scripted/variants.ts'
import type { MemberType } from '../../src/rules/visit/facts.ts'
import { memberTypes } from '../../src/rules/join/memberTypes.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { type Path, paths } from '../../src/rules/visit/paths.ts'
import { type MatcherType, MEMBER_TYPES } from '../../contract/codes.ts'
import { pattern, say } from '../texts.ts'
import type { Stage } from './stage.ts'
import { closeNotice, walk } from './walk.ts'

export type Flow = {
  /** The routes that this flow must have been at when it ends. */
  routes: readonly Path[]
  run: (stage: Stage) => Promise<void>
}

export const at = (stage: Stage, path: Path) => () => stage.visited().has(path)
const title = ({ page }: Stage, key: MessageKey, given = {}) =>
  expect(page.locator('#title')).toHaveText(pattern(key, 'ko', given))
export const toPartner = (stage: Stage, ...press: MessageKey[]) => walk(stage.page, stage.atPartner, ...press)
export const to = (stage: Stage, path: Path, ...press: MessageKey[]) => walk(stage.page, at(stage, path), ...press)

export const SESSIONS = [
  { id: 's1', login_id: 'm***@member.test', name: '김하늘', last_used_at: '2026-01-01T00:00:00Z' },
  { id: 's2', login_id: 'o***@member.test', name: '이바다', last_used_at: '2026-01-02T00:00:00Z' },
]

/** The welcome data with what a flow needs of them. */
export const welcome = (stage: Stage, more: object): Scripted => ({
  data: { ...(stage.backend.usual('initLogin') as object), ...more },
})

const signIn: Record<string, Flow> = {
  'a sign-in by password': {
    routes: [paths.initLogin, paths.login],
    async run(stage) {
      await stage.enter()
      await to(stage, paths.login)
      await toPartner(stage)
    },
  },
  'an entry at /init, and the root after it': {
    routes: [paths.init, paths.root, paths.login],
    async run(stage) {
      await stage.open(`/init?${new URLSearchParams(stage.backend.visit()).toString()}`)
      await to(stage, paths.login)
      await stage.open('/')
      await to(stage, paths.login)
      await toPartner(stage)
    },
  },
  'a second factor': {
    routes: [paths.login],
    async run(stage) {
      stage.backend.always('verifyPwd', { step: stepOf(null) })
      await stage.enter()
      await toPartner(stage)
      expect(stage.backend.count('verifyMobile')).toBeGreaterThan(0)
    },
  },
  'an account of the chooser, after another one was forgotten': {
    routes: [paths.loginSso, paths.loginSsoAlias],
    async run(stage) {
      const { page, backend } = stage
      backend.always(
        'initLogin',
        welcome(stage, { amrs: ['SSO', 'PWD'], sso_sessions: SESSIONS, possible_sso_login: true }),
      )
      await stage.enter()
      await to(stage, paths.loginSso)
      await stage.open(paths.loginSsoAlias)
      await expect(page.locator('.account')).toHaveCount(2)
      await page.locator('.accounts .link').first().click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('sso.forgetShort'), exact: true })
        .click()
      await expect(page.locator('.account')).toHaveCount(1)
      expect(backend.count('deleteSsoSession')).toBe(1)
      await page.locator('.account').click()
      await walk(page, stage.atPartner)
    },
  },
  'a partner that needs a proved phone': {
    routes: [paths.certification],
    async run(stage) {
      stage.backend.always('verifyPwd', { step: stepOf('ADMIN_CERTIFICATION_CHECK') })
      await stage.enter('login', { certification: 'true' })
      await to(stage, paths.certification)
      await toPartner(stage)
    },
  },
  'a second factor without a welcome': {
    routes: [paths.mobileVerify],
    async run(stage) {
      stage.backend.withoutVisit()
      const query = {
        auth_token: TOKEN,
        state: 'state-of-the-step',
        matcher_type: 'AUTH_REQUIRED',
        phone_number: '010-****-5678',
      }
      await stage.open(`${paths.mobileVerify}?${new URLSearchParams(query).toString()}`)
      await toPartner(stage)
    },
  },
  'a session that stands': {
    routes: [paths.initSession],
    async run(stage) {
      await stage.enter('session')
      await expect.poll(stage.atPartner).toBe(true)
    },
  },
}

type StepRow = {
  /** Whether the same type leads to this row. */
  type: MatcherType
  terms?: string
  page: Path
  title: MessageKey
  /** The notice that comes first. */
  notice?: MessageKey
  /** Further pages of the same step. */
  further?: readonly Path[]
  fields?: Record<string, string[]>
  /** Buttons that lead on besides the usual ones. `null`: the page only tells how the account stands. */
  press?: readonly MessageKey[] | null
  ends?: Path
}

/** Contract, "Pending steps and where they lead". */
export const STEPS: readonly StepRow[] = [
  { type: 'JOIN', page: paths.join, title: 'join.typesTitle', press: null },
  {
    type: 'CONVERSION_JOIN',
    page: paths.joinInfo,
    title: 'join.infoTitle',
    further: [paths.joinTerms],
    ends: paths.joinCompleted,
  },
  {
    type: 'CONSENT_RELYING_PARTY',
    page: paths.resolveServiceNickname,
    title: 'resolve.nickname',
    further: [paths.resolveService],
  },
  {
    type: 'ADD_TERMS_AGREEMENT',
    terms: 'ADD_SUNI',
    page: paths.resolveTerms,
    title: 'resolve.terms',
    notice: 'terms.pleaseAgree',
  },
  {
    type: 'ADD_TERMS_AGREEMENT',
    terms: 'ADD_RELYING_PARTY',
    page: paths.resolveServiceTerms,
    title: 'resolve.serviceTerms',
  },
  { type: 'RECOMMENDED_CHANGE_PWD', page: paths.resolvePassword, title: 'resolve.password' },
  { type: 'REQUIRED_CHANGE_PWD', page: paths.resolveRequiredPassword, title: 'resolve.requiredPassword' },
  {
    type: 'SERVICE_ADD_INFO',
    fields: { profile_fields: ['current_job_group', 'current_job', 'interest_category', 'interest_field', 'nickname'] },
    page: paths.resolveServiceInfo,
    title: 'resolve.info',
  },
  { type: 'RECOMMENDED_PASSKEY', page: paths.resolvePasskey, title: 'passkey.title', press: ['passkey.later'] },
  { type: 'JOIN_STATE', page: paths.resolveMember, title: 'member.waiting', press: ['member.check'] },
  { type: 'ADMIN_CERTIFICATION_CHECK', page: paths.resolveCertification, title: 'sms.title' },
  { type: 'SERVICE_PERMISSIONS', page: paths.resolve, title: 'state.permissions', press: null },
  { type: 'PROTECTED_STATE', page: paths.resolve, title: 'state.protected', press: null },
  { type: 'INCUMBENT_STATE', page: paths.resolve, title: 'state.incumbent', press: null },
  { type: 'SUSPENDED_STATE', page: paths.resolve, title: 'state.suspended', press: null },
  { type: 'ID_SEARCH', page: paths.resolve, title: 'state.idSearch', press: null },
  { type: 'CHANGED_PASSWORD', page: paths.resolve, title: 'state.changed', press: null },
  { type: 'SIGN_UP', page: paths.resolve, title: 'state.signUp', press: null },
]

const stepFor = ({ type, terms, fields }: StepRow) =>
  stepOf(type, { ...(terms && { terms }), ...(fields && { fields }) })

async function meets(stage: Stage, row: StepRow): Promise<void> {
  // On a login page the phone is asked for in place of the form.
  const isInPlace = row.type === 'ADMIN_CERTIFICATION_CHECK' && stage.path() === paths.login
  if (row.notice) {
    await expect(stage.page.getByRole('dialog').getByText(pattern(row.notice, 'ko', {}, false))).toBeVisible()
    await closeNotice(stage.page)
  }
  const isTitled = async () => (await stage.page.locator('#title').textContent({ timeout: 1000 })) === say(row.title)
  await walk(stage.page, async () => (isInPlace || stage.path() === row.page) && (await isTitled()))
  if (row.press === null) {
    await expect(stage.page.locator('main').locator('a, button').first()).toBeVisible()
    return
  }
  for (const page of row.further ?? []) await to(stage, page)
  if (row.ends) return to(stage, row.ends)
  await toPartner(stage, ...(row.press ?? []))
}

const nameOf = ({ type, terms }: StepRow) => `${type}${terms ? ` ${terms}` : ''}`
const last = (row: StepRow): Path[] => [row.page, ...(row.further ?? []), ...(row.ends ? [row.ends] : [])]

const afterPassword = (row: StepRow): [string, Flow] => [
  `${nameOf(row)} after a password`,
  {
    routes: row.type === 'ADMIN_CERTIFICATION_CHECK' ? [paths.login] : [paths.login, ...last(row)],
    async run(stage) {
      const { backend, page } = stage
      backend.always('verifyPwd', { step: stepFor(row) })
      await stage.enter()
      await to(stage, paths.login)
      await walk(page, () => backend.count('verifyPwd') > 0)
      await meets(stage, row)
    },
  },
]

const afterSession = (row: StepRow): [string, Flow] => [
  `${nameOf(row)} in a session that stands`,
  {
    routes: [paths.initSession, ...last(row)],
    async run(stage) {
      stage.backend.always('initSession', { step: stepFor(row), welcome: true })
      await stage.enter('session')
      await meets(stage, row)
    },
  },
]

/** A step that comes after another one. */
const afterStep = (row: StepRow): [string, Flow] => [
  `${nameOf(row)} after the second factor`,
  {
    routes: row.type === 'ADMIN_CERTIFICATION_CHECK' ? [paths.login] : [paths.login, ...last(row)],
    async run(stage) {
      const { backend, page } = stage
      backend.always('verifyPwd', { step: stepOf(null) })
      backend.next('resolveMatcher', { step: stepFor(row) })
      await stage.enter()
      await walk(page, () => backend.count('resolveMatcher') > 0)
      await meets(stage, row)
    },
  },
]

/** A step of a later version of the contract: a notice, and a login form that works. */
const unknownStep: Flow = {
  routes: [paths.login],
  async run(stage) {
    const { backend, page } = stage
    backend.next('verifyPwd', { step: stepOf('FACE_SCAN') })
    await stage.enter()
    await walk(page, () => backend.count('verifyPwd') > 0)
    await expect(page.getByRole('dialog').getByText(say('errors.unavailable'))).toBeVisible()
    await closeNotice(page)
    await toPartner(stage)
  },
}

/** A code of a later version of the contract: a notice, and a form that works. */
const unknownCode: Flow = {
  routes: [paths.login],
  async run(stage) {
    const { backend, page } = stage
    backend.next('verifyPwd', { refusal: { status: 400, detail_code: 4999 } })
    await stage.enter()
    await walk(page, () => backend.count('verifyPwd') > 0)
    await expect(page.getByRole('dialog').getByText(say('errors.unavailable'))).toBeVisible()
    await closeNotice(page)
    await toPartner(stage)
  },
}

const knownCode: Flow = {
  routes: [paths.login],
  async run(stage) {
    const { backend, page } = stage
    backend.next('verifyPwd', { refusal: { status: 400, detail_code: 4502, description: 'incorrect password [3]' } })
    await stage.enter()
    await walk(page, () => backend.count('verifyPwd') > 0)
    await expect(page.locator('form [role=alert]')).toHaveText(say('refused.wrongPasswordLeft', 'ko', { left: 2 }))
    await toPartner(stage)
  },
}

export const steps: Record<string, Flow> = Object.fromEntries([
  ...STEPS.map(afterPassword),
  ...STEPS.map(afterSession),
  ...STEPS.map(afterStep),
])

const joinAs = (type: MemberType, status: 'JOINED' | 'WAITING' | 'UNAPPROVED', heading: MessageKey): Flow => ({
  routes: [
    paths.initJoin,
    paths.join,
    paths.joinTermsGen,
    paths.joinPrivacyGen,
    paths.joinService,
    paths.joinCompletedGen,
  ],
  async run(stage) {
    const { backend, page } = stage
    if (status !== 'JOINED') backend.always('verifyJoin', { data: { join_status: status } })
    await stage.enter('join')
    await to(stage, paths.join)
    await page.getByRole('button', { name: say(memberTypes[type].card.title), exact: true }).click()
    await to(stage, paths.joinCompletedGen)
    await title(stage, heading, { name: '새별' })
    if (status === 'JOINED') await toPartner(stage, 'join.toService')
  },
})

const join: Record<string, Flow> = {
  ...Object.fromEntries(MEMBER_TYPES.map((type) => [`a join as ${type}`, joinAs(type, 'JOINED', 'join.joinedTitle')])),
  'a join that waits': joinAs('BSNS', 'WAITING', 'join.waitingTitle'),
  'a join that is refused': joinAs('FAMILY', 'UNAPPROVED', 'join.unapprovedTitle'),
  'a join of the group': {
    routes: [paths.initJoin, paths.joinTerms, paths.joinPrivacy, paths.joinService, paths.joinCompleted],
    async run(stage) {
      await stage.enter('join', { type: 'sk', login_id: LOGIN_ID })
      await to(stage, paths.joinTerms)
      await to(stage, paths.joinCompleted)
      await toPartner(stage, 'join.toService')
    },
  },
  'an invitation': {
    routes: [paths.initSignUp, paths.signUpTermsGen, paths.signUpPrivacyGen, paths.joinCompletedGen],
    async run(stage) {
      await stage.enter('sign-up')
      await to(stage, paths.signUpTermsGen)
      await to(stage, paths.joinCompletedGen)
      await toPartner(stage, 'join.toService')
    },
  },
  'an invitation to the group': {
    routes: [paths.initSignUp, paths.signUpTerms, paths.signUpPrivacy, paths.joinCompleted],
    async run(stage) {
      stage.backend.always('signUpInfo', {
        data: {
          login_id: LOGIN_ID,
          name: '김하늘',
          belong_sk: true,
          member_kind: 'SK',
          member_type_code: null,
          emp_no: 'E12345',
          join_type: 'INVITATION',
        },
      })
      await stage.enter('sign-up')
      await to(stage, paths.signUpTerms)
      await to(stage, paths.joinCompleted)
      await toPartner(stage, 'join.toService')
    },
  },
}

const recover: Record<string, Flow> = {
  'a search for an id': {
    routes: [paths.identify, paths.identifyMyId, paths.identifyMyIdDone],
    async run(stage) {
      await stage.enter()
      await to(stage, paths.login)
      await stage.open(paths.identify)
      await to(stage, paths.identifyMyId)
      await to(stage, paths.identifyMyIdDone)
      await expect(
        stage.page.getByRole('radio', { name: LOGIN_ID }).or(stage.page.getByText(LOGIN_ID)).first(),
      ).toBeVisible()
    },
  },
  'a reset': {
    routes: [
      paths.initPassword,
      paths.identifyPassword,
      paths.identifyPasswordVerify,
      paths.identifyPasswordNew,
      paths.login,
    ],
    async run(stage) {
      await stage.enter('password')
      await to(stage, paths.identifyPassword)
      await to(stage, paths.identifyPasswordVerify)
      await to(stage, paths.identifyPasswordNew)
      await to(stage, paths.login)
      await toPartner(stage)
    },
  },
}

const info: Record<string, Flow> = {
  'pages that need no visit': {
    routes: [paths.error, paths.about, paths.privacyPolicy],
    async run(stage) {
      stage.backend.withoutVisit()
      for (const [path, key] of [
        ['/error/404', 'error.404'],
        ['/error?code=403', 'error.403'],
        ['/error/503', 'error.503'],
      ] as const) {
        await stage.open(path)
        await title(stage, key)
      }
      await expect(stage.page.getByText(say('error.up'))).toBeVisible()
      for (const path of [paths.about, paths.privacyPolicy]) {
        await stage.open(path)
        await expect(stage.page.locator('h1:not(.hidden)')).toBeVisible()
      }
    },
  },
}

export const codes: Record<string, Flow> = {
  'an unknown step': unknownStep,
  'an unknown code': unknownCode,
  'a known code': knownCode,
}
export const walks: Record<string, Flow> = { ...signIn, ...join, ...recover, ...info }
