// Faults, calls × faults: at every submit of a visit each common fault is injected in turn. The page shows one message, keeps the input
// except secrets, shows no endless spinner, keeps a focus, and the visit continues. The last fault of each call is an
// answer that is lost after the server did the work. Pressing again completes the step. ("Lost, then reload": lost-answers.spec.ts.)
import type { Locator, Page, Route } from '@playwright/test'
import type { MessageKey } from '../src/rules/messages'
import { TIMEOUT_MS } from '../src/wire/timeout'
import { app, backend } from './addresses'
import {
  answerWith,
  type Arrival,
  expect,
  expectNotice,
  expectSignedIn,
  loginForm,
  type Member,
  signInUrl,
  test,
} from './fixtures'
import { NAME, recovery } from './identifyStates'
import { enterCode } from './codes'
import { intercept } from './intercept'
import { codeFor, joining, PASSWORD, visitor } from './joining'
import { kept } from './keeping'
import { fillNickname, NEW_PASSWORD, press } from './resolving'
import { say } from './texts'

/** Long enough to appear on the page, short enough for a quick test. */
const WAIT_S = 7

type Fault = (route: Route) => Promise<void>
const answer =
  (status: number, body: string, headers: Record<string, string> = {}, contentType = 'application/json'): Fault =>
  (route) =>
    route.fulfill({
      status,
      body,
      contentType,
      headers: {
        'access-control-allow-origin': app,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'Retry-After',
        ...headers,
      },
    })
const refusal = JSON.stringify({ code: 'INJECTED' })

/** Every call below meets each fault in this order. */
const faults = {
  'connection reset': (route) => route.abort('connectionreset'),
  'no answer': () => Promise.resolve(),
  'status 500': answer(500, refusal),
  'an HTML page of a proxy': answer(502, '<h1>Bad gateway</h1>', {}, 'text/html'),
  'status 429': answer(429, refusal, { 'Retry-After': String(WAIT_S) }),
  '403 without VISIT_OVER': answer(403, refusal),
  'an empty body': answer(200, ''),
  'half of an answer': answer(200, '{"data":{"loca'),
} as const satisfies Record<string, Fault>

/** The effect at the server when the answer is lost. */
const lost: Fault = async (route) => {
  await route.fetch()
  await route.abort('timedout')
}

type Hands = { page: Page; one: Member; code: (to: string) => Promise<string> }
type Call = {
  path: string | RegExp
  /** Fills the fields that a fault clears. */
  fill?: (hands: Hands) => Promise<unknown>
  press: (hands: Hands) => Promise<void>
  /** The sign that the call has succeeded. */
  done: (hands: Hands) => Promise<unknown>
  /** An empty body is no fault of this call: it means success. */
  mayBeEmpty?: true
}

/** All failure messages of the page. */
const told = (page: Page) => page.locator('.toast p, [role=dialog] #modal-text, main [role=alert] p')
const title = (page: Page) => page.locator('#title')
const isErrorPage = (page: Page) => new URL(page.url()).pathname.startsWith('/error')

/** Injects the fault into the next call of this path. @returns a promise of that call */
async function inject(page: Page, path: string | RegExp, fault: Fault): Promise<() => Promise<void>> {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  await intercept(
    page,
    (url) => url.origin === backend && (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)),
    async (route) => {
      await fault(route)
      asked()
    },
    { times: 1 },
  )
  return () => isAsked
}

/** The page is not blank and shows no spinner. */
async function expectAlive(page: Page): Promise<void> {
  await expect(title(page)).toBeVisible()
  await expect(page.locator('main .spinner, .coming')).toHaveCount(0)
}

/** Exactly one message reports the failure. Closing a dialog leaves the focus on an element. */
async function expectTold(page: Page): Promise<void> {
  await expect(told(page), 'one cause, one message').toHaveCount(1)
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) {
    await dialog.getByRole('button').last().click()
    await expect(dialog).toBeHidden()
  }
}

/**
 * Contract, "Conventions": after a 409 the member begins again from the service. A pending step says so in a dialog and leads there; other
 * pages become the error page, which is then the only message.
 */
async function expectBeginAgain(page: Page): Promise<void> {
  const ended = page.getByRole('heading', { name: say('error.expired') })
  await expect(ended.or(page.getByRole('dialog'))).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) return expectTold(page)
  await expect(page.getByRole('link', { name: say('info.backToService') })).toBeVisible()
  await expect(told(page)).toHaveCount(0)
}

/** The faults that end a step or a visit, and their messages. */
const endings = {
  'status 401': { fault: answer(401, refusal), told: expectTold },
  'status 409': { fault: answer(409, refusal), told: expectBeginAgain },
} as const

/** Spec §8, login failure: a sign-in without an answer ends at error 403, which leads back. */
async function comeBack(page: Page): Promise<void> {
  if (isErrorPage(page)) await page.getByRole('link', { name: say('error.again'), exact: true }).click()
}

/** One fault of one call: one message, no lost input, and the form can be sent again. */
async function meets(hands: Hands, { path, fill, press: send }: Call, name: keyof typeof faults): Promise<void> {
  const { page } = hands
  await fill?.(hands)
  const { fields } = await kept(page)
  const { pathname } = new URL(page.url())
  const asked = await inject(page, path, faults[name])
  await send(hands)
  await asked()
  if (name === 'no answer') await page.clock.fastForward(TIMEOUT_MS)
  await expectTold(page)
  await expectAlive(page)
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus, { message: 'the focus is somewhere' }).toBe(true)
  if (name === 'status 429') {
    // The chooser disables its accounts and counts the wait below them.
    const account = page.locator('main .account[aria-disabled]')
    const counting = page.locator('main button[aria-disabled]', { hasText: /\([\d:]+\)$/ }).or(account)
    await expect(counting.first()).toBeVisible()
    await page.clock.fastForward((WAIT_S + 1) * 1000)
    await expect(counting).toHaveCount(0)
  }
  await comeBack(page)
  const typed = async () => (await kept(page)).fields
  if (new URL(page.url()).pathname === pathname) await expect.poll(typed, { message: 'what was typed' }).toEqual(fields)
}

/** Every fault of a call, then a lost answer, and the call succeeds. */
async function survives(hands: Hands, call: Call): Promise<void> {
  const { page } = hands
  const names = (Object.keys(faults) as (keyof typeof faults)[]).filter(
    (name) => !(call.mayBeEmpty && name === 'an empty body'),
  )
  for (const name of names) await test.step(`${String(call.path)}: ${name}`, () => meets(hands, call, name))
  await test.step(`${String(call.path)}: lost`, async () => {
    await call.fill?.(hands)
    const asked = await inject(page, call.path, lost)
    await call.press(hands)
    await asked()
    await expect(told(page)).toHaveCount(1)
    await expectAlive(page)
    await comeBack(page)
    await call.fill?.(hands)
    await call.press(hands)
    await call.done(hands)
  })
}

const codeField = (page: Page) => page.getByLabel(say('sms.code'), { exact: true })
/** The field of a code whose request was lost is enabled, too. The time that is left shows that this one was sent. */
const codeIsOpen = async ({ page }: Hands) => {
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(codeField(page)).toBeEnabled()
}
/** The page of this path is shown. Its address changes first, while the page before it may still be there. */
const isAt = (path: string, shows: (page: Page) => Locator) => async (hands: Hands) => {
  await expect(hands.page).toHaveURL((url) => url.pathname === path)
  await expect(shows(hands.page)).toBeVisible()
}
const entersCode =
  (to: 'phone' | 'login_id') =>
  async ({ page, one, code }: Hands) =>
    enterCode(
      codeField(page),
      page.getByRole('button', { name: say('sms.verify'), exact: true }),
      to === 'phone' ? await code(one.phone) : await codeFor(one.login_id),
    )
const pressed =
  (text: MessageKey) =>
  ({ page }: Hands) =>
    press(page, text)

/** The button that verifies, or that goes on with what was verified. */
const verifies = async (hands: Hands) => {
  const { page } = hands
  const goOn = page.getByRole('button', { name: say('login.continue'), exact: true })
  if (await goOn.isVisible()) return goOn.click()
  await entersCode('phone')(hands)
}

type Visit = {
  /** The demo member whose copy makes the visit; null: a visitor who joins. */
  like: string | null
  service?: 'a' | 'b'
  begin: (hands: Hands) => Promise<void>
  calls: [Call, ...Call[]]
}

const signedIn = ({ page, one }: Hands) => expectSignedIn(page, one)
const signedInThere = ({ page, one }: Hands) => expectSignedIn(page, one, 'b')
const fillsLogin = async ({ page, one }: Hands) => {
  await loginForm(page).email.fill(one.login_id)
  await loginForm(page).password.fill(one.password)
}
const logsIn = async ({ page, one }: Hands) => loginForm(page).signIn(one)
const agreesToAll = async ({ page }: Hands) => page.getByLabel(say('terms.agreeAll')).check()
const RESOLVE = '/v1/matcher/resolve'

const issue: Call = { path: '/authenticator/v1/issue/sms', press: pressed('sms.send'), done: codeIsOpen }

const visits: Record<string, Visit> = {
  'a sign-in by password': {
    like: 'member',
    begin: () => Promise.resolve(),
    calls: [{ path: '/v1/verify/pwd', fill: fillsLogin, press: pressed('login.submit'), done: signedIn }],
  },
  'an account of the chooser': {
    like: 'member',
    service: 'a',
    async begin({ page, one }) {
      await loginForm(page).signIn(one)
      await expectSignedIn(page, one)
      await page.goto(signInUrl({ prompt: 'select_account' }))
      await expect(page.locator('.account')).toBeVisible()
    },
    calls: [
      {
        path: '/v1/verify/sso',
        async fill({ page }) {
          // After no answer the way back is the login page (Spec §8).
          if (new URL(page.url()).pathname !== '/loginSSO') await page.goto(`${app}/loginSSO`)
          await expect(page.locator('.account')).toBeVisible()
        },
        press: ({ page }) => page.locator('.account').click(),
        done: signedIn,
      },
    ],
  },
  'a second factor': {
    like: 'sms',
    async begin(hands) {
      // The step sends its first code itself; a press sends it if that failed.
      await answerWith(hands.page, '/authenticator/v1/issue/sms', { status: 500, body: {} }, 1)
      await logsIn(hands)
      await expect(hands.page.getByRole('button', { name: say('sms.send') })).toBeVisible()
    },
    calls: [issue, { path: '/authenticator/v1/verify/mobile', press: entersCode('phone'), done: signedIn }],
  },
  'the proof of a second factor': {
    like: 'sms',
    async begin(hands) {
      await logsIn(hands)
      await codeIsOpen(hands)
    },
    calls: [{ path: RESOLVE, press: verifies, done: signedIn }],
  },
  'new terms': {
    like: 'new-terms',
    async begin(hands) {
      await logsIn(hands)
      await expectNotice(hands.page, say('terms.pleaseAgree'))
    },
    calls: [{ path: RESOLVE, fill: agreesToAll, press: pressed('resolve.agree'), done: signedIn }],
  },
  'the first use of a service': {
    like: 'new-service',
    service: 'b',
    async begin(hands) {
      await logsIn(hands)
      await fillNickname(hands.page, hands.one)
    },
    calls: [{ path: RESOLVE, fill: agreesToAll, press: pressed('resolve.agree'), done: signedInThere }],
  },
  'missing profile fields': {
    like: 'missing-profile',
    service: 'b',
    async begin(hands) {
      await logsIn(hands)
      for (const name of ['current_job_group', 'current_job', 'interest_category', 'interest_field'])
        await hands.page.locator(`#${name}`).selectOption({ index: 1 })
    },
    calls: [{ path: '/v1/resolve/user', press: pressed('resolve.next'), done: signedInThere }],
  },
  'a required change of the password': {
    like: 'required-password',
    begin: logsIn,
    calls: [
      {
        path: '/v1/profile/change/password',
        async fill({ page, one }) {
          await page.getByLabel(say('resolve.currentPassword'), { exact: true }).fill(one.password)
          for (const name of ['password.new', 'password.again'] as const)
            await page.getByLabel(say(name), { exact: true }).fill(NEW_PASSWORD)
        },
        press: pressed('resolve.changePassword'),
        done: signedIn,
      },
    ],
  },
  'a change of the password that is put off': {
    like: 'old-password',
    async begin(hands) {
      await logsIn(hands)
      await expect(hands.page.getByRole('button', { name: say('resolve.later') })).toBeVisible()
    },
    calls: [{ path: RESOLVE, press: pressed('resolve.later'), done: signedIn }],
  },
  'an approval that has come': {
    like: 'waiting',
    async begin(hands) {
      await logsIn(hands)
      await expect(hands.page.getByRole('button', { name: say('member.check') })).toBeVisible()
      await hands.page.request.post(`${backend}/demo/approve`, { data: { login_id: hands.one.login_id } })
    },
    calls: [
      {
        path: RESOLVE,
        press: ({ page }) =>
          page.getByRole('button', { name: new RegExp(`^(${say('member.check')}|${say('resolve.next')})$`) }).click(),
        done: signedIn,
      },
    ],
  },
  'the proof of an address in a join': {
    like: null,
    async begin({ page, one }) {
      const join = joining(page, codeFor)
      await join.type('SK')
      await join.terms()
      await join.label('join.loginId').fill(one.login_id)
      // Blur of the field starts the challenge call.
      const begins = page.waitForResponse((response) => response.url().includes('/v1/challenge/join/'))
      await page.locator('#title').focus()
      await begins
    },
    calls: [
      { ...issue, path: '/authenticator/v1/issue/email' },
      {
        path: '/authenticator/v1/verify/email',
        press: entersCode('login_id'),
        done: ({ page }) => expect(page.locator('#title')).toHaveText(say('join.screenAccount')),
      },
    ],
  },
  'a join': {
    like: null,
    async begin({ page, one }) {
      const join = joining(page, codeFor)
      const someone = { ...one, nickname: `새별${one.phone.slice(-8)}`, name: NAME }
      await join.type('SK')
      await join.terms()
      await join.account(someone)
      await join.group(someone)
      await join.next()
      await expect(page).toHaveURL(`${app}/join/service`)
      await join.label('terms.agreeAll').check()
    },
    calls: [
      {
        path: '/v1/verify/join',
        press: pressed('join.finish'),
        done: isAt('/join/completed', (page) => page.getByRole('button', { name: say('join.toService'), exact: true })),
      },
    ],
  },
  'a search for an id': {
    like: 'member',
    async begin({ page, one }) {
      await page.getByRole('link', { name: say('login.forgot') }).click()
      await recovery(page).fillSearch(one.phone)
    },
    calls: [
      { ...issue, path: '/v1/init/search/ids' },
      {
        path: '/authenticator/v1/verify/sms',
        press: entersCode('phone'),
        // The proof also searches. Back on the form, the search is pressed.
        async done({ page }) {
          await recovery(page).at('myid/done')
          await page.goBack()
          await expect(page.locator('main').getByText(say('verification.done'))).toBeVisible()
        },
      },
      {
        path: '/v1/search/ids',
        press: pressed('identify.findId'),
        done: isAt('/identify/myid/done', (page) => recovery(page).signIn),
      },
    ],
  },
  'the reset of a found id': {
    like: 'member',
    async begin({ page, one, code }) {
      await page.goto(`${app}/identify/myid`)
      await recovery(page).findIds(one.phone, code)
    },
    calls: [
      {
        path: '/v1/search/pwd',
        press: ({ page }) => recovery(page).reset.click(),
        done: isAt('/identify/password/new', (page) => recovery(page).password),
      },
    ],
  },
  'the way to a reset': {
    like: 'member',
    async begin({ page, one }) {
      await page.goto(`${app}/identify/password`)
      await recovery(page).id.fill(one.login_id)
    },
    calls: [
      {
        path: '/v1/init/search/pwd',
        press: pressed('identify.next'),
        done: isAt('/identify/password/verify', (page) => recovery(page).send),
      },
      issue,
    ],
  },
  'the proof for a reset, and the new password': {
    like: 'member',
    async begin(hands) {
      const { page, one } = hands
      await page.goto(`${app}/identify/password`)
      await recovery(page).id.fill(one.login_id)
      await recovery(page).next.click()
      await recovery(page).send.click()
      await codeIsOpen(hands)
    },
    calls: [
      {
        path: '/v1/profile/search/users',
        press: verifies,
        done: isAt('/identify/password/new', (page) => recovery(page).password),
      },
      {
        path: '/v1/profile/search/password',
        press: ({ page }) => recovery(page).setPassword(NEW_PASSWORD),
        done: signedIn,
        mayBeEmpty: true,
      },
    ],
  },
}

test.beforeEach(async ({ page, watch }) => {
  for (const secret of [PASSWORD, NEW_PASSWORD]) watch.keepSecret(secret)
  watch.allow(/error report: .*contract/)
  await page.clock.install()
})

type Given = {
  page: Page
  arrive: (how?: Arrival) => Promise<void>
  member: (key: string) => Promise<Member>
  outbox: { code: (phone: string) => Promise<string> }
}
const begun = async (
  { like, service = 'a', begin }: Visit,
  { page, arrive, member, outbox }: Given,
): Promise<Hands> => {
  const one = like === null ? { key: '', ...visitor('SK') } : await member(like)
  const hands: Hands = { page, one, code: (to) => outbox.code(to) }
  await arrive({ service, ...(like === null && { prompt: 'create' }) })
  await begin(hands)
  return hands
}

test.describe('Every fault of every call', () => {
  // 120 s: a visit meets up to three calls with nine faults each, and two workers share two cores.
  test.describe.configure({ timeout: 120_000 })
  for (const [name, visit] of Object.entries(visits))
    test(`${name}: told once, nothing lost, and the same visit goes on`, async ({ page, arrive, member, outbox }) => {
      const hands = await begun(visit, { page, arrive, member, outbox })
      for (const call of visit.calls) {
        await expectAlive(page)
        await survives(hands, call)
      }
    })
})

test.describe('An answer that ends a step or the visit', () => {
  for (const [name, visit] of Object.entries(visits)) {
    const [{ path, fill, press: send }] = visit.calls
    for (const [ending, { fault, told: expectEnding }] of Object.entries(endings))
      test(`${name}, ${ending}: told once, and the page leads on`, async ({ page, arrive, member, outbox }) => {
        const hands = await begun(visit, { page, arrive, member, outbox })
        await expectAlive(page)
        await fill?.(hands)
        const asked = await inject(page, path, fault)
        await send(hands)
        await asked()
        await expectEnding(page)
        await expect(page.locator('main').locator('a, button').first()).toBeVisible()
        await expect(page.locator('main .spinner, .coming')).toHaveCount(0)
      })
  }
})

test.describe('A tab that lost its storage', () => {
  for (const [how, open] of [
    [
      'a second tab at the address of a page',
      async (page: Page) => {
        const second = await page.context().newPage()
        await second.goto(`${app}/identify/myid`)
        return second
      },
    ],
    [
      'the same tab after its storage was cleared',
      async (page: Page) => {
        // A document without the app, so nothing writes the storage again.
        await page.goto(`${app}/policies/cookie.en.html`)
        await page.evaluate(() => sessionStorage.clear())
        await page.goto(`${app}/identify/myid`)
        return page
      },
    ],
  ] as const)
    test(`${how}: the language of the visit, and a way back to the service`, async ({ page, arrive }) => {
      await arrive({ ui_locales: 'en' })
      const tab = await open(page)
      await expect(title(tab)).toHaveText(say('error.403', 'en'))
      await expect(tab.locator('html')).toHaveAttribute('lang', 'en')
      await expect(tab.getByRole('link', { name: say('info.backToService', 'en') })).toBeVisible()
    })
})
