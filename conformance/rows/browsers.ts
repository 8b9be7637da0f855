// Contract, "Conventions": cookies, and visits that belong to one browser.
import { Welcome } from '../../contract/shapes/welcome.ts'
import { ValidNickname } from '../../contract/shapes/join.ts'
import type { Cookie } from '../browser.ts'
import { answered, holds, refused } from '../expect.ts'
import type { Kit, Visit } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'

/** What is wrong with a cookie of a backend, or null. */
export function cookieProblem({ line }: Cookie, isSecure: boolean): string | null {
  const attributes = line.split(';').map((part) => part.trim().toLowerCase())
  if (!attributes.includes('httponly')) return 'no HttpOnly'
  if (!attributes.some((one) => one === 'samesite=lax' || one === 'samesite=strict'))
    return 'neither SameSite=Lax nor Strict'
  if (isSecure && !attributes.includes('secure')) return 'no Secure'
  return null
}

/** The cookies that the host of the auth API has set in this browser. */
const cookiesOf = (kit: Kit, { browser }: Visit): Cookie[] =>
  browser.set.filter(({ host }) => host === new URL(kit.addresses.auth).hostname)

function checkCookies(kit: Kit, visit: Visit): void {
  const { hostname, protocol } = new URL(kit.addresses.auth)
  const ours = cookiesOf(kit, visit)
  const request = {
    request: { method: 'GET', url: `${kit.file.entries.sign_in} (${visit.named.transaction_id})`, headers: {} },
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
        // An issuer sets the session when the browser comes back from the app.
        await visit.finish(await kit.member('plain'))
        if (cookiesOf(kit, visit).length === 0) throw new Skipped('a sign-in sets no cookie of the auth API')
        checkCookies(kit, visit)
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
