// Contract, "Account": the session behind the calls, who may make them, and a fresh proof. A backend without the account skips all of it.
import { Account, Export, ProofNeeded, Proved } from '../../contract/shapes/account.ts'
import { everyCall } from '../../contract/calls.ts'
import { beginning, NOBODYS, ownMember, type Session, signedIn, signInAt } from '../account.ts'
import { answered, holds, refused } from '../expect.ts'
import { Calls, type Kit } from '../kit.ts'
import { type Exchange, Mismatch, need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'
import { cookieProblem } from './browsers.ts'

const FRESH_MS = 300_000
/** Two clocks may differ, and an answer takes its time. */
const CLOCKS_MS = 60_000

/** The calls that need no more than a session: nothing of a member is read or changed without one. */
const BARE = everyCall.filter(({ visit, path, body }) => visit === 'session' && !body && !path.includes('/passkey'))
const bareValues = { values: { id: NOBODYS, client_id: NOBODYS } }

/** A call as a page of another origin makes it, or a program that names none. */
function from(kit: Kit, { browser }: Session, method: 'GET' | 'PUT', origin?: string): Promise<Exchange> {
  const headers = { 'content-type': 'application/json', ...(origin !== undefined && { origin }) }
  const url = `${kit.addresses.auth}/v1/account${method === 'PUT' ? '/nickname' : ''}`
  return browser.send({ method, url, headers, ...(method === 'PUT' && { body: '{"nickname":"strange"}' }) })
}

/** 403 PROOF_NEEDED. @returns the methods that are enough */
export function proofNeeded(exchange: Exchange): readonly string[] {
  refused(exchange, 'proofNeeded')
  const parsed = ProofNeeded.safeParse((exchange.body as { data?: unknown }).data)
  if (!parsed.success) throw new Mismatch('data.methods with a method at least', 'none', exchange)
  return parsed.data.methods
}

export const account: Chapter = {
  name: 'The account and its session',
  rows: [
    {
      id: 'account.sign-in',
      title: 'the sign-in of the account leads back to the page that was asked for, with signed_in=1',
      screen: 'A sign-in that begins again and again, or ends at another page',
      async run(kit) {
        const { page } = await signInAt(kit, await kit.member('plain'))
        const came = `${page.pathname}?signed_in=${page.searchParams.get('signed_in')}`
        holds(came === '/account/security?signed_in=1', '/account/security?signed_in=1', came, null)
      },
    },
    {
      id: 'account.no-session',
      title: 'a call without a session is refused with 401 NO_SESSION',
      screen: '“Service unavailable” in place of the sign-in; or an account that is shown to nobody in particular',
      async run(kit) {
        const browser = kit.browser()
        await need(beginning(kit, browser))
        for (const { name } of BARE) refused(await new Calls(kit, browser).call(name, bareValues), 'noSession')
      },
    },
    {
      id: 'account.origin',
      title: 'a call of a page of another origin, or of none, is refused with 403, and nothing is changed',
      screen: 'Nothing; but any page that a member opens can change the account',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const before = await session.read()
        for (const origin of ['https://elsewhere.example', undefined])
          for (const method of ['GET', 'PUT'] as const) {
            const exchange = await from(kit, session, method, origin)
            holds(exchange.status === 403, '403', String(exchange.status), exchange)
          }
        const { nickname } = await session.read()
        holds(nickname === before.nickname, 'nothing changed', 'another nickname', null)
      },
    },
    {
      id: 'account.another-session',
      title: 'a call that names another session than the browser has is refused with 409 ANOTHER_SESSION',
      screen: 'The account of somebody who signed in since, in a page of the member before',
      async run(kit) {
        const session = await signedIn(kit, await kit.member('plain'))
        if (session.session === null) throw new Skipped('GET /v1/account names no session')
        const headers = { 'x-account-session': 'of-somebody-else' }
        for (const name of ['accountSessions', 'endOtherSessions'] as const)
          refused(await session.call(name, { headers }), 'anotherSession')
      },
    },
    {
      id: 'account.shape',
      title: 'GET /v1/account has what the pages show, with a masked phone and address',
      screen: '“The page could not be loaded”; or a phone that anybody who looks over a shoulder can read',
      async run(kit) {
        const session = await signedIn(kit, await kit.member('plain'))
        const exchange = await session.call('account')
        const { login_id, email, phone } = answered(exchange, 'account', Account)
        holds(login_id === session.member.login_id, session.member.login_id, login_id, exchange)
        holds(email !== session.member.login_id, 'a masked address', 'the whole address', exchange)
        const digits = (phone ?? '').replace(/\D/g, '')
        holds(digits.length < 8, 'a masked phone', `${digits.length} digits`, exchange)
      },
    },
    {
      id: 'account.cookies',
      title: 'the session is a cookie: HttpOnly, SameSite and, behind TLS, Secure with the prefix __Host-',
      screen: 'Nothing; but a script in a page, or a sibling host, could take the session over',
      async run(kit) {
        const { browser } = await signedIn(kit, await kit.member('plain'))
        const { hostname, protocol } = new URL(kit.addresses.auth)
        const isSecure = protocol === 'https:'
        const ours = browser.set.filter(({ host }) => host === hostname)
        holds(ours.length > 0, `a cookie of ${hostname}`, 'none', null)
        for (const cookie of ours) {
          const problem = cookieProblem(cookie, isSecure)
          holds(problem === null, `HttpOnly, SameSite and, behind TLS, Secure for ${cookie.name}`, problem ?? '', null)
        }
        const isHostOnly = !isSecure || ours.some(({ name }) => name.startsWith('__Host-'))
        holds(isHostOnly, 'a cookie with the prefix __Host-', 'none', null)
      },
    },
  ],
}

export const proofs: Chapter = {
  name: 'Fresh proofs of the account',
  rows: [
    {
      id: 'proof.wrong',
      title: 'a wrong current password is refused with 400 4502, and proves nothing',
      screen: '“Service unavailable” in place of “wrong password”; or an account that any password opens',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const { description } = refused(await session.proveByPassword('Wrong-one-7'), 'wrongPassword')
        holds(/\[\d+\]$/.test(description), 'a description that ends with the number of attempts', description, null)
      },
    },
    {
      id: 'proof.right',
      title: 'the current password is a proof for five minutes',
      screen: 'A dialog that asks for the password again and again',
      async run(kit) {
        const session = await signedIn(kit, await kit.member('plain'))
        const exchange = await session.proveByPassword(session.member.password)
        const { fresh_until } = answered(exchange, 'proof', Proved)
        const left = Date.parse(fresh_until) - Date.now()
        holds(Math.abs(left - FRESH_MS) < CLOCKS_MS, 'fresh_until in five minutes', fresh_until, exchange)
      },
    },
    {
      id: 'proof.replaced',
      title: 'the password that is to be replaced is no proof for its own change',
      screen: 'Nothing; but who knows the password for a moment has the account for good',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const password = await session.seal(kit.file.new_password ?? 'nW4&hzp8Lc')
        const methods = proofNeeded(await session.call('accountPassword', { body: { password } }))
        holds(!methods.includes('PWD'), 'methods other than PWD', methods.join(), null)
      },
    },
    {
      id: 'proof.old',
      title: 'a proof of more than five minutes ago does not count, and nothing is changed or told',
      screen: 'Nothing; but who sits down at a computer that was left open has the account',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        await kit.later()
        for (const name of ['exportAccount', 'leave'] as const) {
          proofNeeded(await session.call(name, name === 'leave' ? { body: {} } : {}))
        }
        holds((await session.read()).leaving === undefined, 'a member who stays', 'one who leaves', null)
        answered(await need(session.proveByPassword(session.member.password)), 'proof', Proved)
        answered(await session.call('exportAccount'), 'exportAccount', Export)
      },
    },
  ],
}
