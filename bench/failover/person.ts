// What a visitor of the trial does: the calls that the app makes, with a token at the end. Each call that fails is noted.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../contract/terms.ts'
import { JOIN_FORM } from '../../conformance/joinForm.ts'
import { type Key, seal } from '../../conformance/seal.ts'
import { begin, verify } from '../../scripts/smoke/signIn.ts'
import { newVisitor, type Reply } from '../../scripts/smoke/visitor.ts'
import { app, partner } from '../signIn.ts'
import type { Messages } from './messages.ts'

/** @property saw for each kind of answer that says that the server could not do its work: how often it came */
export type World = { api: string; messages: Messages; saw: Map<string, number> }
export type Who = { login_id: string; password: string }

export const PASSWORD = 'mR7$kwd2Tq'
const CLIENT = 'service-a'

/** What the operator of the trial has told the backend of its only service. */
export const CLIENTS = JSON.stringify([{ client_id: CLIENT, redirect_uris: [`${partner}/callback`] }])

const CONSENTS = PLATFORM_TERMS.filter(({ required }) => required).map(({ terms_code }) => terms_code)
const three = (text: string) => ({ KR: text, EN: text, CN: text })
export const TERMS = JSON.stringify(
  ['', GROUP_PREFIX].flatMap((prefix) =>
    PLATFORM_TERMS.map(({ terms_code, required }) => ({
      terms_code: prefix + terms_code,
      version: 1,
      audience: prefix ? 'SK' : 'GEN',
      required,
      effective_at: '2026-01-01T00:00:00+09:00',
      names: three(terms_code),
      urls: three(`https://www.example.com/terms/${terms_code.toLowerCase()}`),
    })),
  ),
)

/** A call that did not succeed. @property status 0: no answer */
export class Failed extends Error {
  readonly status: number
  readonly retry_after: string | null
  constructor(message: string, status: number, retry_after: string | null) {
    super(message)
    this.status = status
    this.retry_after = retry_after
  }
}

/** @returns a browser behind an address of its own */
function visitorIn({ saw }: World) {
  const address = `198.18.${randomInt(250)}.${randomInt(1, 250)}`
  const note = (kind: string) => void saw.set(kind, (saw.get(kind) ?? 0) + 1)
  return newVisitor(async (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    const answer = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      note('no answer')
      throw new Failed(`no answer at ${url.pathname}: ${String(error)}`, 0, null)
    })
    if (answer.status < 500) return answer
    const retry_after = answer.headers.get('retry-after')
    note(`${answer.status}, ${retry_after === null ? 'without Retry-After' : `Retry-After: ${retry_after}`}`)
    throw new Failed(`${answer.status} at ${url.pathname}`, answer.status, retry_after)
  })
}
type Visitor = ReturnType<typeof newVisitor>

const isAtApp = ({ origin }: URL) => origin === app
const isAtPartner = ({ origin }: URL) => origin === partner

function read<T>({ status, text }: Reply, shape: { parse: (value: unknown) => T }): T {
  if (status !== 200) throw new Failed(`${status}: ${text.slice(0, 300)}`, status, null)
  return shape.parse(JSON.parse(text))
}

async function arrive(world: World, more: Record<string, string> = {}) {
  const visitor = visitorIn(world)
  const code_verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: `${partner}/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  const entry = await visitor.go(new URL(`${world.api}/oidc/auth?${query}`), isAtApp)
  const key = await begin(visitor, world.api, { app }, entry)
  return { visitor, entry, key, code_verifier }
}

const passwordOf = ({ login_id, password }: Who) => ({ app, SMOKE_LOGIN_ID: login_id, SMOKE_PASSWORD: password })

const Tokens = z.object({ access_token: z.string() })

/** A whole sign-in in a new browser. @returns the access token that the service gets */
export async function signIn(world: World, who: Who): Promise<string> {
  const { visitor, entry, key, code_verifier } = await arrive(world)
  const onwards = await verify(visitor, world.api, passwordOf(who), entry, key)
  const callback = await visitor.go(onwards, isAtPartner)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT,
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: `${partner}/callback`,
    code_verifier,
  })
  return read(await visitor.send(new URL(`${world.api}/oidc/token`), { method: 'POST', body }), Tokens).access_token
}

/** Asks the issuer for the member behind an access token. */
export async function claimsOf(world: World, access_token: string): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` }
  read(await visitorIn(world).send(new URL(`${world.api}/oidc/userinfo`), { headers }), Anything)
}

const Anything = z.unknown()
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { origin: app, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const Challenge = z.object({ data: z.object({ auth_token: z.string() }) })
const Proved = z.object({ data: z.object({ auth_code: z.string() }) })
type Visit = { visitor: Visitor; entry: URL; key: Key }
type Proof = { kind: 'sms' | 'email'; body: object; to: string }

/** Asks for a code. @returns a function that enters it */
async function askFor(
  { api, messages }: World,
  { visitor, entry }: Visit,
  login_id: string,
  { kind, body, to }: Proof,
) {
  const challenge = new URL(`${api}/v1/challenge/join/${encodeURIComponent(login_id)}${entry.search}&type=general`)
  const { auth_token } = read(await visitor.send(challenge, { headers: { origin: app } }), Challenge).data
  const headers = { 'x-authenticator': `Token ${auth_token}` }
  const call = async (what: string, given: unknown) =>
    visitor.send(new URL(`${api}/authenticator/v1/${what}/${kind}`), json(given, headers))
  read(await call('issue', body), Anything)
  return async () => void read(await call('verify', { verify_code: await messages.codeTo(to) }), Proved)
}

const newAddress = () => `${randomBytes(6).toString('hex')}@load.test`

/** A code by mail that has been promised. @returns a function that enters it, and fails if it is not known */
export async function askForCode(world: World): Promise<() => Promise<void>> {
  const login_id = newAddress()
  return askFor(world, await arrive(world, { prompt: 'create' }), login_id, {
    kind: 'email',
    body: { email: login_id },
    to: login_id,
  })
}

/** A whole join, with a code by mail and one by SMS. */
export async function join(world: World): Promise<Who> {
  const login_id = newAddress()
  const phone = `104${String(randomInt(10_000_000)).padStart(7, '0')}`
  const visit = await arrive(world, { prompt: 'create' })
  const email: Proof = { kind: 'email', body: { email: login_id }, to: login_id }
  const sms: Proof = { kind: 'sms', body: { phone_number: `0${phone}`, nation_tel_no: '82' }, to: `+82${phone}` }
  for (const proof of [email, sms]) await (await askFor(world, visit, login_id, proof))()
  const { transaction_id, state } = Object.fromEntries(visit.entry.searchParams)
  const payload = {
    ...JOIN_FORM,
    transaction_id,
    state,
    name: '서연우',
    password: seal(PASSWORD, visit.key),
    login_id,
    nickname: newNickname(),
    matcher_type: 'JOIN',
    consents: CONSENTS,
    profile: { member_type_code: 'SOCIAL', affiliation_code: 'SC002', job_title: 'JOB_TYP_01' },
  }
  read(await visit.visitor.send(new URL(`${world.api}/v1/verify/join`), json(payload)), Anything)
  return { login_id, password: PASSWORD }
}

export const newNickname = (): string => `별${randomBytes(4).toString('hex')}`

const Entered = z.object({ data: z.object({ location: z.string() }) })
const Account = z.object({ data: z.object({ nickname: z.string() }) })

/** A member at the pages of the account. */
export async function enterAccount(world: World, who: Who) {
  const { api } = world
  const visitor = visitorIn(world)
  const asked = await visitor.send(new URL(`${api}/v1/init/account`), json({ return_to: '/account' }))
  const entry = await visitor.go(new URL(read(asked, Entered).data.location, api), isAtApp)
  const onwards = await verify(visitor, api, passwordOf(who), entry, await begin(visitor, api, { app }, entry))
  await visitor.go(onwards, isAtApp)
  return {
    async rename(nickname: string): Promise<void> {
      const { status, text } = await visitor.send(new URL(`${api}/v1/account/nickname`), {
        ...json({ nickname }),
        method: 'PUT',
      })
      if (status !== 204) throw new Failed(`${status}: ${text}`, status, null)
    },
    async nickname(): Promise<string> {
      return read(await visitor.send(new URL(`${api}/v1/account`), { headers: { origin: app } }), Account).data.nickname
    },
  }
}
