// A visit with an empty cache, a second one with a full cache, and their costs.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import * as z from 'zod/mini'
import { FREE, type Line, type Speed } from './line.ts'
import { type BenchPage, openPage } from './page.ts'
import type { Stub } from './stub.ts'

export type Profile = 'slow' | 'fast'
export type Subject = {
  name: string
  url: string
  /** The form works only when React is ready. */
  react: boolean
  /** Whether signing in and following a link work. */
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
  /** A move to the recovery and to the join. */
  soft: number
  join: number
}

const SLOW: Speed = { roundTrip: 150, down: 1_600_000 / 8, up: 750_000 / 8 }
const ENTRY = '/init/login?transaction_id=bench&state=bench'
/** The page is settled after this time without a new request. */
const SETTLED_MS = 1500
const LONGEST_FREE_TASK = 50
const WATCH = readFileSync(new URL('./watch.js', import.meta.url), 'utf8')

const Seen = z.object({
  fcp: z.number(),
  input: z.number(),
  form: z.number(),
  cls: z.number(),
  key: z.number(),
  tasks: z.array(z.tuple([z.number(), z.number()])),
})
const seen = async (page: BenchPage) =>
  Seen.parse(await page.evaluate(() => Reflect.get(window, 'daemunBench') as unknown))
const LONGEST_VISIT = 60_000

async function open(page: BenchPage, subject: Subject) {
  await page.goto(`${subject.url}${ENTRY}`)
  for (const started = Date.now(); Date.now() - started < LONGEST_VISIT;) {
    const now = await seen(page)
    if (now.form > 0 && now.fcp > 0) return now
    await wait(100)
  }
  throw new Error(`${subject.name}: the form was not live after ${LONGEST_VISIT / 1000} s`)
}

/** Resolves when the page fetches nothing more. */
async function rest(page: BenchPage): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await fetched(); now !== before; [before, now] = [now, await fetched()])
    await wait(SETTLED_MS)
}

/** One browser, one line and one backend for all visits. */
export type Setting = { browser: Browser; line: Line; stub: Stub }

async function slowDown(page: BenchPage, line: Line) {
  line.set(SLOW)
  await page.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const Fetched = z.object({
  initiatorType: z.string(),
  startTime: z.number(),
  responseEnd: z.number(),
  transferSize: z.number(),
  encodedBodySize: z.number(),
})

/** The requests whose answers have arrived at a moment, and their bytes, from the browser's resource timing. */
async function trafficUntil(page: BenchPage, moment: number) {
  const entries = z.array(Fetched).parse(
    await page.evaluate(() =>
      performance
        .getEntries()
        .filter(({ entryType }) => entryType === 'navigation' || entryType === 'resource')
        .map((entry) => entry.toJSON() as unknown),
    ),
  )
  // A file named by a 103 arrives by itself, and the page's own request transfers nothing.
  const sent = ({ initiatorType, transferSize, encodedBodySize }: z.infer<typeof Fetched>) =>
    initiatorType === 'early-hints' ? encodedBodySize : transferSize
  const arrived = entries.filter(({ responseEnd }) => responseEnd <= moment)
  return {
    requests: arrived.length,
    kB: arrived.reduce((sum, entry) => sum + sent(entry), 0) / 1000,
  }
}

export async function visit(setting: Setting, subject: Subject, profile: Profile): Promise<Visit> {
  // NOTE: one page at a time, because a throttled page uses the processor even when it is idle.
  const times = await firstAndSecond(setting, subject, profile)
  const heap = await heapOf(setting, subject)
  const to = (page: string) => (subject.complete ? move(setting, subject, profile, page) : 0)
  return { ...times, heap, soft: await to('/identify'), join: await to('/join') }
}

/** The visit with an empty cache, the one with a full cache, and a sign-in. */
async function firstAndSecond({ browser, line, stub }: Setting, subject: Subject, profile: Profile) {
  const page = await openPage(browser)
  line.set(FREE)
  if (profile === 'slow') await slowDown(page, line)
  await page.send('Page.enable')
  for (const source of [`window.daemunBenchReact=${subject.react}`, WATCH])
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  try {
    const first = await open(page, subject)
    await rest(page)
    const toForm = await trafficUntil(page, first.form)
    const tbt = (await seen(page)).tasks
      .filter(([start]) => start >= first.fcp && start <= first.form)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - LONGEST_FREE_TASK), 0)
    const warm = await open(page, subject)
    const { key, submit } = subject.complete ? await signIn(page, line, stub) : { key: 0, submit: 0 }
    const { fcp, input, form, cls } = first
    return { fcp, input, form, warm: warm.form, tbt, cls, ...toForm, key, submit }
  } finally {
    await page.close()
  }
}

/** The heap of a settled page without a listener, in MB, as the browser reports it. */
async function heapOf({ browser, line }: Setting, subject: Subject): Promise<number> {
  line.set(FREE)
  const page = await openPage(browser)
  await page.send('Performance.enable')
  await page.goto(`${subject.url}${ENTRY}`)
  await rest(page)
  // Garbage varies by half a megabyte, so it is collected first.
  await page.send('HeapProfiler.collectGarbage')
  const { metrics } = await page.send('Performance.getMetrics')
  await page.close()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

/** Milliseconds from a press on a link of the form to the next page, with only prefetched files in the cache. */
async function move({ browser, line }: Setting, subject: Subject, profile: Profile, to: string): Promise<number> {
  line.set(FREE)
  const page = await openPage(browser)
  await page.goto(`${subject.url}${ENTRY}`)
  await rest(page)
  if (profile === 'slow') await slowDown(page, line)
  const took = page.evaluate(async () => {
    const pressed = await new Promise<number>((resolve) => {
      document.addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
    })
    const before = document.querySelector('h1#title')?.textContent
    while ((document.querySelector('h1#title')?.textContent ?? before) === before) {
      if (performance.now() - pressed > 30_000) throw new Error('the next page has not come')
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
    }
    return performance.now() - pressed
  })
  await page.press(`nav a[href^="${to}"]`)
  const ms = await took
  await page.close()
  return ms
}

/** Types and submits. The line has no limit here, so that only the app's own time counts, sealing included. */
async function signIn(page: BenchPage, line: Line, stub: Stub): Promise<{ key: number; submit: number }> {
  line.set(FREE)
  await page.press('input[name="login_id"]')
  await page.type('member@demo.test')
  await page.press('input[name="password"]')
  await page.type('kT7!mz2Rqx')
  await wait(SETTLED_MS)
  const { key } = await seen(page)
  const before = stub.arrived()
  const pressed = Date.now()
  await page.type('\r')
  for (let tries = 0; stub.arrived() === before && tries < 500; tries += 1) await wait(10)
  return { key, submit: stub.arrived() === before ? Number.NaN : stub.arrived() - pressed }
}
