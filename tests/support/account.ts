// The calls of the account, answered from one state. A test changes the state, or replaces an answer.
import { http, HttpResponse, type HttpHandler } from 'msw'
import { inject } from 'vitest'
import type * as z from 'zod/mini'
import type { Account, ActivityRow, PasskeyRow, ServiceRow, SessionRow } from '../../contract/shapes/account.ts'
import type { ProofMethod } from '../../contract/signInMethods.ts'
import { bases, server } from './server.ts'

/** The call that begins a sign-in, for `fault`. */
export const BEGIN = 'POST /v1/init/account'
export const SIGN_IN = 'http://localhost:3002/sign-in'
const rpId = 'localhost'
const challenge = 'Y2hhbGxlbmdl'

const member = (): z.input<typeof Account> => ({
  session: 'first-session',
  login_id: 'haneul.kim@demo.test',
  name: 'Haneul Kim',
  nickname: 'Sky',
  phone: '010-****-**34',
  email: 'ha***@demo.test',
  password_changed_at: '2026-01-05T09:00:00Z',
  second_factor: 'NONE',
  member_kind: 'STUDENT',
  belong_sk: false,
  marketing: { email: true, sms: false, email_at: '2026-02-01T09:00:00Z', sms_at: null },
  modulus: inject('backend').modulus,
  exponent: inject('backend').exponent,
  enc_alg: 'RSA-OAEP-256',
  passkeys: { rp_id: rpId, count: 1 },
  kept: [
    { what: 'CONSENTS', days: 1825 },
    { what: 'BACKUPS', days: 30 },
  ],
})

/** How a call fails. `lost` and `broken`: the server has done it, and its answer does not arrive, or does not fit. `hangs`: nothing comes back. */
export type Fault = number | 'lost' | 'broken' | 'hangs'

export type AccountState = {
  /** The call that fails, as in `callsOn`, until a test mends it. */
  fault: { call: string; how: Fault } | null
  /** The calls that were done, whatever became of their answers. */
  done: string[]
  account: z.input<typeof Account>
  /** Nobody is signed in. */
  signedOut: boolean
  /** The methods that a fresh call asks for; none: the proof is fresh. Each proof takes the next list. */
  proofs: ProofMethod[][]
  sessions: SessionRow[]
  services: ServiceRow[]
  passkeys: PasskeyRow[]
  activity: ActivityRow[]
}

const firstState = (): AccountState => ({
  fault: null,
  done: [],
  account: member(),
  signedOut: false,
  proofs: [],
  sessions: [
    {
      id: 'phone',
      browser: 'Safari',
      system: 'iPhone',
      place: 'Busan',
      signed_in_at: '2026-01-01T09:00:00Z',
      last_used_at: '2026-01-02T09:00:00Z',
      current: false,
      services: ['Step Learning'],
    },
    {
      id: 'here',
      browser: 'Firefox',
      system: 'Linux',
      signed_in_at: '2026-01-03T09:00:00Z',
      last_used_at: '2026-01-03T09:00:00Z',
      current: true,
      services: [],
    },
  ],
  services: [
    {
      client_id: 'step',
      rp_name: 'Step Learning',
      domain: 'https://step.test/',
      first_used_at: '2026-01-01T09:00:00Z',
      last_used_at: '2026-01-02T09:00:00Z',
      scopes: ['openid', 'email'],
      terms: [
        {
          name: 'Terms of Step',
          url: 'https://step.test/3',
          version: 3,
          agreed_at: '2026-01-01T09:00:00Z',
          required: true,
        },
      ],
    },
  ],
  passkeys: [
    {
      id: 'one',
      name: 'My phone',
      created_at: '2026-01-01T09:00:00Z',
      last_used_at: null,
      synced: true,
      credential_id: 'b25l',
    },
  ],
  activity: [],
})

const data = (value: unknown) => HttpResponse.json({ data: value as object })
const done = () => new HttpResponse(null, { status: 204 })
const refused = (status: number, code: string, more: object = {}) => HttpResponse.json({ code, ...more }, { status })

type Call = (request: { body: Record<string, unknown>; id: string; query: URLSearchParams }) => Response

/** The calls by method and path. A star: only with a fresh proof. */
const callsOn = (state: AccountState): Record<string, Call> => ({
  'GET ': () => data(state.account),
  'POST /proof/token': ({ body }) =>
    data({ auth_token: 'token', masked: body.method === 'SMS' ? state.account.phone : state.account.email }),
  'POST /proof/passkey': () => data({ options: { challenge, rpId, userVerification: 'required' } }),
  'POST /proof': () => {
    state.proofs.shift()
    return data({ fresh_until: '2030-01-01T00:00:00Z' })
  },
  'PUT /password*': () => data({ ended_sessions: 2 }),
  'PUT /phone*': () => data({ masked: (state.account.phone = '010-****-**99') }),
  'PUT /email*': () => data({ masked: (state.account.email = 'ne***@demo.test') }),
  'PUT /nickname': ({ body }) => {
    state.account.nickname = String(body.nickname)
    return done()
  },
  'PUT /marketing': ({ body }) => {
    Object.assign(state.account.marketing, body)
    return done()
  },
  'PUT /second-factor*': ({ body }) => {
    state.account.second_factor = body.second_factor === 'SMS' ? 'SMS' : 'NONE'
    return done()
  },
  'GET /passkeys': () => data(state.passkeys),
  'POST /passkeys/options*': () =>
    data({
      options: {
        rp: { id: rpId, name: 'Daemun' },
        user: { id: 'dXNlcg', name: 'haneul', displayName: 'Haneul' },
        challenge,
        pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    }),
  'POST /passkeys*': () => {
    const row = {
      id: `new-${state.passkeys.length}`,
      name: 'New passkey',
      created_at: '2026-03-01T09:00:00Z',
      synced: false,
    }
    state.passkeys.push(row)
    return data(row)
  },
  'PUT /passkeys/:id': ({ id, body }) => {
    for (const row of state.passkeys) if (row.id === id) row.name = String(body.name)
    return done()
  },
  'DELETE /passkeys/:id*': ({ id }) => {
    if (!state.passkeys.some((row) => row.id === id)) return refused(404, 'NOT_FOUND')
    state.passkeys = state.passkeys.filter((row) => row.id !== id)
    return done()
  },
  'GET /sessions': () => data(state.sessions),
  'DELETE /sessions/:id': ({ id }) => {
    if (!state.sessions.some((row) => row.id === id)) return refused(404, 'NOT_FOUND')
    state.sessions = state.sessions.filter((row) => row.id !== id)
    return done()
  },
  'DELETE /sessions': () => {
    state.sessions = state.sessions.filter(({ current }) => current)
    return done()
  },
  'GET /services': () => data(state.services),
  'DELETE /services/:id*': ({ id }) => {
    if (!state.services.some((row) => row.client_id === id)) return refused(404, 'NOT_FOUND')
    state.services = state.services.filter((row) => row.client_id !== id)
    return done()
  },
  'GET /activity': ({ query }) => {
    const [event, before] = [query.get('event'), query.get('before')]
    const rows = state.activity.filter((row) => (!event || row.event === event) && (!before || row.at < before))
    return data(rows.slice(0, 50))
  },
  'POST /report': () => {
    state.signedOut = true
    return done()
  },
  'GET /export*': () => data({ members: [{ name: 'Haneul Kim', phone: '01012341234', gender: 'F' }], passkeys: [] }),
  'POST /leave*': () => data((state.account.leaving = { effective_at: '2026-12-12T09:00:00Z' })),
  'DELETE /leave': () => {
    delete state.account.leaving
    return done()
  },
})

const GATEWAY = '<!doctype html><title>Gateway</title>'

/** The call as its fault lets it happen. @param act does it */
async function withFault(state: AccountState, name: string, act: () => Promise<Response>): Promise<Response> {
  const how = state.fault?.call === name ? state.fault.how : null
  if (how === 'hangs') return new Promise<never>(() => {})
  if (typeof how === 'number') return refused(how, 'INJECTED')
  const given = await act()
  state.done.push(name)
  if (how === 'lost') return HttpResponse.error()
  return how === 'broken' ? HttpResponse.html(GATEWAY) : given
}

function handlerOf(state: AccountState, name: string, answer: Call): HttpHandler {
  const isFresh = name.endsWith('*')
  const [method = 'GET', path = ''] = name.replace('*', '').split(' ')
  const act = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }[method] ?? http.all
  return act(`${bases.auth}/v1/account${path}`, async ({ request, params }) => {
    if (state.signedOut) return refused(401, 'NO_SESSION')
    const named = request.headers.get('x-account-session')
    if (named !== null && named !== state.account.session) return refused(409, 'ANOTHER_SESSION')
    const [methods] = state.proofs
    if (isFresh && methods) return refused(403, 'PROOF_NEEDED', { data: { methods } })
    return withFault(state, name, async () => {
      const text = await request.text()
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      return answer({ body, id: String(params.id), query: new URL(request.url).searchParams })
    })
  })
}

/** From now on the calls of the account are answered from the returned state. */
export function accountServer(patch: Partial<z.input<typeof Account>> = {}): AccountState {
  const state = firstState()
  Object.assign(state.account, patch)
  const begin = async () => data({ location: SIGN_IN })
  server.use(
    http.post(`${bases.auth}/v1/init/account`, () => withFault(state, BEGIN, begin)),
    ...Object.entries(callsOn(state)).map(([name, answer]) => handlerOf(state, name, answer)),
  )
  return state
}

/** Codes are sent and verified; `refuse` of tests/support/server.ts replaces one of these answers. */
export const codeServer = (): void =>
  server.use(
    http.post(`${bases.service}/authenticator/v1/issue/:channel`, () => data({ expires_in: 180 })),
    http.post(`${bases.service}/authenticator/v1/verify/:channel`, () => data({ auth_code: 'the-proof' })),
  )
