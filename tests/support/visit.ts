// A visit that a partner service began: the issuer's own redirect, with this browser's cookies.
import { createHash, randomBytes } from 'node:crypto'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { ask } from './server.ts'

type Begun = {
  service?: 'service-a' | 'service-b'
  prompt?: string
  login_hint?: string
  acr_values?: string
  invitation?: string
}

/** @returns the query with which the issuer sends the browser to the app's entry */
export async function beginVisit({ service = 'service-a', ...asked }: Begun = {}): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: service,
    redirect_uri: 'http://localhost:3002/callback',
    response_type: 'code',
    scope: 'openid email',
    state: randomBytes(8).toString('base64url'),
    nonce: randomBytes(8).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...asked,
  })
  const location = await follow(`/oidc/auth?${query}`)
  return new URL(location).search
}

/** Follows an address of the backend as a browser would. @returns the final address */
export async function follow(address: string): Promise<string> {
  const response = await ask(address)
  const location = response.headers.get('location')
  if (!location) throw new Error(`${response.status} at ${address}: ${(await response.text()).slice(0, 500)}`)
  return location
}

export type Member = { login_id: string; password: string; phone: string; invitation?: string; mbr_no?: string }

/** A fresh copy of a demo member. */
export async function memberLike(from: string): Promise<Member> {
  const headers = { 'content-type': 'application/json' }
  const response = await ask('/demo/members', { method: 'POST', headers, body: JSON.stringify({ from }) })
  return ((await response.json()) as { data: Member }).data
}

/** The code that was sent last to this phone. */
export async function codeSentTo(phone: string): Promise<string> {
  let code = ''
  // The message of a recovery leaves after the answer.
  await waitFor(async () => {
    const response = await ask(`/outbox.json?to=${encodeURIComponent(phone)}`)
    const [newest] = (await response.json()) as { text: string }[]
    code = /\d{6}/.exec(newest?.text ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  })
  return code
}
