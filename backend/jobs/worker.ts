// Runs jobs: at once when this instance has added them, and each second those that are due. Instances share the work.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { afterCommit } from '../db/oneTransaction.ts'
import { runJob } from './handlers.ts'
import { isWithin, LINE_NAMES, lineOf, type CountTry, type Line } from './kinds.ts'
import { releaseMailSlots, reserveMailSlots } from './mailLimit.ts'
import { exchange, finishJob, LATER_SECONDS, postpone, takeNew, type Job, type Slots } from './queue.ts'
import { reasonOf } from './reason.ts'
import { tracedAlone, within } from '../tracing/spans.ts'

const POLL_MS = 1000

/** Work in the database, and the end of its job: one transaction, so that it happens once. */
const runWithin = (ctx: Ctx, job: Job): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    if (await finishJob({ db }, job)) await runJob({ ...ctx, db }, job)
  })

/** @returns whether the job is done and still in the table */
async function perform(ctx: Ctx, job: Job, tried: CountTry): Promise<boolean> {
  const work = isWithin(job.kind) ? runWithin : runJob
  try {
    await tracedAlone(ctx.traces, `job ${job.kind}`, { 'job.tries': job.tries }, () => work(ctx, job))
    tried(job.kind, 'done')
    return !isWithin(job.kind)
  } catch (error) {
    const reason = reasonOf(error)
    const wait = await postpone(ctx, job, reason)
    const { id, kind, tries } = job
    tried(kind, wait === null ? 'failed' : 'postponed')
    ctx.log(wait === null ? 'job.failed' : 'job.postponed', { id, kind, tries, reason, ...(wait !== null && { wait }) })
    return false
  }
}

/**
 * @param ctxOf the context that runs them, which is made after this
 * @param later_ms how long a job waits that runs after the answer
 */
export function createJobs(ctxOf: () => Ctx, later_ms = LATER_SECONDS * 1000, tried: CountTry = () => {}): Ctx['jobs'] {
  const running = new Map<Line, number>(LINE_NAMES.map((line) => [line, 0]))
  /** Lines in which a job may be due. */
  const asked = new Set<Line>()
  /** Jobs that are done, and still in the table. */
  const done: Job[] = []
  let isExchanging = false
  let isStopped = false
  const stopping = new AbortController()
  const track = (work: Promise<unknown>) => ctxOf().background.run('jobs.failed', work)

  const freeIn = (line: Line): number =>
    isStopped || !asked.has(line) ? 0 : Math.max(0, ctxOf().settings.limits.jobs_at_once - (running.get(line) ?? 0))

  /** Jobs that end, and slots that become free, while a statement is under way belong to the next one. */
  async function exchangeAll(): Promise<void> {
    if (isExchanging) return
    isExchanging = true
    try {
      while (asked.size > 0 || done.length > 0) await exchangeOnce(ctxOf())
    } finally {
      isExchanging = false
    }
  }
  async function exchangeOnce(ctx: Ctx): Promise<void> {
    const free = Object.fromEntries(LINE_NAMES.map((line) => [line, freeIn(line)])) as Slots
    asked.clear()
    if (done.length === 0 && Object.values(free).every((slots) => slots === 0)) return
    const mails = await reserveMailSlots(ctx, free.mails)
    const ended = done.splice(0)
    // The next look deletes them, if the database is away now.
    const { taken, left } = await exchange(ctx, ended, { ...free, mails: mails.may }).catch((error: unknown) => {
      done.push(...ended)
      throw error
    })
    for (const job of taken) begin(job)
    for (const job of left) track(finishJob(ctx, job))
    await releaseMailSlots(ctx, mails, taken.filter(({ kind }) => lineOf(kind) === 'mails').length)
  }
  /** The end of a job that adds others asks for all lines. */
  async function run(job: Job): Promise<void> {
    if (await perform(ctxOf(), job, tried)) done.push(job)
    for (const line of isWithin(job.kind) ? LINE_NAMES : [lineOf(job.kind)]) asked.add(line)
  }
  function begin(job: Job): void {
    const line = lineOf(job.kind)
    const add = (count: number) => void running.set(line, (running.get(line) ?? 0) + count)
    add(1)
    track(
      run(job)
        .finally(() => add(-1))
        .then(exchangeAll),
    )
  }
  async function runNew(id: string): Promise<void> {
    // A shutdown does not wait for a job that it leaves in the table.
    await sleep(later_ms, undefined, { signal: stopping.signal }).catch(() => {})
    const job = isStopped ? null : await takeNew(ctxOf(), id)
    if (job) await run(job).then(exchangeAll)
  }
  function look(): void {
    if (isStopped) return
    for (const line of LINE_NAMES) asked.add(line)
    track(exchangeAll())
  }
  return {
    wake: () => afterCommit(() => within(null, look)),
    later: (id) => afterCommit(() => within(null, () => track(runNew(id)))),
    stop() {
      isStopped = true
      stopping.abort()
    },
  }
}

/** Looks for due jobs every second: those of an instance that was killed, and tries that waited. @returns a function that stops it */
export function runJobsRegularly(ctx: Ctx): () => void {
  const timer = setInterval(() => ctx.jobs.wake(), POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
