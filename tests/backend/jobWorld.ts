// A backend whose mails, SMS, logouts and webhooks go to servers of the test, for tests of its jobs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { LINE_NAMES } from '../../backend/jobs/kinds.ts'
import { exchange, LEASE_SECONDS, type Job, type Slots } from '../../backend/jobs/queue.ts'
import { newWebhookSecret } from '../../backend/webhooks/signature.ts'
import { startReceiver } from './receiver.ts'
import { startRelay } from './relay.ts'
import { copyOf, PARTNER, start } from './start.ts'

/** The service that is told of logouts, and by webhooks. */
export const CLIENT = 'service-of-jobs'

export const slotsOf = (count: number) => Object.fromEntries(LINE_NAMES.map((line) => [line, count])) as Slots

export async function openJobs() {
  const secret = newWebhookSecret()
  const relay = await startRelay()
  const receiver = await startReceiver(() => secret)
  const world = { beforeAnswer: () => Promise.resolve() }
  /** The gateway of SMS, and the service that hears of ended sessions. */
  const listener = createServer((_, response) => void world.beforeAnswer().then(() => response.end('{}')))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
  const service = {
    client_id: CLIENT,
    client_secret: '',
    redirect_uris: [`${PARTNER}/callback`],
    post_logout_redirect_uris: [`${PARTNER}/`],
    webhook_uri: receiver.uri(CLIENT),
    webhook_secret: secret,
    backchannel_logout_uri: url,
  }
  let now = Date.now()
  // What a backend does every few minutes never begins: its statements would be among those that a test counts.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const backend = await start({ smtp_url: relay.url, now: () => new Date(now), clients: [service] })
  vi.useRealTimers()
  const { ctx } = backend
  // Only the demonstration keeps a copy of each message.
  ctx.settings.copies_messages = false
  ctx.settings.sms_gateways = [
    { name: 'listener', callFor: () => ({ url, headers: {}, body: '{}' }), accepts: () => true },
  ]
  return Object.assign(world, {
    ctx,
    relay,
    pass: (seconds: number) => void (now += seconds * 1000),
    passLease: () => void (now += LEASE_SECONDS * 1000),
    async work(): Promise<void> {
      ctx.jobs.wake()
      await ctx.background.settle()
    },
    jobs: () => ctx.db.selectFrom('jobs').select(['kind', 'tries', 'reason']).execute(),
    async someMember() {
      const { login_id } = await copyOf(backend, 'member')
      return ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirstOrThrow()
    },
    /** Takes jobs as another process does, which is killed then. */
    takeAndDie: async (count = 1): Promise<Job[]> => (await exchange(ctx, [], slotsOf(count))).taken,
    /** Between two tests. */
    async clear(): Promise<void> {
      relay.mails.length = 0
      await ctx.db.deleteFrom('jobs').execute()
    },
    async close(): Promise<void> {
      await backend.close()
      await relay.close()
      receiver.close()
      listener.closeAllConnections()
      listener.close()
    },
  })
}
