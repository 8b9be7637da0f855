// Runs jobs: at once when this instance has added them, and each second those that are due. Instances share the work.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { afterCommit } from '../db/oneTransaction.ts'
import { runJob } from './handlers.ts'
import { LINE_NAMES, type Line } from './kinds.ts'
import { giveMailPlaceBack, takeMailPlace } from './mailLimit.ts'
import { dueLines, finishJob, LATER_SECONDS, postpone, takeNew, takeNext, type Job } from './queue.ts'
import { reasonOf } from './reason.ts'
import { tracedAlone, within } from '../tracing/spans.ts'

const POLL_MS = 1000

async function perform(ctx: Ctx, job: Job): Promise<void> {
  try {
    await tracedAlone(ctx.traces, `job ${job.kind}`, { 'job.tries': job.tries }, () => runJob(ctx, job))
  } catch (error) {
    const reason = reasonOf(error)
    const wait = await postpone(ctx, job, reason)
    const { id, kind, tries } = job
    ctx.log(wait === null ? 'job.failed' : 'job.postponed', { id, kind, tries, reason, ...(wait !== null && { wait }) })
    return
  }
  await finishJob(ctx, job)
}

async function takeWithin(ctx: Ctx, line: Line): Promise<Job | null> {
  if (line !== 'mails' || ctx.settings.limits.mails_per_minute === 0) return takeNext(ctx, line)
  if (!(await takeMailPlace(ctx))) return null
  const job = await takeNext(ctx, line)
  if (!job) await giveMailPlaceBack(ctx)
  return job
}

/**
 * @param ctxOf the context that runs them, which is made after this
 * @param later_ms how long a job waits that runs after the answer
 */
export function createJobs(ctxOf: () => Ctx, later_ms = LATER_SECONDS * 1000): Ctx['jobs'] {
  const running = new Map<Line, number>(LINE_NAMES.map((line) => [line, 0]))
  /** Lines in which a job came while all their places were taken: one of them may have just seen an empty table. */
  const again = new Set<Line>()
  let isStopped = false
  const stopping = new AbortController()
  const track = (work: Promise<unknown>) => ctxOf().background.run('jobs.failed', work)

  /** Each job that is taken looks for the next one beside it, up to `jobs_at_once`. */
  async function run(line: Line): Promise<void> {
    const ctx = ctxOf()
    for (;;) {
      const job = isStopped ? null : await takeWithin(ctx, line)
      if (!job) return
      begin(line)
      await perform(ctx, job)
    }
  }
  function begin(line: Line): void {
    const count = running.get(line) ?? 0
    const isFull = count >= ctxOf().settings.limits.jobs_at_once
    if (isFull) again.add(line)
    if (isStopped || isFull) return
    running.set(line, count + 1)
    track(run(line).finally(() => end(line)))
  }
  function end(line: Line): void {
    running.set(line, (running.get(line) ?? 1) - 1)
    if (again.delete(line)) begin(line)
  }
  async function look(): Promise<void> {
    for (const line of await dueLines(ctxOf())) begin(line)
  }
  async function runNew(id: string): Promise<void> {
    // A shutdown does not wait for a job that it leaves in the table.
    await sleep(later_ms, undefined, { signal: stopping.signal }).catch(() => {})
    const job = isStopped ? null : await takeNew(ctxOf(), id)
    if (job) await perform(ctxOf(), job)
  }
  return {
    wake: () => afterCommit(() => within(null, () => void (isStopped || track(look())))),
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
