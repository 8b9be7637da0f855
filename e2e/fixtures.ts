// The fixtures of the Chromium journeys: fresh demo members, arrival at the login page, sent codes, and the watch of watch.ts.
import { expect, type Locator, type Page, test as base } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { app, partner, backend } from './addresses.ts'
import { intercept } from './intercept.ts'
import { type Language, say } from './texts.ts'
import { type Watch, watchContext } from './watch.ts'

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
  acr_values?: string
  invitation?: string
}

type Fixtures = {
  /** A fresh copy of a demo member. */
  member: (key: string) => Promise<Member>
  /** From the partner to the login page. */
  arrive: (how?: Arrival, page?: Page) => Promise<void>
  /** Arrives and signs in a fresh copy of a demo member. */
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
  // The frame of a text of terms runs no script.
  iframes: false,
}

export async function messagesTo(phone: string): Promise<string[]> {
  const response = await fetch(`${backend}/outbox.json?to=${encodeURIComponent(phone)}`)
  const messages = (await response.json()) as { text: string }[]
  return messages.map(({ text }) => text)
}

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''

let key: Promise<string> | null = null

/** The key with which the app encrypts its session storage. */
async function readStorageKey(): Promise<string> {
  const html = await (await fetch(`${app}/login`)).text()
  const settings = JSON.parse(/id="settings"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}') as Record<string, string>
  return settings.VITE_STORAGE_KEY ?? ''
}
const storageKey = () => (key ??= readStorageKey())

export const test = base.extend<Fixtures>({
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
      const response = await fetch(`${backend}/demo/members`, {
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
          // A notice may have come after the code.
          code = (await messagesTo(phone)).map(codeIn).find(Boolean) ?? ''
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
  // Wait for remaining animations to end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity),
  )
  // Injects axe once per document and runs it in the page.
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

/** Replaces the backend's answer to this call, once or always, with the CORS headers for the app. */
export async function answerWith(page: Page, path: string, fake: Fake | 'lost', times?: number): Promise<void> {
  await intercept(
    page,
    (url) => url.origin === backend && url.pathname === path,
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

/** The button of a dialog that leads on. */
export const mainButton = (dialog: Locator) => dialog.locator('button:not(.plain)').first()

/** Waits for a dialog with this text and closes it with its main button. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(text)).toBeVisible()
  await mainButton(dialog).click()
  await expect(dialog.getByText(text)).toBeHidden()
}

/** One cause, one message: a toast shows this text, an alert in the form repeats it, and no dialog does. */
export async function expectOnlyToast(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast')).toHaveText([text])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const alert of await page.locator('main [role=alert] .alert').all()) await expect(alert).toContainText(text)
}

/** The login form as a member finds it: by its labels. */
export function loginForm(page: Page, language: Language = 'ko') {
  const form = {
    email: page.getByLabel(say('login.email', language), { exact: true }),
    password: page.getByLabel(say('login.password', language), { exact: true }),
    button: page.getByRole('button', { name: say('login.submit', language), exact: true }),
    remember: page.getByLabel(say('login.remember', language)),
    stay: page.getByLabel(say('login.stay', language)),
    error: page.locator('form [role=alert] p, p#form-error'),
    async fill({ login_id, password }: Pick<Member, 'login_id' | 'password'>): Promise<void> {
      // The app keeps what a prerendered form has when it replaces it. Between the two halves of `fill`, the text would be there twice.
      await expect(async () => {
        await form.email.fill(login_id)
        await expect(form.email).toHaveValue(login_id, { timeout: 500 })
      }).toPass()
      await form.password.fill(password)
    },
    async signIn(member: Pick<Member, 'login_id' | 'password'>): Promise<void> {
      await form.fill(member)
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

/** The main part of the page. A live region outside it repeats field errors for screen readers for 5 s. */
export const main = (page: Page): Locator => page.locator('main')
