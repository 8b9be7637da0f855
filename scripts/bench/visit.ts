// One visit with an empty cache, a second one with a full one, and what both cost.
import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright'
import * as z from 'zod/mini'
import { FREE, type Line, type Speed } from './line'
import type { Stub } from './stub'

export type Profile = 'slow' | 'fast'
export type Subject = {
  name: string
  url: string
  /** Its form is alive only when React is. */
  react: boolean
  /** It can be signed in with, and led away from. */
  complete: boolean
}
export type Visit = {
  fcp: number
  input: number
  form: number
  warm: number
  tbt: number
  cls: number
  requests: number
  kB: number
  heap: number
  key: number
  submit: number
  soft: number
}

const SLOW: Speed = { roundTrip: 150, down: 1_600_000 / 8, up: 750_000 / 8 }
const PHONE = { width: 390, height: 844 }
const ENTRY = '/init/login?transaction_id=bench&state=bench'
/** After this time of rest nothing more is fetched. */
const SETTLED_MS = 1500
const LONGEST_FREE_TASK = 50
const PRESS_MS = 100
/** Ten keys a second: a fast typist. */
const KEY_MS = 100
const WATCH = readFileSync(new URL('./watch.js', import.meta.url), 'utf8')

const Seen = z.object({
  origin: z.number(),
  fcp: z.number(),
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
  await page.goto(`${subject.url}${ENTRY}`, { waitUntil: 'commit' })
  for (const started = Date.now(); Date.now() - started < LONGEST_VISIT;) {
    const now = await seen(page)
    if (now.form > 0 && now.fcp > 0) return now
    await page.waitForTimeout(100)
  }
  throw new Error(`${subject.name}: the form was not live after ${LONGEST_VISIT / 1000} s`)
}

/** How the visits are made: in one browser, over one line, with the backend at its end. */
export type Setting = { browser: Browser; line: Line; stub: Stub }

async function slowDown(cdp: CDPSession, line: Line) {
  line.set(SLOW)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** What had been asked for and had arrived by a moment. The icon of the tab is the browser's own affair. */
function watchTraffic(cdp: CDPSession) {
  const asked = new Map<string, { at: number; offset: number; named?: number }>()
  const arrived: { at: number; bytes: number }[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    if (!/^http(?!.*favicon)/.test(request.url)) return
    asked.set(requestId, { at: wallTime * 1000, offset: wallTime - timestamp })
  })
  // What was named before the page has come by itself: when the page asks for it, nothing more is sent.
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = asked.get(requestId)
    if (request && response.fromEarlyHints) request.named = Number(response.headers['content-length'])
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request) arrived.push({ at: (timestamp + request.offset) * 1000, bytes: request.named ?? encodedDataLength })
  })
  return (moment: number) => ({
    requests: [...asked.values()].filter(({ at }) => at <= moment).length,
    kB: arrived.filter(({ at }) => at <= moment).reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  })
}

export async function visit(setting: Setting, subject: Subject, profile: Profile): Promise<Visit> {
  const { browser, line } = setting
  // @note One page at a time: a throttled one takes its share of the processor even while nothing happens in it.
  const times = await firstAndSecond(setting, subject, profile)
  const heap = await heapOf(browser, line, subject)
  return { ...times, heap, soft: subject.complete ? await move(browser, line, subject, profile) : 0 }
}

/** The visit with an empty cache, the one with a full cache, and a sign-in. */
async function firstAndSecond({ browser, line, stub }: Setting, subject: Subject, profile: Profile) {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable')
  const traffic = watchTraffic(cdp)
  line.set(FREE)
  if (profile === 'slow') await slowDown(cdp, line)
  await page.addInitScript(`window.daemunBenchReact=${subject.react}`)
  await page.addInitScript(WATCH)
  try {
    const first = await open(page, subject)
    await page.waitForTimeout(SETTLED_MS)
    const toForm = traffic(first.origin + first.form)
    const tbt = (await seen(page)).tasks
      .filter(([start]) => start >= first.fcp && start <= first.form)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - LONGEST_FREE_TASK), 0)
    const warm = await open(page, subject)
    const { key, submit } = subject.complete ? await signIn(page, line, stub) : { key: 0, submit: 0 }
    const { fcp, input, form, cls } = first
    return { fcp, input, form, warm: warm.form, tbt, cls, ...toForm, key, submit }
  } finally {
    await context.close()
  }
}

/** What the page holds when it has come to rest, without anything that watches it. MB, as the browser counts. */
async function heapOf(browser: Browser, line: Line, subject: Subject): Promise<number> {
  line.set(FREE)
  const page = await browser.newPage({ viewport: PHONE })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${subject.url}${ENTRY}`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLED_MS)
  // What is only waiting to be swept away is not held: it comes and goes by half a megabyte.
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  await page.close()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

/** From a press on a link of the form to the page behind it, with nothing in the cache but what was fetched ahead. ms. */
async function move(browser: Browser, line: Line, subject: Subject, profile: Profile): Promise<number> {
  line.set(FREE)
  const page = await browser.newPage({ viewport: PHONE })
  const cdp = await page.context().newCDPSession(page)
  await page.goto(`${subject.url}${ENTRY}`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLED_MS)
  if (profile === 'slow') await slowDown(cdp, line)
  // @note No named function in here: the names that tsx keeps are not known to the page.
  const took = page.evaluate(async () => {
    const pressed = await new Promise<number>((resolve) => {
      document.addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
    })
    while (!document.querySelector('input[name="fullName"]'))
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
    return performance.now() - pressed
  })
  const link = await page.locator('nav a[href^="/identify"]').boundingBox()
  const at = { x: (link?.x ?? 0) + (link?.width ?? 0) / 2, y: (link?.y ?? 0) + (link?.height ?? 0) / 2 }
  // A press as a finger's or a mouse's: it has come down for this long before it counts.
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
  const ms = await took
  await page.close()
  return ms
}

/** Types and submits. The network is free here: what is left is the app's own time, sealing included. */
async function signIn(page: Page, line: Line, stub: Stub): Promise<{ key: number; submit: number }> {
  line.set(FREE)
  await page.locator('input[name="login_id"]').pressSequentially('member@demo.test', { delay: KEY_MS })
  await page.locator('input[name="password"]').pressSequentially('kT7!mz2Rqx', { delay: KEY_MS })
  await page.waitForTimeout(1500)
  const { key } = await seen(page)
  const before = stub.arrived()
  const pressed = Date.now()
  await page.keyboard.press('Enter')
  for (let tries = 0; stub.arrived() === before && tries < 500; tries += 1) await page.waitForTimeout(10)
  return { key, submit: stub.arrived() === before ? Number.NaN : stub.arrived() - pressed }
}
