// Faults, the mail relay: a failed mail leaks no resources, and a silent relay delays no request.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeMail, deliver } from '../../../backend/mail.ts'
import { sharedParts } from '../shared.ts'

const parts = sharedParts()

const mail = { to: 'someone@mail.test', subject: 'subject', text: 'text' }

test('a mail that is not accepted leaves no listening server behind', async () => {
  const listen = vi.spyOn(SMTPServer.prototype, 'listen')
  const { ctx } = parts
  onTestFinished(() => closeMail(ctx))
  const taken: string[] = []
  let hasRoom = false
  const receive = async ({ to }: { to: string }) => {
    if (!hasRoom) throw new Error('no room')
    taken.push(to)
  }
  for (const to of ['one@mail.test', 'two@mail.test', 'three@mail.test'])
    await expect(deliver(ctx, { ...mail, to }, receive)).rejects.toThrow('no room')
  hasRoom = true
  await deliver(ctx, mail, receive)
  expect(taken).toEqual([mail.to])
  expect(listen).toHaveBeenCalledTimes(1)
})

test('a relay that takes the connection and says nothing is given up, before the app gives the call up', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port } = server.address() as AddressInfo
  const ctx = { ...parts.ctx, settings: { ...parts.ctx.settings, smtp_url: `smtp://127.0.0.1:${port}` } }
  const outcome = deliver(ctx, mail, async () => {}).then(
    () => 'delivered',
    (error: Error) => error.message,
  )
  await once(server, 'connection')
  // The app waits ten seconds. Time passes only here, once this side is connected as well.
  for (let ms = 0; ms < 9_000; ms += 100) {
    vi.advanceTimersByTime(100)
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(await outcome).toMatch(/Greeting never received|Timeout/)
  await closeMail(ctx)
})
