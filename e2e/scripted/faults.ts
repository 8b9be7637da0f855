// Faults, "Network and answers": how the app meets each fault of each call of the contract, and how the member goes on.
import { expect, type Locator, type Page } from '@playwright/test'
import type { VisitCallName } from '../../contract/calls.ts'
import { stepOf } from '../../conformance/scripted/answers.ts'
import { type Cause, type Fault, SILENT, WAIT_S } from '../../conformance/scripted/variants.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { paths } from '../../src/rules/visit/paths.ts'
import { TIMEOUT_MS } from '../../src/state/timeout.ts'
import { addAuthenticator, withoutAutofill } from '../authenticator.ts'
import { kept } from '../keeping.ts'
import { pattern, say } from '../texts.ts'
import { type Flow, SESSIONS, steps, to, walks, welcome } from './flows.ts'
import type { Stage } from './stage.ts'
import { between, button, closeNotice, isSettled, lookNow, noteNow, walk } from './walk.ts'

export type Row = {
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
  /** Also without any answer for 10 s: a press that waits offers to try again. */
  silent?: true
  /** A 403 ends the visit. */
  ends?: true
  /** The app asks once more by itself before it tells the member. */
  twice?: true
  /** The page itself asks first, and after a lost connection the app asks again. */
  early?: true
}

const USUAL: Record<Cause, readonly MessageKey[]> = {
  unavailable: ['errors.unavailable'],
  serverError: ['errors.serverError'],
  noConnection: ['errors.noConnection'],
  wait: ['errors.waitSeconds', 'sms.waitSeconds'],
}
/** A row that says something else of an unavailable server says the same of one that fails, or asks to wait. */
const saysOf = ({ says = {} }: Row, cause: Cause): readonly MessageKey[] =>
  (says === null ? [] : (says[cause] ?? (cause === 'noConnection' ? undefined : says.unavailable))) ?? USUAL[cause]

type Passing = { passing: string[] }

/**
 * Runs in every page before its own scripts, and notes the messages that pass: toasts, and waits whose seconds count. A loaded machine can look
 * after they have gone.
 */
function notePassing(): void {
  const noted: string[] = []
  const said = new WeakMap<HTMLElement, string>()
  Object.assign(window, { passing: noted })
  new MutationObserver(() => {
    for (const place of document.querySelectorAll<HTMLElement>('.toast, main .note, main [role=status]')) {
      const { innerText } = place
      if (said.get(place) !== innerText) noted.push(innerText)
      said.set(place, innerText)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
/** Forgets the messages that were there when the last one was told. Those that came since tell of the next fault. */
const forgetPassing = ({ page }: Stage, count: number) =>
  page.evaluate((seen) => void (window as unknown as Passing).passing.splice(0, seen), count)

const toasts = (page: Page) => page.locator('.toast p')
/** The messages that stay. */
const lasting = (page: Page) => page.locator('[role=dialog] #modal-text, main [role=alert] p')
/** Each message of a failure that the page shows. */
export const told = (page: Page) => toasts(page).or(lasting(page))

/** All that a member can read on the page, or could read since the passing messages were forgotten, and how many of these there are. */
const words = async ({ page }: Stage): Promise<{ text: string; passed: number }> =>
  page.evaluate(() => {
    const { passing } = window as unknown as Passing
    const dialogs = Array.from(document.querySelectorAll<HTMLElement>('[role=dialog]'), (part) => part.innerText)
    return {
      text: [document.querySelector('main')?.innerText, ...dialogs, ...passing].join('\n'),
      passed: passing.length,
    }
  })

/** The message of the cause, no blank page, and nothing that waits for longer than 11 s. @returns how many passing messages there are */
async function isTold(stage: Stage, row: Row, { name, cause }: Fault): Promise<number> {
  const { page } = stage
  let seen = 0
  const texts = saysOf(row, cause).map((key) => pattern(key, 'ko', { seconds: WAIT_S }, false))
  await expect(async () => {
    const { text, passed } = await words(stage)
    seen = passed
    expect(text.trim(), `${name}: a blank page`).not.toBe('')
    if (texts.length > 0)
      expect(
        texts.filter((one) => one.test(text)),
        `${name}: ${text}`,
      ).not.toEqual([])
    // Each list of options tells of its own failure. The form keeps the text of the toast.
    for (const messages of row.press?.includes('profile.retry') ? [] : [toasts(page), lasting(page)]) {
      const texts = await messages.allInnerTexts()
      expect(texts, `${name}: one cause, one message`).toEqual([...new Set(texts)])
    }
    if (!(await page.getByRole('dialog').isVisible())) expect(await isSettled(page), `${name}: it waits`).toBe(true)
  }).toPass({ intervals: [20, 40, 80], timeout: 11_000 })
  return seen
}

/** Lets ten seconds pass without an answer. @returns the button of a press that waits for it, or null if the call has ended */
async function offered({ page }: Stage): Promise<Locator | null> {
  const offer = page.locator('main .aside').getByRole('button', { name: say('error.retry') })
  await page.clock.runFor(TIMEOUT_MS)
  await expect.poll(async () => (await offer.isVisible()) || isSettled(page)).toBe(true)
  return (await offer.isVisible()) ? offer : null
}

/** How often the app makes a call before it tells the member of this fault. */
const times = (call: VisitCallName, { cause }: Pick<Fault, 'cause'>): number =>
  ROWS[call].twice || (ROWS[call].early && cause === 'noConnection') ? 2 : 1

/** Until the toast of a failure has gone. */
const TOAST_MS = 4000

/** The faults that a call meets in one walk. */
export type Meeting = { call: VisitCallName; faults: readonly Fault[] }

/** The flow to its end, though the first answers of these calls are faults. Each is told, and nothing that was typed is lost. */
export async function survives(stage: Stage, flow: Flow, meetings: readonly Meeting[]): Promise<void> {
  const { backend, page } = stage
  let before: { place: string; fields: Awaited<ReturnType<typeof kept>>['fields'] } = { place: '', fields: [] }
  // The screens of one page have one address and a heading each.
  const here = async () =>
    `${stage.path()} ${await page.evaluate(() => document.querySelector('#title')?.textContent ?? '')}`
  const problems: string[] = []
  /** How many passing messages the last fault that was told has left. */
  let seen = 0
  const met = new Map(meetings.map(({ call }) => [call, 0]))
  for (const { call, faults } of meetings)
    backend.next(
      call,
      ...faults.flatMap((fault) => Array.from({ length: times(call, fault) }, () => ({ reply: fault.reply }))),
    )

  /** How many faults this call has met. */
  const countOf = ({ call, faults }: Meeting) => {
    let [left, count] = [backend.count(call), 0]
    for (const fault of faults) {
      left -= times(call, fault)
      if (left < 0) break
      count += 1
    }
    return count
  }
  const isNew = (meeting: Meeting) => countOf(meeting) > (met.get(meeting.call) ?? 0)

  /** The next fault that the call has met is told. @returns the fault, and the button that waits for it */
  async function nextOf(meeting: Meeting) {
    const { call, faults } = meeting
    const at = met.get(call) ?? 0
    met.set(call, at + 1)
    const fault = faults[at]
    if (!fault) throw new Error(`${call} has met ${at} faults only`)
    const offer = fault === SILENT ? await offered(stage) : null
    // A walk goes on after an error, so it is kept for the end.
    if (!offer)
      seen = await isTold(stage, ROWS[call], fault).catch((error: unknown) => {
        problems.push(`${call}, ${fault.name}: ${String(error)}`)
        return 0
      })
    return { fault, offer }
  }

  async function meets(meeting: Meeting): Promise<void> {
    const { call } = meeting
    let { fault, offer } = await nextOf(meeting)
    // A press calls again right after the call of the field that it left. One dialog tells of both faults.
    while (isNew(meeting)) ({ fault, offer } = await nextOf(meeting))
    await closeNotice(page)
    await forgetPassing(stage, seen)
    seen = 0
    if ((offer || !ROWS[call].leaves) && before.place === (await here())) {
      const { fields } = await kept(page)
      const now = fields.map((field) => JSON.stringify(field))
      const lost = before.fields.map((field) => JSON.stringify(field)).filter((field) => !now.includes(field))
      if (lost.length > 0) problems.push(`${call}, ${fault.name}: lost ${lost.join(' ')}`)
    }
    if (offer) return offer.click()
    await page.clock.fastForward(fault.cause === 'wait' ? (WAIT_S + 1) * 1000 : TOAST_MS)
  }
  const look = async () => {
    for (const meeting of meetings) if (isNew(meeting)) await meets(meeting)
  }
  const note = async () => {
    const { fields } = await kept(page)
    before = { place: await here(), fields: fields.filter(([, value]) => value !== '' && value !== false) }
  }
  await page.addInitScript(notePassing)
  between(page, {
    look,
    note,
    isDue: () => meetings.some(isNew),
    press: meetings.flatMap(({ call }) => ROWS[call].press ?? []),
  })
  await flow.run(stage)
  // The last fault can arrive after the flow looked for the last time.
  await look()
  expect(problems).toEqual([])
  for (const { call, faults } of meetings)
    expect(met.get(call), `${call} met its faults`).toBeGreaterThanOrEqual(faults.length)
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

type Part = (stage: Stage) => Promise<unknown>
const inOrder = (...parts: Part[]): Flow => ({
  routes: [],
  async run(stage) {
    for (const part of parts) await part(stage)
  },
})

const enterGroup: Part = (stage) => stage.enter('join', { type: 'sk' })
const groupJoin = inOrder(enterGroup, (stage) => to(stage, paths.joinCompleted))

/**
 * Does the same again and again until the backend has no fault left, and until `isThere`. The first usual answer leads there, so nothing
 * is pressed after it: the page is on its way out.
 */
const again =
  (call: VisitCallName, act: Part, isThere: (stage: Stage) => boolean = ({ backend }) => backend.isUsual(call)): Part =>
  async (stage) => {
    while (!isThere(stage)) {
      const before = stage.backend.count(call)
      const isLast = stage.backend.isUsual(call)
      await act(stage)
      if (isLast) {
        await expect.poll(() => isThere(stage)).toBe(true)
        return
      }
      await expect
        .poll(() => stage.backend.count(call) > before + (ROWS[call].twice ? 1 : 0) || isThere(stage))
        .toBe(true)
      await walk(stage.page, () => isThere(stage) || isSettled(stage.page))
      await lookNow(stage.page)
    }
  }

const LIST: Pick<Row, 'says' | 'press'> = {
  says: { unavailable: ['profile.listFailed'], noConnection: ['profile.listFailed'] },
  press: ['profile.retry'],
}
/** Spec §8: any other status of this call says "service unavailable". */
const UNAVAILABLE: Pick<Row, 'says'> = { says: { serverError: ['errors.unavailable'] } }
const WHOLE: Pick<Row, 'says' | 'press' | 'leaves'> = {
  says: { unavailable: ['error.500', 'error.503'], noConnection: ['error.unanswered'] },
  press: ['error.retry'],
  leaves: true,
}

const resend: Part = async ({ page }) => {
  await button(page, 'sms.resend').click()
  await button(page.getByRole('dialog'), 'sms.confirmResendOk').click()
}
/** Walks until this call was made, after which a code is on its way. The code stays valid for an hour. */
const codeAfter =
  (call: VisitCallName): Part =>
  async ({ backend, page }) => {
    for (const issue of ['issueSms', 'issueEmail'] as const)
      backend.always(issue, { data: { expires_in: 3600, extendable: true } })
    await walk(page, () => backend.count(call) > 0)
    await expect(page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
    await noteNow(page)
  }

const chooser = inOrder(
  toChooser,
  again('deleteSsoSession', async ({ page }) => {
    await page.locator('.accounts .link').first().click()
    await button(page.getByRole('dialog'), 'sso.forgetShort').click()
  }),
  again(
    'verifySso',
    async (stage) => {
      if (stage.path() !== paths.loginSso) await stage.open(paths.loginSso)
      await stage.page.locator('.account').first().click()
    },
    (stage) => stage.atPartner(),
  ),
)

const pressPasskey: Part = ({ page }) => button(page, 'passkey.signIn').click()
const byPasskey = inOrder(
  async (stage) => {
    await withoutAutofill(stage.page)
    await (await addAuthenticator(stage.page)).hold('localhost')
    stage.backend.always('initLogin', welcome(stage, { passkey: { rp_id: 'localhost' } }))
    await stage.enter()
    await to(stage, paths.login)
  },
  again('initPasskey', pressPasskey),
  again('verifyPasskey', pressPasskey, (stage) => stage.atPartner()),
)

const codeAgain = inOrder(
  async (stage) => {
    stage.backend.always('verifyPwd', { step: stepOf(null) })
    await stage.enter()
  },
  // The app sends the first code by itself.
  codeAfter('verifyPwd'),
  again('refreshSms', ({ page }) => button(page, 'sms.refresh').click()),
  again('reissueSms', resend),
)

const accountOfJoin = inOrder(
  enterGroup,
  (stage) => to(stage, paths.joinPrivacy),
  again('domainVerified', async ({ page, backend }) => {
    const field = page.getByLabel(say('join.loginId'), { exact: true })
    await field.fill(`member@d${backend.count('domainVerified')}.test`)
    await field.press('Tab')
  }),
  codeAfter('issueEmail'),
  again('refreshEmail', ({ page }) => button(page, 'sms.refresh').click()),
  again('reissueEmail', resend),
  async ({ page }) => {
    const nickname = page.getByLabel(say('join.nickname'), { exact: true })
    await walk(page, () => nickname.isVisible())
  },
  again('validNickname', ({ page, backend }) =>
    page.getByLabel(say('join.nickname'), { exact: true }).fill(`새별${backend.count('validNickname')}`),
  ),
)

/** Every call of the contract, in a flow that makes it. */
export const ROWS: Record<VisitCallName, Row> = {
  initLogin: {
    flow: way('a sign-in by password'),
    ...WHOLE,
    says: { ...WHOLE.says, wait: ['error.tooMany'] },
    silent: true,
    ends: true,
  },
  initSession: {
    flow: inOrder(
      again(
        'initSession',
        (stage) => stage.enter('session'),
        (stage) => stage.atPartner(),
      ),
    ),
    says: { unavailable: ['errors.unavailable'] },
    leaves: true,
    early: true,
  },
  serviceInfo: {
    flow: inOrder(again('serviceInfo', (stage) => stage.enter())),
    // A service info whose connection failed is asked for until it is there.
    says: { unavailable: ['errors.unavailable'], noConnection: [] },
    leaves: true,
    twice: true,
  },
  verifyPwd: {
    flow: way('a sign-in by password'),
    says: { ...UNAVAILABLE.says, noConnection: ['error.unanswered'] },
    press: ['error.again'],
    leaves: true,
    silent: true,
  },
  verifySso: {
    flow: chooser,
    says: { ...UNAVAILABLE.says, noConnection: ['error.unanswered'] },
    leaves: true,
  },
  initPasskey: {
    flow: byPasskey,
    says: { unavailable: ['passkey.notNow'], noConnection: ['errors.noConnection'] },
    leaves: true,
  },
  verifyPasskey: {
    flow: byPasskey,
    says: { ...UNAVAILABLE.says, noConnection: ['passkey.noAnswer'] },
    leaves: true,
  },
  deleteSsoSession: { flow: chooser },
  resolveMatcher: { flow: step('ADD_TERMS_AGREEMENT ADD_SUNI'), silent: true },
  resolveUser: { flow: step('SERVICE_ADD_INFO') },
  userInfo: { flow: step('CONVERSION_JOIN'), ...WHOLE },
  termsOf: {
    flow: step('ADD_TERMS_AGREEMENT ADD_RELYING_PARTY'),
    says: { unavailable: ['resolve.termsFailed'], noConnection: ['resolve.termsFailed'] },
    press: ['profile.retry'],
  },
  challengeJoin: { flow: groupJoin },
  validNickname: { flow: accountOfJoin, says: null },
  verifyJoin: { flow: groupJoin, silent: true },
  signUpInfo: {
    flow: way('an invitation to the group'),
    ...WHOLE,
    says: { ...WHOLE.says, wait: ['error.tooMany'] },
    ends: true,
  },
  signUp: { flow: way('an invitation to the group') },
  initSearchIds: { flow: way('a search for an id') },
  searchIds: { flow: way('a search for an id'), silent: true },
  initSearchPwd: { flow: way('a reset') },
  searchPwd: { flow: way('a reset') },
  resetUsers: { flow: way('a reset') },
  resetPassword: { flow: way('a reset') },
  changePassword: { flow: step('REQUIRED_CHANGE_PWD') },
  issueSms: { flow: way('a second factor'), ...UNAVAILABLE },
  reissueSms: { flow: codeAgain, ...UNAVAILABLE },
  refreshSms: { flow: codeAgain, ...UNAVAILABLE },
  verifySms: { flow: way('a search for an id') },
  issueEmail: { flow: groupJoin, ...UNAVAILABLE },
  reissueEmail: { flow: accountOfJoin, ...UNAVAILABLE },
  refreshEmail: { flow: accountOfJoin, ...UNAVAILABLE },
  verifyEmail: { flow: groupJoin },
  verifyMobile: { flow: way('a second factor'), silent: true },
  termsLinks: { flow: groupJoin, says: null, press: ['profile.retry'] },
  codesOf: { flow: groupJoin, ...LIST },
  codeWithChildren: { flow: step('SERVICE_ADD_INFO'), ...LIST },
  domainVerified: { flow: accountOfJoin, says: null },
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
    flow: inOrder(again('reportClientError', (stage) => stage.open('/error/500'))),
    says: null,
  },
  health: {
    flow: inOrder(
      // The page asks again by itself, after two seconds at first: time passes only where the test says so. A moment that has passed by
      // the time that a slow machine hears of it would be an error.
      ({ page }) => page.clock.pauseAt(Date.now() + 5000),
      again('health', async (stage) => {
        if (stage.path() !== '/error/503') return stage.open('/error/503')
        const before = stage.backend.count('health')
        const hasAsked = () => stage.backend.count('health') > before
        // The interval begins with the answer, which may still be on its way.
        await expect(async () => {
          if (!hasAsked()) await stage.page.clock.fastForward(30_000)
          await expect.poll(hasAsked, { timeout: 1000 }).toBe(true)
        }).toPass()
      }),
    ),
    says: { unavailable: ['error.down'], noConnection: ['error.down'] },
  },
}
