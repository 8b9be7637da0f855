// The ways that `npm run bench:ways` measures: they press at once, or when the page has loaded all that it loads ahead.
import { expect, type Page } from '@playwright/test'
import { backend } from '../e2e/addresses.ts'
import { loginForm, type Member, signInUrl } from '../e2e/fixtures.ts'
import { NEW_PASSWORD, recovery } from '../e2e/identifyStates.ts'
import { codeFor, joining, visitor } from '../e2e/joining.ts'
import { say } from '../e2e/texts.ts'

type Way = (page: Page) => Promise<void>

/** A copy of this demo member. */
export async function member(key: string): Promise<Member> {
  const response = await fetch(`${backend}/demo/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: key }),
  })
  return ((await response.json()) as { data: Member }).data
}

/** Whole seconds without a request: the page has loaded what it loads ahead. */
async function settled(page: Page): Promise<void> {
  let last = Date.now()
  page.on('request', () => (last = Date.now()))
  page.on('requestfinished', () => (last = Date.now()))
  await expect.poll(() => Date.now() - last, { timeout: 240_000 }).toBeGreaterThan(4000)
}
const atOnce = async () => {}

type Step = { like: string; service?: 'a' | 'b' }
/** The demo members, by where their sign-in leads. */
const STEPS: Record<string, Step> = {
  'code by SMS': { like: 'sms' },
  terms: { like: 'new-terms' },
  'terms of the service': { like: 'new-service-terms', service: 'b' },
  'nickname for a service': { like: 'new-service', service: 'b' },
  'details for a service': { like: 'missing-profile', service: 'b' },
  'password to change, recommended': { like: 'old-password' },
  'password to change, required': { like: 'required-password' },
  'approval that is pending': { like: 'waiting' },
  'protected account': { like: 'protected' },
  'join to begin': { like: 'not-joined' },
  'account to carry over': { like: 'not-converted' },
  'wrong password': { like: 'member' },
}

const signIn = ({ like, service = 'a' }: Step, rest: (page: Page) => Promise<void>): Way =>
  async function way(page) {
    const one = await member(like)
    await page.goto(signInUrl({ service }), { waitUntil: 'commit' })
    const form = loginForm(page)
    await form.email.fill(one.login_id)
    await form.password.fill(like === 'member' ? 'not-the-0ne!' : one.password)
    await rest(page)
    await form.button.click()
    if (like === 'member') return expect(form.error).toBeVisible({ timeout: 240_000 })
    const heading = page.locator('h1#title')
    if (like === 'new-terms') await page.getByRole('dialog').getByRole('button').click()
    await expect(heading).not.toHaveText(say('login.title'), { timeout: 240_000 })
    await page.waitForTimeout(300)
  }

const all = (name: string, rest: (page: Page) => Promise<void>) =>
  Object.fromEntries(Object.entries(STEPS).map(([step, how]) => [`${step}, ${name}`, signIn(how, rest)]))

const join: Way = async (page) => {
  const someone = visitor('SOCIAL')
  const by = joining(page, codeFor)
  await page.goto(signInUrl({ prompt: 'create' }), { waitUntil: 'commit' })
  await by.type('SOCIAL')
  await by.terms()
  await by.account(someone)
  await by.person(someone)
  await by.own('SOCIAL')
  await by.next()
  await page.waitForURL(/join\/service/)
  await by.service()
  await page.waitForURL(/join\/completed/)
  await expect(page.locator('h1#title')).toBeVisible()
  await page.waitForTimeout(300)
}

const reset: Way = async (page) => {
  const one = await member('member')
  const is = recovery(page)
  await page.goto(signInUrl())
  await page.waitForURL(/\/login$/)
  await loginForm(page).email.fill(one.login_id)
  await page.getByRole('link', { name: say('login.forgot') }).click()
  await is.next.click()
  await is.send.click()
  await is.enter(await codeFor(one.phone))
  await is.setPassword(NEW_PASSWORD)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForTimeout(300)
}

export const ways: Record<string, Way> = {
  ...all('pressed late', settled),
  ...all('pressed at once', atOnce),
  'join as an individual': join,
  'reset of a password': reset,
}
