// Faults, "Network and answers": how the app meets each forbidden answer of each call, and how the member goes on.
import { expect } from '@playwright/test'
import type { CallName } from '../../conformance/calls'
import { stepOf } from '../../conformance/scripted/answers'
import { type Cause, type Forbidden, forbidden, SILENT } from '../../conformance/scripted/variants'
import type { MessageKey } from '../../src/rules/messages'
import { type Path, paths } from '../../src/rules/paths'
import { kept } from '../keeping'
import { say } from '../texts'
import { type Flow, SESSIONS, steps, to, walks, welcome } from './flows'
import type { Stage } from './stage'
import { between, button, closeNotice, isSettled, lookNow, noteNow, walk } from './walk'

export type Broken = {
  /** The flow in which the call is made. */
  flow: Flow
  /**
   * What tells of the failure where that is not the usual message of its cause. Nothing (`null`, or an empty list) for a call that only helps,
   * or that the app repeats by itself.
   */
  says?: Partial<Record<Cause, readonly MessageKey[]>> | null
  /** Buttons and links that lead on from the failure besides the usual ones. */
  press?: readonly MessageKey[]
  /** What was typed need not be kept: the page that failed is left. */
  leaves?: true
  /** Also without any answer for 10 s. */
  silent?: true
  /** The app asks once more by itself before it tells the member. */
  twice?: true
}

const USUAL: Record<Cause, readonly MessageKey[]> = {
  unavailable: ['errors.unavailable'],
  noConnection: ['errors.noConnection'],
}

type Toasts = { toasts: string[] }

/** Runs in every page before its own scripts, and notes its toasts. A loaded machine can look after a toast has gone. */
function noteToasts(): void {
  const noted: string[] = []
  Object.assign(window, { toasts: noted })
  new MutationObserver(() => {
    for (const { innerText } of document.querySelectorAll<HTMLElement>('.toast'))
      if (!noted.includes(innerText)) noted.push(innerText)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
const forgetToasts = ({ page }: Stage) => page.evaluate(() => void ((window as unknown as Toasts).toasts.length = 0))

/** All that a member can read on the page, or could read since the toasts were forgotten. */
const words = async ({ page }: Stage): Promise<string> =>
  page.evaluate(() =>
    [
      document.querySelector('main')?.innerText,
      ...Array.from(document.querySelectorAll<HTMLElement>('[role=dialog]'), (part) => part.innerText),
      ...(window as unknown as Toasts).toasts,
    ].join('\n'),
  )

/** The message of the cause, no blank page, and nothing that waits for longer than 11 s. */
async function isTold(stage: Stage, { says = {} }: Broken, { name, cause }: Forbidden): Promise<void> {
  const { page } = stage
  const keys = says === null ? null : (says[cause] ?? USUAL[cause])
  await expect(async () => {
    const text = await words(stage)
    expect(text.trim(), `${name}: a blank page`).not.toBe('')
    if (keys && keys.length > 0)
      expect(
        keys.filter((key) => text.includes(say(key))),
        `${name}: ${text}`,
      ).not.toEqual([])
    if (!(await page.getByRole('dialog').isVisible())) expect(await isSettled(page), `${name}: it waits`).toBe(true)
  }).toPass({ intervals: [20, 40, 80], timeout: 11_000 })
}

/** The flow to its end, though the first answers of this call are forbidden ones. */
export async function survives(stage: Stage, call: CallName, row: Broken, place: number): Promise<void> {
  const { backend, page } = stage
  const variants = [...forbidden(call, backend.usual(call), place), ...(row.silent ? [SILENT] : [])]
  let before: { place: string; fields: Awaited<ReturnType<typeof kept>>['fields'] } = { place: '', fields: [] }
  // The screens of one page have one address and a heading each.
  const here = async () =>
    `${stage.path()} ${await page.evaluate(() => document.querySelector('#title')?.textContent ?? '')}`
  let met = 0
  const problems: string[] = []
  const times = row.twice ? 2 : 1
  backend.next(call, ...variants.flatMap(({ reply }) => Array.from({ length: times }, () => ({ reply }))))
  const look = async () => {
    const count = Math.floor(backend.count(call) / times)
    const variant = variants[Math.min(count, variants.length) - 1]
    if (met >= variants.length || count <= met || !variant) return
    met = count
    if (variant === SILENT) await page.clock.fastForward(10_000)
    // A walk goes on after an error, so it is kept for the end.
    const wrong = await isTold(stage, row, variant).then(
      () => null,
      (error: unknown) => String(error),
    )
    if (wrong) problems.push(`${variant.name}: ${wrong}`)
    await closeNotice(page)
    await forgetToasts(stage)
    if (row.leaves || before.place !== (await here())) return
    const { fields } = await kept(page)
    const now = fields.map((field) => JSON.stringify(field))
    const lost = before.fields.map((field) => JSON.stringify(field)).filter((field) => !now.includes(field))
    if (lost.length > 0) problems.push(`${variant.name}: lost ${lost.join(' ')}`)
  }
  const note = async () => {
    const { fields } = await kept(page)
    before = { place: await here(), fields: fields.filter(([, value]) => value !== '' && value !== false) }
  }
  await page.addInitScript(noteToasts)
  between(page, { look, note, press: row.press ?? [] })
  await row.flow.run(stage)
  // The last forbidden answer can arrive after the flow looked for the last time.
  await look()
  expect(problems).toEqual([])
  expect(met, `${call} met its forbidden answers`).toBeGreaterThanOrEqual(variants.length)
}

const flowOf = (all: Record<string, Flow>, name: string): Flow => {
  const flow = all[name]
  if (!flow) throw new Error(`no flow “${name}”`)
  return flow
}
const way = (name: string) => flowOf(walks, name)

/** To the account chooser with two accounts. */
async function toChooser(stage: Stage): Promise<void> {
  const more = { amrs: ['SSO', 'PWD'], sso_sessions: SESSIONS, possible_sso_login: true }
  stage.backend.always('initLogin', welcome(stage, more))
  await stage.enter()
  await to(stage, paths.loginSso)
}
const step = (name: string) => flowOf(steps, `${name} after a password`)

/** A part of a flow: up to this page. */
const upTo = (path: Path, enter: (stage: Stage) => Promise<void>): Flow => ({
  routes: [path],
  async run(stage) {
    await enter(stage)
    await to(stage, path)
  },
})
const groupJoin = (path: Path) => upTo(path, (stage) => stage.enter('join', { type: 'sk' }))

/**
 * Does the same again and again until the backend has nothing forbidden left, and until `isThere`. The first usual answer leads there, so nothing
 * is pressed after it: the page is on its way out.
 */
const again = (call: CallName, act: (stage: Stage) => Promise<unknown>, isThere: (stage: Stage) => boolean): Flow => ({
  routes: [],
  async run(stage) {
    while (!isThere(stage)) {
      const before = stage.backend.count(call)
      const isLast = stage.backend.isUsual(call)
      await act(stage)
      if (isLast) {
        await expect.poll(() => isThere(stage)).toBe(true)
        return
      }
      await expect.poll(() => stage.backend.count(call) > before || isThere(stage)).toBe(true)
      await walk(stage.page, () => isThere(stage) || isSettled(stage.page))
      await lookNow(stage.page)
    }
  },
})

const LIST: Pick<Broken, 'says' | 'press'> = {
  says: { unavailable: ['profile.listFailed'], noConnection: ['profile.listFailed'] },
  press: ['profile.retry'],
}
const WHOLE: Pick<Broken, 'says' | 'press' | 'leaves'> = {
  says: { unavailable: ['error.500'], noConnection: ['error.500'] },
  press: ['error.retry'],
  leaves: true,
}
const noLonger = (call: CallName) => (stage: Stage) => stage.backend.isUsual(call)

const resend = async ({ page }: Stage) => {
  await button(page, 'sms.resend').click()
  await button(page.getByRole('dialog'), 'sms.confirmResendOk').click()
}
const sent = async (stage: Stage) => {
  await walk(stage.page, () => stage.backend.count('verifyPwd') > 0)
  // After the password the app sends the first code by itself.
  await expect(stage.page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
  await noteNow(stage.page)
}
const secondFactor = async (stage: Stage) => {
  stage.backend.always('verifyPwd', { step: stepOf(null) })
  stage.backend.always('issueSms', { data: { expires_in: 3600 } })
  await stage.enter()
  await sent(stage)
}
const first = (before: (stage: Stage) => Promise<void>, then: Flow): Flow => ({
  routes: [],
  async run(stage) {
    await before(stage)
    await then.run(stage)
  },
})

/** Every call of the contract, in a flow that makes it. */
export const BROKEN: Record<CallName, Broken> = {
  initLogin: { flow: way('a sign-in by password'), ...WHOLE, silent: true },
  initSession: {
    flow: again(
      'initSession',
      (stage) => stage.enter('session'),
      (stage) => stage.atPartner(),
    ),
    says: { unavailable: ['errors.unavailable'], noConnection: ['errors.noConnection'] },
    leaves: true,
  },
  serviceInfo: {
    flow: again('serviceInfo', (stage) => stage.enter(), noLonger('serviceInfo')),
    // A service info whose connection failed is asked for until it is there.
    says: { noConnection: [] },
    leaves: true,
    twice: true,
  },
  verifyPwd: {
    flow: way('a sign-in by password'),
    says: { noConnection: ['error.unanswered'] },
    press: ['error.again'],
    leaves: true,
    silent: true,
  },
  verifySso: {
    flow: first(
      toChooser,
      again(
        'verifySso',
        async (stage) => {
          if (stage.path() !== paths.loginSso) await stage.open(paths.loginSso)
          await stage.page.locator('.account').first().click()
        },
        (stage) => stage.atPartner(),
      ),
    ),
    says: { noConnection: ['error.unanswered'] },
    leaves: true,
  },
  deleteSsoSession: {
    flow: first(
      toChooser,
      again(
        'deleteSsoSession',
        async ({ page }) => {
          await page.locator('.accounts .link').first().click()
          await button(page.getByRole('dialog'), 'sso.forgetShort').click()
        },
        noLonger('deleteSsoSession'),
      ),
    ),
  },
  resolveMatcher: { flow: step('ADD_TERMS_AGREEMENT ADD_SUNI'), silent: true },
  resolveUser: { flow: step('SERVICE_ADD_INFO') },
  userInfo: { flow: step('CONVERSION_JOIN'), ...WHOLE },
  termsOf: {
    flow: step('ADD_TERMS_AGREEMENT ADD_RELYING_PARTY'),
    says: { unavailable: ['resolve.termsFailed'], noConnection: ['resolve.termsFailed'] },
    press: ['profile.retry'],
  },
  challengeJoin: { flow: groupJoin(paths.joinService) },
  validNickname: {
    flow: first(
      async (stage) => {
        await upTo(paths.joinPrivacy, (one) => one.enter('join', { type: 'sk' })).run(stage)
        const nickname = stage.page.getByLabel(say('join.nickname'), { exact: true })
        await walk(stage.page, () => nickname.isVisible())
      },
      again(
        'validNickname',
        ({ page, backend }) =>
          page.getByLabel(say('join.nickname'), { exact: true }).fill(`새별${backend.count('validNickname')}`),
        noLonger('validNickname'),
      ),
    ),
    says: null,
  },
  verifyJoin: { flow: groupJoin(paths.joinCompleted), silent: true },
  signUpInfo: { flow: way('an invitation'), ...WHOLE },
  signUp: { flow: way('an invitation to the group') },
  initSearchIds: { flow: way('a search for an id') },
  searchIds: { flow: way('a search for an id'), silent: true },
  initSearchPwd: { flow: way('a reset') },
  searchPwd: { flow: way('a reset') },
  resetUsers: { flow: way('a reset') },
  resetPassword: { flow: way('a reset') },
  changePassword: { flow: step('REQUIRED_CHANGE_PWD') },
  issueSms: { flow: way('a second factor') },
  reissueSms: { flow: first(secondFactor, again('reissueSms', resend, noLonger('reissueSms'))) },
  refreshSms: {
    flow: first(
      secondFactor,
      again('refreshSms', ({ page }) => button(page, 'sms.refresh').click(), noLonger('refreshSms')),
    ),
  },
  verifySms: { flow: way('a search for an id') },
  issueEmail: { flow: groupJoin(paths.joinService) },
  reissueEmail: {
    flow: first(
      async (stage) => {
        stage.backend.always('issueEmail', { data: { expires_in: 3600 } })
        await stage.enter('join', { type: 'sk' })
        await walk(stage.page, () => stage.backend.count('issueEmail') > 0)
        await expect(stage.page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
      },
      again('reissueEmail', resend, noLonger('reissueEmail')),
    ),
  },
  verifyEmail: { flow: groupJoin(paths.joinService) },
  verifyMobile: { flow: way('a second factor'), silent: true },
  termsLinks: { flow: groupJoin(paths.joinService), says: null, press: ['profile.retry'] },
  codesOf: { flow: groupJoin(paths.joinService), ...LIST },
  codeWithChildren: { flow: step('SERVICE_ADD_INFO'), ...LIST },
  domainVerified: {
    flow: first(
      (stage) => upTo(paths.joinPrivacy, (one) => one.enter('join', { type: 'sk' })).run(stage),
      again(
        'domainVerified',
        async ({ page, backend }) => {
          const field = page.getByLabel(say('join.loginId'), { exact: true })
          await field.fill(`member@d${backend.count('domainVerified')}.test`)
          await field.press('Tab')
        },
        noLonger('domainVerified'),
      ),
    ),
    says: null,
  },
  joinState: {
    flow: step('JOIN_STATE'),
    says: { unavailable: ['member.failed'], noConnection: ['member.failed'] },
    press: ['profile.retry'],
  },
  interests: { flow: step('SERVICE_ADD_INFO'), ...LIST },
  resolveStudent: {
    flow: way('a join as STUDENT'),
    says: { unavailable: ['join.letterFailed'], noConnection: ['join.letterFailed'] },
    press: ['join.letterAgain'],
  },
  reportClientError: {
    flow: again('reportClientError', (stage) => stage.open('/error/500'), noLonger('reportClientError')),
    says: null,
  },
  health: {
    flow: again(
      'health',
      async (stage) => {
        if (stage.path() !== '/error/503') await stage.open('/error/503')
        else await stage.page.clock.fastForward(30_000)
      },
      noLonger('health'),
    ),
    says: { unavailable: ['error.down'], noConnection: ['error.down'] },
  },
}
