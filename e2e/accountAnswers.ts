// Answers of the account that no demo member has: long names, every kind of activity, a letter, and an account that is being deleted.
import { type Page } from '@playwright/test'
import { ACTIVITIES, type Account } from '../contract/shapes/account.ts'
import type { ProofMethod } from '../contract/signInMethods.ts'
import { backend } from './addresses.ts'
import { answerWith } from './fixtures.ts'
import { intercept } from './intercept.ts'

const DAY_MS = 86_400_000
/** An instant so many days ago. The pages write some of them as "3 days ago". */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

export const passkeys = () => [
  { id: 'p1', name: 'iPhone 17 Pro', created_at: daysAgo(40), last_used_at: daysAgo(2), synced: true },
  {
    id: 'p2',
    name: 'Security key of the laboratory on the third floor',
    created_at: daysAgo(3),
    last_used_at: null,
    synced: false,
  },
]

const session = (id: string, browser: string, system: string, more: object = {}) => ({
  id,
  browser,
  system,
  place: '서울',
  signed_in_at: daysAgo(9),
  last_used_at: daysAgo(1),
  current: false,
  services: [],
  ...more,
})
export const sessions = () => [
  session('s1', 'Chrome', 'Windows', { current: true, services: ['Step Learning', 'Group Academy'] }),
  session('s2', 'Safari', 'iPhone', { place: '부산', services: ['Step Learning'] }),
  session('s3', 'Samsung Internet for Android', 'Android', { place: null, last_used_at: daysAgo(30) }),
]

const term = (name: string, required: boolean) => ({
  name,
  url: `${backend}/terms/any`,
  version: 3,
  agreed_at: daysAgo(200),
  required,
})
export const services = () => [
  {
    client_id: 'c1',
    rp_name: 'Step Learning',
    icon_image_url: null,
    domain: 'https://step.test/',
    first_used_at: daysAgo(300),
    last_used_at: daysAgo(1),
    scopes: ['openid', 'profile', 'email', 'phone'],
    terms: [term('Provision of personal information to third parties', true), term('Personalised offers', false)],
  },
  {
    client_id: 'c2',
    rp_name: 'The Academy for Professional Development of the Group',
    domain: null,
    first_used_at: null,
    last_used_at: null,
    scopes: ['offline_access'],
    terms: [],
  },
]

/** A line of every kind, two a day. */
export const activity = () => [
  ...ACTIVITIES.map((event, at) => ({
    id: `a${at}`,
    at: daysAgo(at / 2),
    event,
    browser: 'Chrome · Windows',
    place: at % 3 === 0 ? '서울' : null,
    service: event === 'SIGN_IN' ? 'Step Learning' : null,
    result: 'DONE',
    ...(event === 'SIGN_IN' && { method: ['PWD', 'SMS'] }),
  })),
  { id: 'w1', at: daysAgo(12), event: 'SIGN_IN', browser: 'Firefox · Linux', result: 'WRONG_PASSWORD' },
  { id: 'w2', at: daysAgo(12), event: 'SIGN_IN', browser: 'Firefox · Linux', result: 'REFUSED' },
]

/** A call of the account gets this answer from now on. */
export const answers = (page: Page, path: string, data: unknown): Promise<void> =>
  answerWith(page, `/v1/account${path}`, { body: { data } })

/** From now on the account has these facts beside those of the backend. */
export const patchAccount = (page: Page, patch: Partial<Account>): Promise<void> =>
  intercept(
    page,
    (url) => url.href === `${backend}/v1/account`,
    async (route) => {
      const asked = route.fetch({ maxRetries: 2 })
      // Null: the page was left before the answer had been read.
      const read = await asked.then(async (response) => (await response.json()) as { data: Account }).catch(() => null)
      if (!read) return route.abort()
      await route.fulfill({ response: await asked, json: { data: { ...read.data, ...patch } } })
    },
  )

/** The next call of this path needs a proof by one of these methods. */
export const needsProof = (page: Page, path: string, methods: readonly ProofMethod[]): Promise<void> =>
  answerWith(page, `/v1/account${path}`, { status: 403, body: { code: 'PROOF_NEEDED', data: { methods } } }, 1)

export type Refusal = { status: number; code?: string }
/** The session has ended, or another one has begun in this browser. */
export const ENDED: Refusal = { status: 401, code: 'NO_SESSION' }
export const ANOTHER: Refusal = { status: 409, code: 'ANOTHER_SESSION' }

/** The next call of this path is refused. */
export const refuses = (page: Page, path: string, { status, code = 'X' }: Refusal): Promise<void> =>
  answerWith(page, `/v1/account${path}`, { status, body: { code } }, 1)

/** A call without an answer, until the returned function lets it through. */
export async function holds(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await intercept(
    page,
    (url) => url.origin === backend && url.pathname === `/v1/account${path}`,
    async (route) => {
      await held
      await route.fallback().catch(() => {})
    },
  )
  return () => release()
}
