// What a member receives by SMS and by e-mail.
import { expect } from 'vitest'
import { messages } from '../../backend/outbox.ts'
import type { RunningBackend } from '../../backend/main.ts'

type Backend = Pick<RunningBackend, 'ctx'>

/** The messages to a phone or an address, with their subjects, the newest first, when all that is under way has been sent. */
export async function messagesTo({ ctx }: Backend, to: string): Promise<string[]> {
  await ctx.background.settle()
  return (await messages(ctx, to)).map(({ text }) => text)
}

/** The codes in these messages, the newest first. */
export const codesTo = async (backend: Backend, to: string): Promise<string[]> =>
  (await messagesTo(backend, to)).flatMap((text) => /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0] ?? [])

export const newestCodeTo = async (backend: Backend, to: string): Promise<string> =>
  (await codesTo(backend, to))[0] ?? ''

/** The newest code, once there are more than `before`: the message of a recovery leaves after its answer. */
export async function codeTo(backend: Backend, to: string, before = 0): Promise<string> {
  await expect.poll(async () => (await codesTo(backend, to)).length).toBeGreaterThan(before)
  return newestCodeTo(backend, to)
}
