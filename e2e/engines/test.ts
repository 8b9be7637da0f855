// The fixtures of the journeys that run in three engines: a browser per worker, a visit per journey, and the checks of console and policy reports.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test as base } from '@playwright/test'
import { type EngineName, find, LABEL } from '../../scripts/run/engines.ts'
import { app, partner, backend, serverLog } from '../addresses.ts'
import { type Arrival, type Member, signInUrl } from '../fixtures.ts'
import { codeFor } from '../joining.ts'
import { emptyAtEnd } from '../looksInPage.ts'
import { type Engine, type Visit, WINDOW } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { type Page, pageOf, until } from './page.ts'
import { startPlaywright } from './playwright.ts'
import { startWebKit } from './webkit.ts'

type Options = { engineName: EngineName }
type WorkerFixtures = Options & { engine: Engine }
type Fixtures = {
  visit: Visit
  /** The first tab of the visit. */
  tab: Page
  newTab: () => Promise<Page>
  /** Errors of the console that this journey brings about itself. */
  allow: (pattern: RegExp) => void
}

/** @throws if this machine has no such engine */
export async function startEngine(engine: EngineName): Promise<Engine> {
  const found = find(engine)
  if (!found) throw new Error(`No ${LABEL[engine]} was found: npm test installs one`)
  if (found.by === 'puppeteer') return startFirefox(found.path)
  if (found.by === 'webdriver') return startWebKit(found)
  return startPlaywright(engine, found.path)
}

/** What browsers have reported to the app's server about the content security policy. */
function policyReports(): string[] {
  // There is no log if the servers were started by hand.
  const log = existsSync(serverLog) ? readFileSync(serverLog, 'utf8') : ''
  return log.split('\n').filter((line) => line.includes(' blocked ') && line.includes(` at ${app}`))
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, provide) => {
      const engine = await startEngine(engineName)
      await provide(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  visit: async ({ engine, engineName }, provide, info) => {
    info.annotations.push({ type: 'engine', description: `${LABEL[engineName]} ${engine.version}` })
    const visit = await engine.open()
    await provide(visit)
    await visit.close()
  },

  newTab: async ({ visit }, provide) => {
    await provide(async () => pageOf(await visit.newTab()))
  },

  tab: async ({ newTab }, provide, info) => {
    const page = await newTab()
    await provide(page)
    if (info.status === info.expectedStatus) return
    await info.attach('address', { body: await page.url().catch(String) })
    const path = info.outputPath('failure.png')
    const picture = await page.screenshot().catch(() => null)
    if (!picture) return
    writeFileSync(path, picture)
    await info.attach('screenshot', { path, contentType: 'image/png' })
  },

  allow: [
    async ({ visit }, provide) => {
      const allowed: RegExp[] = []
      const before = policyReports().length
      await provide((pattern) => void allowed.push(pattern))
      const troubles = [...(await visit.troubles()), ...policyReports().slice(before)]
      expect(troubles.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(backend + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { data: T }).data
}

/** A fresh copy of a demo member. */
export const member = (from: string, more: object = {}) => post<Member>('/demo/members', { from, ...more })

/** From the partner to the app. */
export async function arrive(page: Page, how: Arrival = {}): Promise<void> {
  await page.go(signInUrl(how))
  await until('arrive at the app', async () => {
    const url = new URL(await page.url())
    return url.origin === app && !url.pathname.startsWith('/init') ? null : url.href
  })
}

/** The newest code that was sent there; `not` is one that came before. */
export async function code(to: string, not = ''): Promise<string> {
  let newest = ''
  await until(`a code for ${to}`, async () => {
    newest = await codeFor(to)
    return newest === not ? 'the old one' : null
  })
  return newest
}

/** How many messages were sent there. */
export async function messagesTo(to: string): Promise<number> {
  const response = await fetch(`${backend}/outbox.json?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as unknown[]).length
}

/** The partner says who is signed in. */
export async function isSignedIn(page: Page, { login_id }: Pick<Member, 'login_id'>, service: 'a' | 'b' = 'a') {
  await page.at(`${partner}/`)
  const card = { role: 'region', name: service === 'a' ? 'Step Learning' : 'Group Academy' }
  await page.see({ in: card, text: { pattern: '^✓ Signed in at' } })
  await page.see({ in: card, text: login_id, nth: 0 })
}

const WIDTHS = { phone: 390, desktop: 1440 }

/** Writes pictures of the whole page at two widths into `screenshots/`. */
async function photograph(page: Page): Promise<void> {
  const folder = `screenshots/${test.info().project.name}`
  const name = new URL(await page.url()).pathname.slice(1).replaceAll('/', '-')
  mkdirSync(folder, { recursive: true })
  for (const [size, width] of Object.entries(WIDTHS)) {
    await page.resize(width, WINDOW.height)
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.resize(width, Math.max(height, WINDOW.height))
    writeFileSync(`${folder}/${name}-${size}.png`, await page.screenshot())
  }
  await page.resize(WINDOW.width, WINDOW.height)
}

/** axe finds nothing wrong on the page, once its heading is there. With `PICTURES=true` in the environment, the page is photographed as well. */
export async function accessible(page: Page): Promise<void> {
  // The address changes before the page: its code may still be loading.
  await page.see({ css: 'h1', nth: 0 })
  expect(await page.axe(), await page.url()).toEqual([])
  expect(await page.evaluate(`(${emptyAtEnd.toString()})()`), await page.url()).toEqual([])
  if (process.env.PICTURES === 'true') await photograph(page)
}
