// Faults, the mail relay: a failed mail leaks no resources, and a silent relay delays no request.
import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { closeMail, deliver } from '../../../backend/mail.ts'
import { openParts, type Parts } from '../backendParts.ts'

let parts: Parts
beforeAll(async () => {
  parts = await openParts()
}, 30_000)
afterAll(() => parts.close())

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
  const { port } = server.address() as AddressInfo
  const ctx = { ...parts.ctx, settings: { ...parts.ctx.settings, smtp_url: `smtp://127.0.0.1:${port}` } }
  await expect(deliver(ctx, mail, async () => {})).rejects.toThrow(/Greeting never received|Timeout/)
  await closeMail(ctx)
}, 10_000)
