// Contract, "Conventions": CORS with credentials.
import type { Backend } from '../../contract/row.ts'
import { holds } from '../expect.ts'
import { type Exchange, need } from '../mismatch.ts'
import type { Chapter, Row } from '../row.ts'

const NO_CONNECTION = '“No connection to the server” at every call: the browser keeps the answer from the app'

function allowsApp(exchange: Exchange, origin: string): void {
  const allowed = exchange.headers.get('access-control-allow-origin') ?? 'none'
  holds(allowed === origin, `Access-Control-Allow-Origin: ${origin}`, allowed, exchange)
  const credentials = exchange.headers.get('access-control-allow-credentials') ?? 'none'
  holds(credentials === 'true', 'Access-Control-Allow-Credentials: true', credentials, exchange)
}

/** The names of a header's list, in small letters. */
const listed = (exchange: Exchange, header: string): string[] =>
  (exchange.headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase())

const preflight = (backend: Backend, path: string, method: string, header: string): Row => ({
  id: `cors.preflight.${backend}.${method.toLowerCase()}`,
  title: `the preflight of ${method} ${path} allows the method and ${header}`,
  screen: NO_CONNECTION,
  async run(kit) {
    const { app_origin } = kit.file
    const headers = {
      origin: app_origin,
      'access-control-request-method': method,
      'access-control-request-headers': header,
    }
    const exchange = await kit.browser().send({ method: 'OPTIONS', url: kit.addresses[backend] + path, headers })
    holds(exchange.status >= 200 && exchange.status < 300, '204 or 200', String(exchange.status), exchange)
    allowsApp(exchange, app_origin)
    const methods = listed(exchange, 'access-control-allow-methods')
    // A POST needs no permission by name.
    const isAllowed = method === 'POST' || methods.includes(method.toLowerCase())
    holds(isAllowed, `Access-Control-Allow-Methods with ${method}`, methods.join(), exchange)
    const names = listed(exchange, 'access-control-allow-headers')
    holds(names.includes(header), `Access-Control-Allow-Headers with ${header}`, names.join(), exchange)
  },
})

export const cors: Chapter = {
  name: 'CORS with credentials',
  rows: [
    {
      id: 'cors.answer',
      title: 'a success names the origin of the app and allows credentials',
      screen: NO_CONNECTION,
      async run(kit) {
        const visit = await need(kit.begin())
        allowsApp(await visit.call('initLogin'), kit.file.app_origin)
      },
    },
    {
      id: 'cors.refusal',
      title: 'a refusal names the origin of the app and allows credentials',
      screen: '“No connection to the server” in place of the reason of the refusal',
      async run(kit) {
        const visit = await need(kit.begin())
        allowsApp(await visit.call('verifyPwd', { nameless: true, body: {} }), kit.file.app_origin)
      },
    },
    preflight('auth', '/v1/verify/pwd', 'POST', 'content-type'),
    preflight('auth', '/v1/profile/search/password', 'PUT', 'content-type'),
    preflight('service', '/authenticator/v1/issue/sms', 'POST', 'x-authenticator'),
    preflight('file', '/v1/matcher/student/resolve', 'POST', 'idempotency-key'),
    preflight('node', '/v1/client-errors', 'POST', 'content-type'),
    {
      id: 'cors.portal',
      title: 'the member-portal API names the origin of the app',
      screen: 'The state of a join that waits for an approval does not load',
      async run(kit) {
        const visit = await need(kit.begin())
        allowsApp(await visit.call('interests'), kit.file.app_origin)
      },
    },
    {
      id: 'cors.others',
      title: 'a page of another origin may not read an answer',
      screen: 'Nothing; but any page that a member opens can act in the member’s name',
      async run(kit) {
        const headers = { origin: 'https://elsewhere.example', accept: 'application/json' }
        const url = `${kit.addresses.auth}/v1/init/login?transaction_id=none&state=none`
        const exchange = await kit.browser().send({ method: 'GET', url, headers })
        const allowed = exchange.headers.get('access-control-allow-origin') ?? 'none'
        const isClosed = allowed !== headers.origin && allowed !== '*'
        holds(isClosed, 'no Access-Control-Allow-Origin for another origin', allowed, exchange)
      },
    },
    {
      id: 'cors.retry-after',
      title: 'Retry-After is among the exposed headers',
      screen: 'After too many attempts the app always says “one minute”',
      async run(kit) {
        const visit = await need(kit.begin())
        const exchange = await visit.call('initLogin')
        const names = listed(exchange, 'access-control-expose-headers')
        holds(names.includes('retry-after'), 'Access-Control-Expose-Headers with Retry-After', names.join(), exchange)
      },
    },
  ],
}
