// A one-time code: sent, read by its owner, and typed.
import { expect } from 'vitest'
import { data, type Reply } from '../browser.ts'
import { wordOf, type World } from './world.ts'

/** Sends a code, reads it where it came, and types it. @returns the auth_code */
export async function prove(
  world: World,
  tab: number,
  token: string,
  kind: 'sms' | 'email',
  to: string,
  body: object,
): Promise<string> {
  const issued = await world.call(tab, 'POST', `/authenticator/v1/issue/${kind}`, {}, body, token)
  expect(issued.status, issued.text).toBe(200)
  world.expectMessage(to)
  await expect.poll(async () => world.codeTo(to), { interval: 2 }).not.toBe('')
  // The message of a recovery leaves after the answer, so the code of an earlier one may still be the newest.
  let verified: Reply
  for (let turn = 0; ; turn += 1) {
    const verify_code = await world.codeTo(to)
    verified = await world.call(tab, 'POST', `/authenticator/v1/verify/${kind}`, {}, { verify_code }, token)
    if (verified.status === 200 || turn === 3) break
    await new Promise((done) => setTimeout(done, 10))
  }
  expect(verified.status, verified.text).toBe(200)
  return wordOf(data(verified).auth_code)
}
