// Contract, "Account": the member's browsers, services and activity, the copy of what is stored, and the way out and back.
import {
  ActivityRows,
  Export,
  Leaving,
  type ServiceRow,
  ServiceRows,
  type SessionRow,
  SessionRows,
} from '../../contract/shapes/account.ts'
import { done, NOBODYS, ownMember, type Session, signedIn } from '../account.ts'
import { answered, holds, pendingStep, refused } from '../expect.ts'
import type { Kit } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'

const DAY_MS = 86_400_000
const LEAVING_DAYS = 14
/** The steps that lead to a new password. */
const NEW_PASSWORD: readonly string[] = ['PROTECTED_STATE', 'REQUIRED_CHANGE_PWD']

const browsersOf = (session: Session): Promise<SessionRow[]> => session.data('accountSessions', SessionRows)
const servicesOf = (session: Session): Promise<ServiceRow[]> => session.data('accountServices', ServiceRows)

/** A member in two browsers, and the other one's row as the first sees it. */
async function inTwoBrowsers(kit: Kit) {
  const member = await ownMember(kit)
  const [here, elsewhere] = [await signedIn(kit, member), await signedIn(kit, member)]
  const other = (await browsersOf(here)).find(({ current }) => !current)
  if (!other) throw new Skipped('the row account.browsers is about this')
  return { here, elsewhere, other }
}

export const accountLists: Chapter = {
  name: 'Browsers, services and activity of the account',
  rows: [
    {
      id: 'account.browsers',
      title: 'each browser of the member is listed, and one of them is this one',
      screen: 'A browser of somebody else that the member cannot see',
      async run(kit) {
        const member = await ownMember(kit)
        const [here] = [await signedIn(kit, member), await signedIn(kit, member)]
        const exchange = await here.call('accountSessions')
        const rows = answered(exchange, 'accountSessions', SessionRows)
        const said = `${rows.length} browsers, ${rows.filter(({ current }) => current).length} of them current`
        holds(said === '2 browsers, 1 of them current', '2 browsers, 1 of them current', said, exchange)
      },
    },
    {
      id: 'account.browsers.end',
      title: 'a browser that is ended has no session, and this one stays',
      screen: 'A phone that was lost stays signed in',
      async run(kit) {
        const { here, elsewhere, other } = await inTwoBrowsers(kit)
        done(await here.call('endSession', { values: { id: other.id } }))
        refused(await elsewhere.call('account'), 'noSession')
        const left = await browsersOf(here)
        holds(left.length === 1, 'one browser', `${left.length} browsers`, null)
      },
    },
    {
      id: 'account.browsers.others',
      title: 'all other browsers are ended, and this one stays',
      screen: 'A phone that was lost stays signed in',
      async run(kit) {
        const { here, elsewhere } = await inTwoBrowsers(kit)
        done(await here.call('endOtherSessions'))
        refused(await elsewhere.call('account'), 'noSession')
        await here.read()
      },
    },
    {
      id: 'account.browsers.strange',
      title: 'a browser of another member cannot be ended',
      screen: 'Nothing; but any member can sign any other out',
      async run(kit) {
        const { here, other } = await inTwoBrowsers(kit)
        const stranger = await signedIn(kit, await ownMember(kit))
        refused(await stranger.call('endSession', { values: { id: other.id } }), 'notFound')
        const left = await browsersOf(here)
        holds(left.length === 2, 'two browsers', `${left.length} browsers`, null)
      },
    },
    {
      id: 'account.services',
      title: 'a service that the member has used is listed, and no longer one that was withdrawn',
      screen: 'A service that goes on reading what the member has taken back',
      async run(kit) {
        const member = await ownMember(kit)
        await (await need(kit.begin())).finish(member)
        const session = await signedIn(kit, member)
        const exchange = await session.call('accountServices')
        const [service] = answered(exchange, 'accountServices', ServiceRows)
        holds(service !== undefined, 'the service of entries.sign_in', 'no service', exchange)
        const values = { client_id: service.client_id }
        done(await session.call('withdrawService', { values }))
        const left = (await servicesOf(session)).some(({ client_id }) => client_id === service.client_id)
        holds(!left, 'no such service', service.client_id, null)
        refused(await session.call('withdrawService', { values: { client_id: NOBODYS } }), 'notFound')
      },
    },
    {
      id: 'account.activity',
      title: 'the activity has the sign-in, is the newest first, and goes on before an instant',
      screen: 'A stranger’s sign-in that the member never sees',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const exchange = await session.call('accountActivity')
        const rows = answered(exchange, 'accountActivity', ActivityRows)
        holds(
          rows.some(({ event }) => event === 'SIGN_IN'),
          'an event SIGN_IN',
          'none',
          exchange,
        )
        const times = rows.map(({ at }) => Date.parse(at))
        const isSorted = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0))
        holds(isSorted, 'the newest first', 'another order', exchange)
        const before = rows[0]?.at ?? ''
        const older = await session.data('accountActivity', ActivityRows, { query: { before } })
        holds(
          older.every(({ at }) => Date.parse(at) < Date.parse(before)),
          `only what was before ${before}`,
          'more',
          null,
        )
      },
    },
  ],
}

export const accountEnd: Chapter = {
  name: 'Report, copy and end of the account',
  rows: [
    {
      id: 'account.report',
      title: '“this was not me” ends all sessions, and the next sign-in asks for a new password',
      screen: 'Nothing; but the stranger stays in the account',
      async run(kit) {
        const member = await ownMember(kit)
        const session = await signedIn(kit, member)
        refused(await session.call('reportActivity', { body: { activity_id: NOBODYS } }), 'notFound')
        const [row] = await session.data('accountActivity', ActivityRows)
        if (!row) throw new Skipped('the row account.activity is about this')
        done(await session.call('reportActivity', { body: { activity_id: row.id } }))
        refused(await session.call('account'), 'noSession')
        const exchange = await (await need(kit.begin())).signIn(member)
        const { step } = pendingStep(exchange)
        holds(NEW_PASSWORD.includes(step), NEW_PASSWORD.join(' or '), step, exchange)
      },
    },
    {
      id: 'account.export',
      title: 'the copy has what is stored about the member, and nothing of a password',
      screen: 'A copy without what the law asks for; or one with secrets',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const exchange = await session.call('exportAccount')
        answered(exchange, 'exportAccount', Export)
        const { login_id, password } = session.member
        holds(exchange.text.includes(login_id), `${login_id} in it`, 'nothing of the member', exchange)
        const isOpen = exchange.text.includes(password) || /\$(?:argon2|2[aby]\$)/.test(exchange.text)
        holds(!isOpen, 'no password and no hash of one', 'one of them', exchange)
      },
    },
    {
      id: 'account.leave',
      title: 'a member who leaves has 14 days, can sign in, and comes back',
      screen: 'An account that is gone at one press',
      async run(kit) {
        const member = await ownMember(kit)
        const session = await signedIn(kit, member)
        const exchange = await session.call('leave', { body: {} })
        const { effective_at } = answered(exchange, 'leave', Leaving)
        const days = (Date.parse(effective_at) - Date.now()) / DAY_MS
        holds(Math.abs(days - LEAVING_DAYS) < 0.5, 'effective_at in 14 days', effective_at, exchange)
        const again = await signedIn(kit, member)
        const said = (await again.read()).leaving?.effective_at ?? 'none'
        holds(said === effective_at, effective_at, said, null)
        done(await again.call('stay'))
        holds((await again.read()).leaving === undefined, 'no leaving', 'one', null)
      },
    },
  ],
}
