// A one-time code: sent, read by its owner, and typed.
import { expect } from 'vitest'
import { data } from '../browser.ts'
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
  const verify_code = await world.codeTo(to)
  const verified = await world.call(tab, 'POST', `/authenticator/v1/verify/${kind}`, {}, { verify_code }, token)
  expect(verified.status, verified.text).toBe(200)
  return wordOf(data(verified).auth_code)
}
