// One visit with an empty cache, a second one with a full one, and what both cost.
import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright'
import * as z from 'zod/mini'
import type { Stub } from './stub'

export type Profile = 'slow' | 'fast'
export type Subject = {
  name: string
  url: string
  /** Its form is alive only when React is; and so many calls must have been answered by then. */
  react: boolean
  calls: number
}
export type Visit = {
  fcp: number
  input: number
  alive: number
  form: number
  warm: number
  tbt: number
  cls: number
  requests: number
  kB: number
  heap: number
  key: number
  submit: number
}

const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const FREE = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const LONGEST_FREE_TASK = 50
const WATCH = readFileSync(new URL('./watch.js', import.meta.url), 'utf8')

const Seen = z.object({
  origin: z.number(),
  fcp: z.number(),
  alive: z.number(),
  input: z.number(),
  form: z.number(),
  cls: z.number(),
  key: z.number(),
  tasks: z.array(z.tuple([z.number(), z.number()])),
})
// @note Functions only: a string would be evaluated in the page, which its policy forbids.
const seen = async (page: Page) => Seen.parse(await page.evaluate(() => Reflect.get(window, 'daemunBench') as unknown))
const LONGEST_VISIT = 60_000

async function open(page: Page, subject: Subject) {
  await page.goto(`${subject.url}/init/login?transaction_id=bench&state=bench`, { waitUntil: 'commit' })
  for (const started = Date.now(); Date.now() - started < LONGEST_VISIT;) {
    const now = await seen(page)
    if (now.form > 0 && now.fcp > 0) return now
    await page.waitForTimeout(100)
  }
  throw new Error(`${subject.name}: the form was not live after ${LONGEST_VISIT / 1000} s`)
}

const network = (cdp: CDPSession, speed: typeof SLOW) =>
  cdp.send('Network.emulateNetworkConditions', { offline: false, ...speed })

/** What had been asked for and had arrived by a moment. The icon of the tab is the browser's own affair. */
function watchTraffic(cdp: CDPSession) {
  const asked = new Map<string, { at: number; offset: number }>()
  const arrived: { at: number; bytes: number }[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    if (!/^http(?!.*favicon)/.test(request.url)) return
    asked.set(requestId, { at: wallTime * 1000, offset: wallTime - timestamp })
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request) arrived.push({ at: (timestamp + request.offset) * 1000, bytes: encodedDataLength })
  })
  return (moment: number) => ({
    requests: [...asked.values()].filter(({ at }) => at <= moment).length,
    kB: arrived.filter(({ at }) => at <= moment).reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  })
}

export async function visit(browser: Browser, subject: Subject, profile: Profile, stub: Stub): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable')
  const traffic = watchTraffic(cdp)
  if (profile === 'slow') {
    await network(cdp, SLOW)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  await page.addInitScript(`window.daemunBenchReact=${subject.react};window.daemunBenchCalls=${subject.calls}`)
  await page.addInitScript(WATCH)
  try {
    const first = await open(page, subject)
    await page.waitForTimeout(1500)
    const toForm = traffic(first.origin + first.form)
    const { metrics } = await cdp.send('Performance.getMetrics')
    const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
    const tbt = (await seen(page)).tasks
      .filter(([start]) => start >= first.fcp && start <= first.form)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - LONGEST_FREE_TASK), 0)
    const warm = await open(page, subject)
    const { key, submit } = subject.calls > 0 ? await signIn(page, cdp, stub) : { key: 0, submit: 0 }
    const { fcp, input, alive, form, cls } = first
    return { fcp, input, alive, form, warm: warm.form, tbt, cls, ...toForm, heap, key, submit }
  } finally {
    await context.close()
  }
}

/** Types and submits. The network is free here: what is left is the app's own time, sealing included. */
async function signIn(page: Page, cdp: CDPSession, stub: Stub): Promise<{ key: number; submit: number }> {
  await network(cdp, FREE)
  await page.locator('input[name="login_id"]').pressSequentially('member@demo.test', { delay: 30 })
  await page.locator('input[name="password"]').pressSequentially('kT7!mz2Rqx', { delay: 30 })
  await page.waitForTimeout(1500)
  const { key } = await seen(page)
  const before = stub.arrived()
  const pressed = Date.now()
  await page.keyboard.press('Enter')
  for (let tries = 0; stub.arrived() === before && tries < 500; tries += 1) await page.waitForTimeout(10)
  return { key, submit: stub.arrived() === before ? Number.NaN : stub.arrived() - pressed }
}
