// What each kind of job does. A handler may run twice, because its instance can be killed after the work and before the end of the job.
import type { Ctx } from '../context.ts'
import { sendDecision } from '../domain/join/approvals.ts'
import { sendLeft } from '../domain/account/leaving.ts'
import { sendDelay } from '../domain/recovery/delayedReset.ts'
import { sendWebhook } from '../domain/webhooks/sendWebhook.ts'
import { notifyMember, sendNotice } from '../domain/notices/notices.ts'
import { readPayload, type JobKind, type Payload } from './kinds.ts'
import type { Job } from './queue.ts'

type Handler<K extends JobKind> = (ctx: Ctx, payload: Payload<K>, job: Job) => Promise<void>

const HANDLERS: { [K in JobKind]: Handler<K> } = {
  'notice.member': notifyMember,
  'notice.mail': (ctx, told, job) => sendNotice(ctx, 'mail', told, job),
  'notice.sms': (ctx, told, job) => sendNotice(ctx, 'sms', told, job),
  'decision.mail': sendDecision,
  'left.mail': sendLeft,
  'reset.mail': (ctx, delay, job) => sendDelay(ctx, 'mail', delay, job),
  'reset.sms': (ctx, delay, job) => sendDelay(ctx, 'sms', delay, job),
  'session.logout': (ctx, session) => ctx.logOutAt(session),
  webhook: sendWebhook,
}

/** @throws Error if the job could not be done. It is tried again */
export async function runJob(ctx: Ctx, job: Job): Promise<void> {
  const handler = HANDLERS[job.kind] as Handler<JobKind>
  await handler(ctx, readPayload(job.kind, job.payload), job)
}
