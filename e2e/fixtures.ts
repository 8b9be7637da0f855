// What the journeys share: demo members of their own, the way to the login page, the codes that were sent, and the watch.
import { expect, type Locator, type Page, test as base } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { app, partner, sandbox } from './addresses'
import { type Language, say } from './texts'
import { type Watch, watchContext } from './watch'

export type Member = {
  key: string
  login_id: string
  password: string
  phone: string
  mbr_no?: string
  invitation?: string
}
export type Arrival = {
  service?: 'a' | 'b'
  prompt?: 'none' | 'login' | 'session' | 'create' | 'password' | 'select_account'
  ui_locales?: string
  login_hint?: string
  max_age?: string
  invitation?: string
}

type Fixtures = {
  /** A member like the demo's, whom no other journey knows. */
  member: (key: string) => Promise<Member>
  /** From the partner to the login page. */
  arrive: (how?: Arrival, page?: Page) => Promise<void>
  /** The same, and on through the form: a member like the demo's is signed in at the partner. */
  signedIn: (key?: string, how?: Arrival) => Promise<Member>
  outbox: {
    /** The newest code that was sent to a phone; `not` is one that came before. */
    code: (phone: string, not?: string) => Promise<string>
    count: (phone: string) => Promise<number>
  }
  watch: Watch
}

export const signInUrl = (how: Arrival = {}): string =>
  `${partner}/sign-in?${new URLSearchParams({ service: 'a', ...how }).toString()}`

const AXE: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  elementRef: false,
  preload: false,
}

async function messagesTo(phone: string): Promise<string[]> {
  const response = await fetch(`${sandbox}/outbox.json?to=${encodeURIComponent(phone)}`)
  const messages = (await response.json()) as { text: string }[]
  return messages.map(({ text }) => text)
}

const codeIn = (text = ''): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''

let key: Promise<string> | null = null

/** The key under which this server's app seals what it stores. */
async function readStorageKey(): Promise<string> {
  const html = await (await fetch(`${app}/login`)).text()
  const settings = JSON.parse(/id="settings"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}') as Record<string, string>
  return settings.VITE_STORAGE_KEY ?? ''
}
const storageKey = () => (key ??= readStorageKey())

/** Asked for by nobody: see below. */
const NOWHERE = 'http://nowhere.invalid/'

export const test = base.extend<Fixtures>({
  context: async ({ context }, provide) => {
    // @note Playwright stops intercepting when the last route is used up or taken away, and what a page asks for at that moment hangs
    // for good. Whoever intercepts at all has one route that stays.
    let staying: Promise<unknown> | undefined
    context.on('page', (page) => {
      const route = page.route.bind(page)
      page.route = async (...given) => {
        await (staying ??= context.route(NOWHERE, (asked) => asked.abort()))
        return route(...given)
      }
    })
    await provide(context)
  },

  page: async ({ page }, provide) => {
    // Text is what a member sees. Readers are told some of it once more, in a place of its own (src/ui/aloud.tsx).
    const anywhere = page.getByText.bind(page)
    page.getByText = (...given) => anywhere(...given).and(page.locator(':not(#aloud)'))
    await provide(page)
  },

  watch: [
    async ({ context }, provide) => {
      const { watch, verdict } = await watchContext(context, await storageKey())
      await provide(watch)
      verdict()
    },
    { auto: true },
  ],

  member: async ({ watch }, provide) => {
    await provide(async (key) => {
      // @note not Playwright's client: it sends on a connection that the server has just closed for being idle.
      const response = await fetch(`${sandbox}/demo/members`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: key }),
      })
      const { data } = (await response.json()) as { data: Member }
      watch.keepSecret(data.password)
      return data
    })
  },

  arrive: async ({ page: first }, provide) => {
    await provide(async (how, page = first) => {
      await page.goto(signInUrl(how))
      await page.waitForURL((url) => url.origin === app && !url.pathname.startsWith('/init'))
    })
  },

  signedIn: async ({ page, arrive, member }, provide) => {
    await provide(async (key = 'member', how = {}) => {
      const someone = await member(key)
      await arrive(how)
      await loginForm(page).signIn(someone)
      await expectSignedIn(page, someone, how.service)
      return someone
    })
  },

  outbox: async ({ watch }, provide) => {
    await provide({
      async code(phone, not = '') {
        let code = ''
        await expect(async () => {
          code = codeIn((await messagesTo(phone))[0])
          expect(code).toMatch(/^\d{6}$/)
          expect(code).not.toBe(not)
        }).toPass()
        watch.keepSecret(code)
        return code
      },
      count: async (phone) => (await messagesTo(phone)).length,
    })
  },
})

export { expect } from '@playwright/test'

/** No violation of WCAG 2.2 AA or of what axe counts as best practice; colours take longer than all else. */
export async function axe(page: Page, withoutColours = false): Promise<void> {
  // What fades in spite of the wish for less motion has to end first.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity),
  )
  // Read in once for a document, and asked in the page itself: there are no frames to look into.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      const { violations } = await axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { ...AXE, rules: { 'color-contrast': { enabled: !withoutColours } } },
  )
  expect(found, page.url()).toEqual([])
}

type Fake = { status?: number; body?: unknown; type?: string; headers?: Record<string, string> }

/** The backend answers this call otherwise, once or always, as it would to the app's origin. */
export async function answerWith(page: Page, path: string, fake: Fake | 'lost', times?: number): Promise<void> {
  await page.route(
    (url) => url.origin === sandbox && url.pathname === path,
    async (route) => {
      if (fake === 'lost') return route.abort('timedout')
      const { status = 200, body = {}, type = 'application/json', headers = {} } = fake
      await route.fulfill({
        status,
        contentType: type,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'access-control-allow-origin': app,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': 'Retry-After',
          ...headers,
        },
      })
    },
    times === undefined ? {} : { times },
  )
}

/** A dialog with these words, closed with its one way on. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(text)).toBeVisible()
  await dialog.getByRole('button').last().click()
  await expect(dialog.getByText(text)).toBeHidden()
}

/** One cause, one message: a toast says these words, and neither a dialog nor the page repeats its cause. */
export async function expectOnlyToast(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast')).toHaveText([text])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main [role=alert] .alert')).toHaveCount(0)
}

export type LoginForm = ReturnType<typeof loginForm>

/** The login form as a member finds it: by its labels. */
export function loginForm(page: Page, language: Language = 'ko') {
  const form = {
    email: page.getByLabel(say('login.email', language), { exact: true }),
    password: page.getByLabel(say('login.password', language), { exact: true }),
    button: page.getByRole('button', { name: say('login.submit', language), exact: true }),
    remember: page.getByLabel(say('login.remember', language)),
    stay: page.getByLabel(say('login.stay', language)),
    error: page.locator('form [role=alert]'),
    async signIn({ login_id, password }: Pick<Member, 'login_id' | 'password'>): Promise<void> {
      await form.email.fill(login_id)
      await form.password.fill(password)
      await form.button.click()
    },
  }
  return form
}

/** The partner says who is signed in. */
export async function expectSignedIn(page: Page, member: Pick<Member, 'login_id'>, service: 'a' | 'b' = 'a') {
  await page.waitForURL(`${partner}/`)
  const card = page.getByRole('region', { name: service === 'a' ? 'Step Learning' : 'Group Academy' })
  await expect(card.getByRole('status')).toContainText('Signed in at')
  await expect(claim(card, 'email').first()).toHaveText(member.login_id)
  return card
}

/** A row of the partner's tables. */
export const claim = (card: Locator, name: string): Locator =>
  card
    .getByRole('row')
    .filter({ has: card.page().getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

/** The page without what lies around it: what is wrong with a field stands for five seconds where a reader hears it, too. */
export const main = (page: Page): Locator => page.locator('main')
