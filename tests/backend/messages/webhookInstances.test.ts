// Two instances on one database call a service once for each event, in order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followEvents } from '../../../backend/domain/webhooks/memberEvents.ts'
import { newWebhookSecret } from '../../../backend/webhooks/signature.ts'
import { Browser } from '../browser.ts'
import { newNickname } from '../joiner.ts'
import { sharedInstances } from '../instances.ts'
import { startReceiver, type Receiver } from '../receiver.ts'
import { copyOf, PARTNER, signInAt } from '../start.ts'

// The embedded database has one process, so there is nothing to share.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two instances', () => {
  const secret = newWebhookSecret()
  let receiver: Receiver
  beforeAll(async () => void (receiver = await startReceiver(() => secret)))
  afterAll(() => receiver.close())
  const instances = sharedInstances(() => ({
    clients: [
      {
        client_id: 'one',
        client_secret: '',
        redirect_uris: [`${PARTNER}/callback`],
        post_logout_redirect_uris: [`${PARTNER}/`],
        webhook_uri: receiver.uri('one'),
        webhook_secret: secret,
      },
    ],
  }))

  test('send each event once, and those of a member in the order of their causes', async () => {
    const [one] = instances
    const member = await copyOf(one, 'member')
    await signInAt(one, new Browser(one.url), member, 'one')
    const names = Array.from({ length: 30 }, newNickname)
    const told: unknown[] = []
    const rename = (nickname: string) =>
      one.ctx.db
        .updateTable('members')
        .set({ nickname, nickname_key: nickname })
        .where('login_id', '=', member.login_id)
        .execute()
    for (const name of names) {
      await rename(name)
      await Promise.all(instances.map(({ ctx }) => followEvents(ctx)))
    }
    await Promise.all(instances.map(({ ctx }) => ctx.background.settle()))
    for (const { ctx } of instances) {
      ctx.jobs.wake()
      await ctx.background.settle()
    }
    for (const { data } of receiver.heard) told.push(data.claims)
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(names.length)
    expect(receiver.heard).toHaveLength(names.length)
    const times = receiver.heard.map(({ timestamp }) => Date.parse(timestamp))
    expect(times).toEqual(times.toSorted((before, after) => before - after))
    expect(told.at(-1)).toEqual({ nickname: names.at(-1) })
  })
})
