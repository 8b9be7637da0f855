// A member who is signed in at the pages of the account, and the calls of the session.
import { Account as AccountShape, AccountBegun, ProofTokenMade, Proved } from '../contract/shapes/account.ts'
import type { CallName } from '../contract/calls.ts'
import type { CodeMethod } from '../contract/signInMethods.ts'
import type { Browser } from './browser.ts'
import { answered, locationOf } from './expect.ts'
import { Calls, type Given, type Kit } from './kit.ts'
import { type Exchange, Mismatch, need, Skipped } from './mismatch.ts'
import { seal } from './seal.ts'
import type { Member } from './settings.ts'

const PAGE = '/account/security'

/** Where the sign-in of the account begins. @throws Skipped where the backend has no account (docs/contract.md, "Account") */
export async function beginning(kit: Kit, browser: Browser): Promise<string> {
  const exchange = await new Calls(kit, browser).call('initAccount', { body: { return_to: PAGE } })
  if (exchange.status === 404) throw new Skipped('the backend has no account: POST /v1/init/account answers 404')
  return answered(exchange, 'initAccount', AccountBegun).location
}

export class Session extends Calls {
  readonly member: Member
  /** The name of the session, which the app sends with each call; null where the backend gives none. */
  readonly session: string | null
  constructor(kit: Kit, browser: Browser, member: Member, session: string | null) {
    super(kit, browser)
    this.member = member
    this.session = session
  }

  override call(name: CallName, given: Given = {}): Promise<Exchange> {
    const named: Record<string, string> = this.session === null ? {} : { 'x-account-session': this.session }
    return super.call(name, { ...given, headers: { ...named, ...given.headers } })
  }

  /** Who is signed in, for what leads to the question of a row. */
  read = (): Promise<AccountShape> => this.data('account', AccountShape)

  seal = async (password: string): Promise<string> => seal(password, await this.read())

  proveByPassword = async (password: string): Promise<Exchange> =>
    this.call('proof', { body: { method: 'PWD', password: await this.seal(password) } })

  private async tokenFor(method: CodeMethod, purpose: 'PROOF' | 'CHANGE'): Promise<string> {
    return (await this.data('proofToken', ProofTokenMade, { body: { method, purpose } })).auth_token
  }

  /** A code to the member's address, or to a new one. @returns its `auth_code` */
  async codeByEmail(change?: string): Promise<string> {
    const token = await this.tokenFor('EMAIL', change === undefined ? 'PROOF' : 'CHANGE')
    return this.prove('email', token, change ?? this.member.login_id, change === undefined ? {} : { email: change })
  }

  /** A code to a phone (E.164). @param change how a body names a new one; left out: it is the member's @returns its `auth_code` */
  async codeByPhone(to: string, change?: object): Promise<string> {
    return this.prove('sms', await this.tokenFor('SMS', change ? 'CHANGE' : 'PROOF'), to, change ?? {})
  }

  async proveByEmail(): Promise<void> {
    await this.data('proof', Proved, { body: { method: 'EMAIL', auth_code: await this.codeByEmail() } })
  }
}

/** Signs a member in at the account, and follows to the page of the app. */
export async function signInAt(kit: Kit, member: Member): Promise<{ session: Session; page: URL }> {
  const browser = kit.browser()
  const visit = await kit.enter(browser, await beginning(kit, browser))
  const location = locationOf(await visit.signIn(member))
  const page = await browser.open(
    new URL(location, kit.file.app_origin).href,
    ({ origin }) => origin === kit.file.app_origin,
  )
  const calls = new Calls(kit, browser)
  const { session = null } = answered(await calls.call('account'), 'account', AccountShape)
  return { session: new Session(kit, browser, member, session), page }
}

/** A member in a new browser, for what leads to the question of a row. */
export const signedIn = async (kit: Kit, member: Member): Promise<Session> =>
  (await need(signInAt(kit, member))).session

/** A member of this row alone, whom the row may change for good. */
export function ownMember(kit: Kit): Promise<Member> {
  if (kit.file.members.plain.post === undefined) throw new Skipped('members.plain makes no fresh member')
  return kit.member('plain')
}

/** Nothing is to be read with this name. */
export const NOBODYS = '00000000-0000-4000-8000-000000000000'

/** A success without data. */
export function done(exchange: Exchange): void {
  if (exchange.status !== 204) throw new Mismatch('204', String(exchange.status), exchange)
}
