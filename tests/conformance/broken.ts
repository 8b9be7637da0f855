// A proxy in front of our backend that breaks one statement of the contract on purpose.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}
export type Answered = { status: number; headers: [string, string][]; body: string }

/** The changes of a broken backend. Each part is optional. */
export type Fault = {
  /** Changes what the backend is asked. */
  asked?: (asked: Asked) => void
  /** Changes what it answers. */
  answered?: (answered: Answered, asked: Asked) => Promise<void> | void
}

const NOT_PASSED = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'keep-alive',
])

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Starts it. @returns its address, and what ends it */
export async function startBroken(target: string, fault: Fault): Promise<{ url: string; close: () => Promise<void> }> {
  let url = ''
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', target)
      const headers = Object.entries(request.headers).filter(([name]) => !NOT_PASSED.has(name))
      const raw = await read(request)
      const isForm = request.headers['content-type']?.startsWith('multipart/') === true
      const asked: Asked = {
        method: request.method ?? 'GET',
        path: pathname,
        query: searchParams,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: isForm ? '' : raw.toString(),
      }
      fault.asked?.(asked)
      const body = isForm ? new Uint8Array(raw) : asked.body
      const from = await fetch(`${target}${asked.path}?${asked.query}`, {
        method: asked.method,
        headers: asked.headers,
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      })
      const answered: Answered = {
        status: from.status,
        headers: [...from.headers].filter(([name]) => !NOT_PASSED.has(name) && name !== 'content-encoding'),
        // Where a sign-in goes on stays behind this server, in an answer and in a redirect.
        body: (await from.text()).replaceAll(`"location":"${target}/`, `"location":"${url}/`),
      }
      for (const header of answered.headers) if (header[0] === 'location') header[1] = header[1].replace(target, url)
      await fault.answered?.(answered, asked)
      response.writeHead(answered.status, answered.headers.flat())
      response.end(answered.body)
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, close }
}

type Fields = Record<string, unknown>
export const fieldsOf = (text: string): Fields => {
  try {
    return JSON.parse(text) as Fields
  } catch {
    return {}
  }
}

/** Replaces the answer. */
export function say(answered: Answered, status: number, body: object): void {
  answered.status = status
  answered.body = JSON.stringify(body)
}

export const changed = (answered: Answered, change: (data: Fields) => Fields): void => {
  const body = fieldsOf(answered.body)
  answered.body = JSON.stringify({ ...body, data: change((body.data ?? {}) as Fields) })
}

const namedBy = ({ query, body }: Asked): string => query.get('transaction_id') ?? String(fieldsOf(body).transaction_id)

/** Gives every browser the cookies of the first browser with a visit. */
function sharedVisits(): Fault {
  const first = new Map<string, string>()
  return {
    asked(asked) {
      const { headers, path } = asked
      if (path !== '/v1/init/login') return
      const id = namedBy(asked)
      if (headers.cookie !== undefined && !first.has(id)) first.set(id, headers.cookie)
      const cookie = first.get(id)
      if (cookie !== undefined && headers.cookie === undefined) headers.cookie = cookie
    },
  }
}

/** Refuses a join that comes again. */
function joinsOnce(): Fault {
  const joined = new Set<unknown>()
  return {
    answered(answered, { path, body }) {
      if (path !== '/v1/verify/join' || answered.status >= 400) return
      const { login_id } = fieldsOf(body)
      if (joined.has(login_id)) say(answered, 400, { code: 'TAKEN', detail_code: 4501 })
      joined.add(login_id)
    },
  }
}

/** Each fault with what it breaks and the one row that must report it. `slow_ms` is for the fault about response times. */
export type Faults = Record<string, { row: string; fault: () => Fault; slow_ms?: number }>

export const FAULTS: Faults = {
  'a required field is missing': {
    row: 'entry.service',
    fault: () => ({
      answered(answered, { path }) {
        if (path === '/v1/profile/rp') changed(answered, ({ permission: _left, ...rest }) => rest)
      },
    }),
  },
  'a refusal is a page': {
    row: 'refusals.malformed',
    fault: () => ({
      answered(answered, { path, body }) {
        if (path !== '/v1/verify/pwd' || body !== '{}') return
        answered.body = '<!doctype html><title>400</title>'
        for (const header of answered.headers) if (header[0] === 'content-type') header[1] = 'text/html'
      },
    }),
  },
  'every origin may read answers': {
    row: 'cors.others',
    fault: () => ({
      answered(answered, { headers }) {
        if (headers.origin === 'https://elsewhere.example')
          answered.headers.push(['access-control-allow-origin', headers.origin])
      },
    }),
  },
  'a preflight forbids the token': {
    row: 'cors.preflight.service.post',
    fault: () => ({
      answered(answered, { method, path }) {
        if (method !== 'OPTIONS' || !path.startsWith('/authenticator/')) return
        for (const header of answered.headers)
          if (header[0] === 'access-control-allow-headers') header[1] = 'content-type'
      },
    }),
  },
  'scripts can read the cookie of a visit': {
    row: 'cookies.visit',
    fault: () => ({
      answered(answered, { path }) {
        if (path !== '/oidc/auth') return
        for (const header of answered.headers)
          if (header[0] === 'set-cookie') header[1] = header[1].replace(/; ?HttpOnly/i, '')
      },
    }),
  },
  'scripts can read the cookie of a session': {
    row: 'cookies.session',
    fault: () => ({
      answered(answered, { path }) {
        if (!path.startsWith('/oidc/auth/')) return
        for (const header of answered.headers)
          if (header[0] === 'set-cookie') header[1] = header[1].replace(/; ?HttpOnly/i, '')
      },
    }),
  },
  'a join makes no member': {
    row: 'join.done',
    fault: () => ({
      answered(answered, { path, body }) {
        if (path === '/v1/verify/pwd' && /^c[0-9a-f]{8}@/.test(String(fieldsOf(body).login_id)))
          say(answered, 401, { code: 'NOBODY' })
      },
    }),
  },
  'a visit is served in any browser': { row: 'visits.other-browser', fault: sharedVisits },
  'a call that may mean two visits is served': {
    row: 'visits.ambiguous',
    fault: () => ({
      answered(answered) {
        if (answered.status === 409) say(answered, 200, { data: { available: true } })
      },
    }),
  },
  'a step of another kind is passed over': {
    row: 'steps.other',
    fault: () => ({
      answered(answered, { path, body }) {
        const isOther = path === '/v1/matcher/resolve' && fieldsOf(body).matcher_type === 'ADD_TERMS_AGREEMENT'
        if (answered.status === 412 && isOther)
          say(answered, 200, { data: { location: 'http://localhost:3002/callback' } })
      },
    }),
  },
  'codes can be tried for ever': {
    row: 'codes.tries',
    fault: () => ({
      answered(answered) {
        if (fieldsOf(answered.body).detail_code === 4546)
          say(answered, 400, { code: 'CODE_MISMATCH', detail_code: 4518 })
      },
    }),
  },
  'a required proof of the phone is forgotten after the entry': {
    row: 'steps.step-up',
    fault: () => ({
      asked({ query }) {
        if (query.get('acr_values') === 'phone') query.set('acr_values', 'forgotten')
      },
      answered(answered, { query }) {
        if (query.get('acr_values') !== 'forgotten') return
        for (const header of answered.headers) if (header[0] === 'location') header[1] += '&certification=true'
      },
    }),
  },
  'an unknown id is told': {
    row: 'enumeration.sign-in',
    fault: () => ({
      answered(answered, { path, body }) {
        const isNobody = /^nobody-[0-9a-f]{8}@/.test(String(fieldsOf(body).login_id))
        if (path === '/v1/verify/pwd' && isNobody) say(answered, 400, { code: 'USER_NOT_FOUND', detail_code: 4503 })
      },
    }),
  },
  'a visit that is over is refused like any other': {
    row: 'over.told',
    fault: () => ({
      answered(answered, { path }) {
        if (path === '/v1/init/login' && fieldsOf(answered.body).code === 'VISIT_OVER')
          say(answered, 403, { code: 'FORBIDDEN' })
      },
    }),
  },
  'a code by e-mail cannot be given more time': {
    row: 'codes.refresh-email',
    fault: () => ({
      answered(answered, { path }) {
        if (path === '/authenticator/v1/refresh/email') say(answered, 404, { code: 'NOT_FOUND' })
      },
    }),
  },
  'a known person hears of it at the last press': {
    row: 'join.person',
    fault: () => ({
      answered(answered, { path }) {
        if (path === '/authenticator/v1/verify/sms') changed(answered, ({ same_person: _left, ...rest }) => rest)
      },
    }),
  },
  'a join counts twice': { row: 'join.repeated', fault: joinsOnce },
  'an answer is slow': {
    row: 'times.answers',
    slow_ms: 3000,
    fault: () => ({
      answered: async (_answered, { path }) => {
        if (path === '/v1/health') await sleep(3500)
      },
    }),
  },
  'the code of a search opens the reset of any id': {
    row: 'identify.found',
    fault: () => ({
      answered(answered, { path }) {
        if (path !== '/v1/search/pwd' || answered.status !== 400) return
        say(answered, 200, { data: { reset_token: 'a-reset-of-another', modulus: 'aa', exponent: '010001' } })
      },
    }),
  },
}
