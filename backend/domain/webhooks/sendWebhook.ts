// The job of a webhook: one signed call to the address that the service has registered.
import { sql } from 'kysely'
import { secondsFrom, type Ctx } from '../../context.ts'
import { together } from '../../db/oneTransaction.ts'
import { webhookSecretsOf } from '../../db/webhookSecrets.ts'
import type { Payload } from '../../jobs/kinds.ts'
import type { Job } from '../../jobs/queue.ts'
import { traced } from '../../tracing/spans.ts'
import { post } from '../../webhooks/post.ts'
import { bytesOf, signedHeaders } from '../../webhooks/signature.ts'
import { webhookData } from './body.ts'

/** So long a service that has just failed gets no further call, so that its calls do not hold back those of others. */
const REST_SECONDS = 60

/** NOTE: not the calls that are due later. Each new call that fails would put them off once more, so that none of them would come again. */
async function restService(ctx: Ctx, client_id: string): Promise<void> {
  const now = ctx.now()
  await sql`
    update jobs set due_at = ${secondsFrom(now, REST_SECONDS)} where kind = 'webhook' and payload->>'client_id' = ${client_id}
      and failed_at is null and due_at <= ${now}`.execute(ctx.db)
}

/**
 * Reads what the call says, in one transaction that ends before the call. It cannot be that of the claim: the values are those of the moment at which
 * this call leaves, and a withdrawal in between deletes the job.
 * @throws Error if the service does not accept it with a status from 200 to 299. The same call comes again under the same ID
 */
export async function sendWebhook(ctx: Ctx, told: Payload<'webhook'>, { id, created_at }: Job): Promise<void> {
  const { client_id, event: type } = told
  const uri = ctx.clients.find((one) => one.client_id === client_id)?.webhook_uri
  if (!uri) return
  const read = await together(
    async () => {
      const data = await webhookData(ctx, told)
      return data && { data, secrets: await webhookSecretsOf(ctx, client_id) }
    },
    () => true,
  )
  if (read === null) return
  const { data, secrets } = read
  if (secrets.length === 0) throw Object.assign(new Error('no secret signs it'), { code: 'NO_WEBHOOK_SECRET' })
  const body = JSON.stringify({ type, timestamp: created_at.toISOString(), data })
  const headers = signedHeaders({ id: `msg_${id}`, at: ctx.now(), body }, secrets.map(bytesOf))
  try {
    const { limits, webhook_networks } = ctx.settings
    const bounds = { timeout_ms: limits.webhook_answer_ms, allowed: webhook_networks }
    await traced('client', 'webhook', {}, () => post(uri, { headers, body }, bounds))
  } catch (error) {
    await restService(ctx, client_id)
    throw error
  }
}
