// Contract, "Conventions": CORS with credentials, cookies, and visits that belong to one browser.
import { Welcome } from '../../contract/shapes/welcome.ts'
import { ValidNickname } from '../../contract/shapes/join.ts'
import type { Cookie } from '../browser.ts'
import type { Backend } from '../../contract/row.ts'
import { answered, holds, locationOf, refused } from '../expect.ts'
import type { Kit, Visit } from '../kit.ts'
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

/** What is wrong with a cookie of a backend, or null. */
export function cookieProblem({ line }: Cookie, isSecure: boolean): string | null {
  const attributes = line.split(';').map((part) => part.trim().toLowerCase())
  if (!attributes.includes('httponly')) return 'no HttpOnly'
  if (!attributes.some((one) => one === 'samesite=lax' || one === 'samesite=strict'))
    return 'neither SameSite=Lax nor Strict'
  if (isSecure && !attributes.includes('secure')) return 'no Secure'
  return null
}

/** The cookies that the hosts of the auth API set in this browser. */
function checkCookies(kit: Kit, { browser, named }: Visit): void {
  const { hostname, protocol } = new URL(kit.addresses.auth)
  const ours = browser.set.filter(({ host }) => host === hostname)
  const request = {
    request: { method: 'GET', url: `${kit.file.entries.sign_in} (${named.transaction_id})`, headers: {} },
  }
  holds(ours.length > 0, `a cookie of ${hostname}`, 'none', request)
  for (const cookie of ours) {
    const problem = cookieProblem(cookie, protocol === 'https:')
    holds(
      problem === null,
      `HttpOnly, SameSite=Lax or Strict, and Secure behind TLS for ${cookie.name}`,
      problem ?? '',
      request,
    )
  }
}

export const cookies: Chapter = {
  name: 'Cookies',
  rows: [
    {
      id: 'cookies.visit',
      title: 'the cookies of the entry are HttpOnly, SameSite and, behind TLS, Secure',
      screen: 'Nothing; but a script in a page could take the visit over',
      async run(kit) {
        checkCookies(kit, await need(kit.begin()))
      },
    },
    {
      id: 'cookies.session',
      title: 'the cookies of a sign-in are HttpOnly, SameSite and, behind TLS, Secure',
      screen: 'Nothing; but a script in a page could take the session over',
      async run(kit) {
        const visit = await need(kit.begin())
        visit.browser.set.length = 0
        locationOf(await need(visit.signIn(await kit.member('plain'))))
        if (visit.browser.set.length > 0) checkCookies(kit, visit)
      },
    },
  ],
}

const nickname = { query: { nickname: 'conformance' } }

export const visits: Chapter = {
  name: 'Visits and browsers',
  rows: [
    {
      id: 'visits.other-browser',
      title: 'a visit of another browser is refused with 403',
      screen: 'Nothing; but who learns the address of a visit can go on with it',
      async run(kit) {
        const visit = await need(kit.begin())
        await visit.welcome()
        const { code } = refused(await visit.elsewhere().call('initLogin'), 'notHere')
        holds(code !== 'VISIT_OVER', 'a code other than VISIT_OVER', code, null)
      },
    },
    {
      id: 'visits.other-state',
      title: 'a visit with a wrong state is refused with 403',
      screen: 'Nothing; but a forged address is taken for a visit',
      async run(kit) {
        const visit = await need(kit.begin())
        const query = { ...visit.named, state: 'another-state' }
        refused(await visit.call('initLogin', { nameless: true, query }), 'notHere')
      },
    },
    {
      id: 'visits.alone',
      title: 'a call without the visit is served while the browser has one alone',
      screen: '“Service unavailable” in pages of an older release',
      async run(kit) {
        const visit = await need(kit.begin())
        answered(await visit.call('validNickname', { ...nickname, nameless: true }), 'validNickname', ValidNickname)
      },
    },
    {
      id: 'visits.ambiguous',
      title: 'a call without the visit is refused with 409 while the browser has two',
      screen: 'What was typed in one tab counts in the other',
      async run(kit) {
        const first = await need(kit.begin())
        const second = await need(kit.begin('sign_in', first.browser))
        refused(await second.call('validNickname', { ...nickname, nameless: true }), 'ambiguous')
      },
    },
    {
      id: 'visits.named',
      title: 'two visits of one browser are served beside each other',
      screen: 'Error 403 in the tab that was opened first',
      async run(kit) {
        const first = await need(kit.begin())
        const second = await need(kit.begin('sign_in', first.browser))
        for (const visit of [first, second, first]) {
          answered(await visit.call('initLogin'), 'initLogin', Welcome)
          answered(await visit.call('validNickname', nickname), 'validNickname', ValidNickname)
        }
      },
    },
    {
      id: 'visits.stranger',
      title: 'a call that names the visit of another browser is refused with 403',
      screen: 'Nothing; but one browser can act in the visit of another',
      async run(kit) {
        const visit = await need(kit.begin())
        const other = await need(kit.begin())
        refused(await visit.elsewhere(other.browser).call('validNickname', nickname), 'notHere')
      },
    },
  ],
}

export const over: Chapter = {
  name: 'Visits that are over',
  rows: [
    {
      id: 'over.told',
      title: 'a visit that is over is refused with 403 VISIT_OVER',
      screen: '“Service unavailable” again and again, in place of the way back to the service',
      async run(kit) {
        const visit = await need(kit.begin())
        await visit.finish(await kit.member('plain'))
        refused(await visit.call('initLogin'), 'visitOver')
      },
    },
    {
      id: 'over.calls',
      title: 'a call of a visit that is over is refused with 403 VISIT_OVER',
      screen: 'A page that keeps what was typed and can never send it',
      async run(kit) {
        const visit = await need(kit.begin())
        await visit.finish(await kit.member('plain'))
        refused(await visit.call('validNickname', nickname), 'visitOver')
      },
    },
  ],
}
