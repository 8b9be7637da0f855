// Tabs of two browsers, and what the test itself knows about them: who typed what in which tab, at which service. It reads the
// backend's answers and rows only to compare them.
import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, vi } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { APP, Browser, seal, type Reply } from '../browser.ts'
import { newestCodeTo } from '../inbox.ts'
import { foreignChanges, readFacts, type Facts, type May } from './facts.ts'
import {
  ACCOUNT,
  ASKS_JOB,
  copyOfPerson,
  DEVICES,
  evilClient,
  redirectOf,
  type Person,
  type Service,
} from './people.ts'

/** The browser of each tab: three of one browser, and one of another. */
export const TABS = [0, 0, 0, 1] as const
const FACTOR = { sms: 'AUTH_REQUIRED', admin: 'ADMIN_CERTIFICATION_CHECK' } as const

/**
 * A member who is signed in at the issuer in a browser. `id_token`: a hint for the sign-out. `isRecent`: the sign-in is a fresh proof. `proofs`: the methods
 * that have proved the member in the account since.
 */
export type Session = {
  member: Person
  amr: Set<string>
  id_token: string
  service: Service
  isRecent: boolean
  proofs: Set<string>
}
export type Request = { service: Service; nonce: string; verifier: string; state: string; prompt: string }

/** One visit to the app. */
export type Visit = Request & {
  id: string
  name: { transaction_id: string; state: string }
  browser: number
  /** Who has proved in this visit who they are. */
  subject: Person | null
  amr: Set<string>
  /** The session with which the visit began, and whether its member is the subject without a new sign-in. */
  beganWith: Session | null
  isStanding: boolean
  /** What the page shows: the step of the last answer. */
  step: string | null
  /** The step that was resolved last. */
  resolved: string | null
  token: string | null
  location: string | null
  isFollowed: boolean
  /** Ended by a sign-out or a new password. */
  isDead: boolean
  accounts: { id: string; person: Person }[]
  /** Its sign-in was more than five minutes ago. */
  isLongAgo: boolean
  /** Proofs of a second factor. */
  proofs: { auth_code: string; person: Person }[]
  /** The right to set one password, and the channels that were proved for each member. */
  reset: { person: Person; token: string } | null
  proved: Map<Person, Set<string>>
  /** Everybody who has proved in this visit who they are. */
  ever: Set<Person>
  joiner: { person: Person; phoneProved: boolean; emailProved: boolean; isDone: boolean } | null
}

export const answerOf = (reply: Reply): Record<string, unknown> =>
  (reply.body as { data?: Record<string, unknown> } | null)?.data ?? {}
export const codeOf = (reply: Reply): unknown => (reply.body as { code?: unknown } | null)?.code
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A page of the account that is open in a tab, beside the visit of that tab. */
export type Page = {
  browser: number
  person: Person
  /** The name of its session, which each of its calls sends. */
  session: string
  /** The devices that it lists, and the browser of each. */
  devices: Map<string, number>
  /** The proof of another phone, in this session. */
  change: { auth_code: string; phone: string; within: Session; isUsed: boolean } | null
}

const secret = () => randomBytes(36).toString('base64url')

export class World {
  readonly browsers: Browser[]
  readonly people: Person[]
  readonly tabs: (Visit | null)[] = TABS.map(() => null)
  readonly visits: Visit[] = []
  readonly pages: (Page | null)[] = TABS.map(() => null)
  readonly sessions: (Session | null)[] = [null, null]
  /** The members who have completed a sign-in in each browser, and how. */
  readonly accounts = [new Map<Person, Set<string>>(), new Map<Person, Set<string>>()]
  /** The members who have undone a change of the phone: the link stays in their messages. */
  readonly undone = new Set<number>()
  /** Those of them whose sign-in is no fresh proof any more. */
  readonly longAgo = [new Set<Person>(), new Set<Person>()]
  readonly wrong = new Map<Person, number>()
  /** How many messages a phone or an address may have got. */
  readonly messages = new Map<string, number>()
  readonly letters = new Map<Person, string>()
  readonly consents = new Set<string>()
  /** The name of the session of each member at the account. */
  readonly sessionNames = new Map<Person, string>()
  /** Who each code of the issuer is about, by the nonce of the request. */
  readonly codes = new Map<string, { member: string; service: Service }>()
  /** What was done, in the words of a report. */
  readonly log: string[] = []
  count = 0
  private facts: Facts | null = null

  readonly backend: RunningBackend
  readonly reached: Map<string, number>
  constructor(backend: RunningBackend, people: readonly Person[], reached: Map<string, number>) {
    this.backend = backend
    this.reached = reached
    this.browsers = [new Browser(backend.url), new Browser(backend.url)]
    for (const [at, browser] of this.browsers.entries())
      browser.jar.set('device /', { value: DEVICES[at] ?? '', path: '/', expires: Infinity })
    this.people = people.map(copyOfPerson)
    for (const person of this.people) for (const service of person.agreed) this.consents.add(`${person.id} ${service}`)
  }

  note(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1)
  }

  browserOf = (tab: number): Browser => this.browsers[TABS[tab] ?? 0] ?? expect.fail('no such browser')
  sealed = (password: string): string => seal(password, this.backend.ctx.keys.sealing)
  expectMessage = (to: string): void => void this.messages.set(to, (this.messages.get(to) ?? 0) + 1)

  /** What still stands between this member and the service, in the order of the contract. */
  owed({ subject, service, amr }: Pick<Visit, 'subject' | 'service' | 'amr'>): string[] {
    if (!subject) return []
    const isOwed: Record<string, boolean> = {
      PROTECTED_STATE: subject.isProtected,
      SIGN_UP: !subject.joined,
      ...(subject.factor !== 'none' && { [FACTOR[subject.factor]]: !amr.has('sms') && !amr.has('mfa') }),
      REQUIRED_CHANGE_PWD: subject.mustChange,
      ADD_TERMS_AGREEMENT: subject.owesTerms,
      CONSENT_RELYING_PARTY: service !== ACCOUNT && !subject.agreed.has(service),
      SERVICE_ADD_INFO: service === ASKS_JOB && !subject.hasJob,
      RECOMMENDED_CHANGE_PWD: subject.isPasswordOld,
    }
    return Object.keys(isOwed).filter((name) => isOwed[name])
  }

  isLive = (visit: Visit): boolean => visit.location === null

  /** Whether the subject can go on in this visit: its session, if it stands on one, is still that of the browser. */
  mayGoOn = (visit: Visit): boolean =>
    !visit.isDead && visit.subject !== null && (!visit.isStanding || this.sessions[visit.browser] === visit.beganWith)

  may = (visit: Visit | null, ...members: (Person | null | undefined)[]): May => ({
    members: new Set([visit?.subject, ...members].flatMap((one) => (one ? [one.id] : []))),
    visits: new Set(visit ? [visit.id] : []),
    services: new Set(['suni', ...(visit ? [visit.service] : [])]),
  })

  call(tab: number, method: string, path: string, name: object, body?: object, token?: string): Promise<Reply> {
    const isInQuery = method === 'GET' || method === 'DELETE'
    const query = new URLSearchParams(isInQuery ? { ...name } : {}).toString()
    const target = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
    const headers: Record<string, string> = token === undefined ? {} : { 'x-authenticator': `Token ${token}` }
    const browser = this.browserOf(tab)
    browser.visit = null
    return browser.call(method, target, isInQuery ? undefined : { ...name, ...body }, headers)
  }

  /** Opens an address of the issuer in a tab, as a service sends it. @returns whether it leads to the account at once */
  async open(tab: number, service: Service, parameters: Record<string, string>): Promise<boolean> {
    const request: Request = {
      service,
      nonce: secret(),
      verifier: secret(),
      state: secret(),
      prompt: parameters.prompt ?? '',
    }
    const query = new URLSearchParams({
      client_id: service,
      redirect_uri: redirectOf(service),
      response_type: 'code',
      scope: 'openid email profile phone',
      state: request.state,
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    })
    const address = service === ACCOUNT ? await this.accountAddress(tab, request) : `/oidc/auth?${query}`
    return this.land(tab, await this.browserOf(tab).go(address), request)
  }

  /** Where a sign-in begins that leads back to the account. */
  private async accountAddress(tab: number, { prompt }: Request): Promise<string> {
    const begun = await this.call(tab, 'POST', '/v1/init/account', {}, { return_to: '/account' })
    return wordOf(answerOf(begun).location) + (prompt && `&prompt=${prompt}`)
  }

  /**
   * Where the issuer has sent a tab: to the app with a new visit, or back to the service with a code.
   * @returns whether it is the account, whose page is to be opened
   */
  async land(tab: number, landed: URL, request: Request): Promise<boolean> {
    if (landed.href.startsWith(redirectOf(request.service))) {
      const session = this.sessions[TABS[tab] ?? 0] ?? expect.fail('a code without a session')
      const rest = this.owed({ subject: session.member, service: request.service, amr: session.amr })
      expect(rest, 'a code before the last step').toEqual([])
      this.tabs[tab] = null
      if (request.service === ACCOUNT) return true
      this.codes.set(request.nonce, { member: session.member.id, service: request.service })
      await this.redeem(landed, request, session)
      return false
    }
    expect(landed.origin).toBe(APP)
    const id = landed.searchParams.get('transaction_id') ?? ''
    const browser = TABS[tab] ?? 0
    const visit: Visit = {
      ...request,
      id,
      browser,
      name: { transaction_id: id, state: landed.searchParams.get('state') ?? '' },
      subject: null,
      amr: new Set(),
      beganWith: this.sessions[browser] ?? null,
      isStanding: false,
      step: null,
      resolved: null,
      token: null,
      location: null,
      isFollowed: false,
      isDead: false,
      accounts: [],
      isLongAgo: false,
      proofs: [],
      reset: null,
      proved: new Map(),
      ever: new Set(),
      joiner: null,
    }
    this.tabs[tab] = visit
    this.visits.push(visit)
    if (landed.pathname === '/init/session') await this.askForSession(tab, visit)
    if (request.prompt === 'select_account') await this.askForAccounts(tab, visit)
    return false
  }

  private async askForSession(tab: number, visit: Visit): Promise<void> {
    const session = this.sessions[visit.browser] ?? expect.fail('a page for a session that nobody has')
    this.enter(visit, session.member, session.amr)
    visit.isStanding = true
    this.progress(visit, await this.call(tab, 'GET', '/v1/init/session', visit.name))
    this.note('session page')
  }

  private async askForAccounts(tab: number, visit: Visit): Promise<void> {
    const listed = answerOf(await this.call(tab, 'GET', '/v1/init/login', visit.name)).sso_sessions
    const known = [...(this.accounts[visit.browser]?.keys() ?? [])]
    for (const { id, name } of (listed ?? []) as { id: string; name: string }[]) {
      const person = known.find((one) => one.name === name) ?? expect.fail(`the account of ${name}`)
      visit.accounts.push({ id, person })
    }
  }

  /** Somebody has proved in this visit who they are, in place of whoever did before. */
  enter(visit: Visit, subject: Person, amr: Iterable<string>): void {
    const nothing = { isStanding: false, isLongAgo: false, step: null, resolved: null, token: null }
    Object.assign(visit, { subject, amr: new Set(amr), ...nothing })
    visit.ever.add(subject)
  }

  /** The answer of a call that continues a visit, compared with what the test knows. @returns whether it was no refusal */
  progress(visit: Visit, reply: Reply): boolean {
    const data = answerOf(reply)
    const isPending = reply.status === 401 && codeOf(reply) === 'PENDING_STEP'
    if (reply.status !== 200 && !isPending) return false
    const owed = this.owed(visit)
    if (typeof data.location === 'string') {
      expect(new URL(data.location).pathname, 'the location of another visit').toBe(`/oidc/auth/${visit.id}`)
      expect(owed, 'a location before the last step').toEqual([])
      if (visit.location === null) this.note('location')
      visit.location = data.location
      // A new sign-in needs the session no more with which its visit began.
      if (!visit.isStanding) visit.beganWith = null
      visit.step = null
      if (!visit.subject) expect.fail('a location for nobody')
      this.codes.set(visit.nonce, { member: visit.subject.id, service: visit.service })
      if (visit.isStanding) return true
      this.accounts[visit.browser]?.set(visit.subject, visit.amr)
      if (!visit.isLongAgo) this.longAgo[visit.browser]?.delete(visit.subject)
      this.expectMessage(visit.subject.login_id)
      return true
    }
    const step = data.auth_required === true ? 'AUTH_REQUIRED' : wordOf(data.matcher_type)
    expect(step, 'the step of somebody else').toBe(owed[0])
    visit.step = step
    visit.token = wordOf(data.auth_token) || visit.token
    if (data.phone_number !== undefined)
      expect(wordOf(data.phone_number).slice(-2), 'a phone of somebody else').toBe(visit.subject?.phone.slice(-2))
    this.note(step)
    return true
  }

  /** What the service learns for its code must be about the member of its visit. */
  async redeem(landed: URL, request: Request, session: Session): Promise<void> {
    const { service, nonce, verifier, state } = request
    expect(landed.searchParams.get('state')).toBe(state)
    const client = this.backend.ctx.settings.clients.find(({ client_id }) => client_id === service) ?? evilClient
    const response = await fetch(`${this.backend.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${service}:${client.client_secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: landed.searchParams.get('code') ?? '',
        redirect_uri: redirectOf(service),
        code_verifier: verifier,
      }),
    })
    const answer = await response.text()
    expect(response.status, `no tokens for a code: ${answer}`).toBe(200)
    session.id_token = (JSON.parse(answer) as { id_token: string }).id_token
    session.service = service
    const { sub, aud, amr, ...claims } = decodeJwt<{ amr: string[] }>(session.id_token)
    const { id, login_id: email } = session.member
    expect({ sub, aud, ...claims }, 'claims about somebody else').toMatchObject({ sub: id, aud: service, nonce, email })
    expect([...session.amr]).toEqual(expect.arrayContaining(amr))
    this.note('claims')
  }

  /**
   * A new password of this member: every session, visit, code and right of the old one has ended.
   * @param here the visit that set it with the old password, or the browser and session of the account: they go on
   */
  endEverythingOf(person: Person, here: Pick<Visit, 'browser' | 'beganWith'> | null): void {
    for (const [at, session] of this.sessions.entries()) {
      if (session?.member === person && !(here?.browser === at && here.beganWith === session)) this.sessions[at] = null
      if (here?.browser !== at) this.accounts[at]?.delete(person)
    }
    for (const visit of this.visits.filter((one) => one !== here)) {
      // A sign-in that is done by the session that goes on only returns to its service.
      const isDoneByStaying = visit.isStanding && visit.location !== null && visit.beganWith === here?.beganWith
      if (visit.subject === person && !isDoneByStaying) this.leave(visit)
      // The issuer forgets a visit with the session that it began with.
      if (visit.beganWith?.member === person && visit.beganWith !== here?.beganWith) visit.isDead = true
      this.forgetProofs(visit, person)
    }
    person.resetWaits = false
  }

  forgetProofs(visit: Visit, person: Person): void {
    visit.proofs = visit.proofs.filter((proof) => proof.person !== person)
    visit.proved.delete(person)
    if (visit.reset?.person === person) visit.reset = null
  }

  /** A visit that is nobody's again. */
  leave(visit: Visit): void {
    if (visit.location !== null) visit.isDead = true
    Object.assign(visit, { subject: null, step: null, resolved: null, token: null, isStanding: false, amr: new Set() })
  }

  /** The newest one-time code to a phone or an address. The secret of a link may have six digits too. */
  codeTo = (to: string): Promise<string> => newestCodeTo(this.backend, to)

  /** Waits for the messages that the backend sends after its answers. */
  settle = (): Promise<void> => this.backend.ctx.background.settle()

  /** Waits for the messages of an answer. */
  private async sent(): Promise<void> {
    const jobs = this.backend.ctx.db
      .selectFrom('jobs')
      .select('id')
      // No service listens, so calls to services wait for their next try.
      .where('kind', '<>', 'session.logout')
      .limit(1)
    await vi.waitUntil(async () => (await jobs.execute()).length === 0, { interval: 5, timeout: 30_000 })
  }

  private read(): Promise<Facts> {
    const cookieOf = (browser: Browser, name: string) => browser.jar.get(`${name} /`)?.value ?? ''
    const digits = (text: string) => text.replace(/^.* /, '')
    return readFacts(this.backend.ctx, {
      memberOfText: (text) =>
        this.people.find(({ id, login_id, phone }) => [id, login_id, phone].includes(digits(text)))?.id ?? null,
      isVisit: (id) => this.visits.some((visit) => visit.id === id),
      visitOfHash: (hash) => this.visits.find(({ id }) => hashOf(id) === hash)?.id ?? hash,
      browserOfDevice: (hash) =>
        String(this.browsers.findIndex((browser) => hashOf(cookieOf(browser, 'device')) === hash)),
    })
  }

  /** Runs a command. Fails when it has changed what it may not change, or when a row belongs to the wrong member. */
  async run(says: string, command: () => Promise<May>): Promise<void> {
    const before = this.facts ?? (await this.read())
    this.log.push(says)
    const may = await command()
    await this.sent()
    this.facts = await this.read()
    expect(foreignChanges(before, this.facts, may), 'changes of what belongs to somebody else').toEqual([])
    this.check(this.facts)
  }

  /** What no sequence may bring about, whatever came before. */
  private check({ of }: Facts): void {
    const personOf = (id: unknown) => this.people.find((person) => person.id === id)?.key ?? null
    const cookies = (name: string) => this.browsers.map((one) => hashOf(one.jar.get(`${name} /`)?.value ?? name))
    for (const { id, member_id, client_id, finished_at } of of('transactions')) {
      const visit = this.visits.find((one) => one.id === id)
      // The account has a transaction for each session.
      if (!visit && client_id === ACCOUNT) continue
      if (!visit) expect.fail('a visit that nobody began')
      expect(client_id).toBe(visit.service)
      const people = [visit.subject?.id, this.codes.get(visit.nonce)?.member]
      if (member_id !== null) expect(people.map(personOf), 'the member of a visit').toContain(personOf(member_id))
      if (finished_at !== null) expect(visit.location, 'a visit that nobody completed').not.toBeNull()
    }
    for (const { browser_hash, member_id } of of('browser_sessions')) {
      const known = this.accounts[cookies('browser').indexOf(String(browser_hash))]
      expect(
        [...(known?.keys() ?? [])].map(({ key }) => key),
        'an account session',
      ).toContain(personOf(member_id))
    }
    for (const { model, id, account, nonce, client_id } of of('oidc_payloads')) {
      if (model === 'Session' && account) {
        const session = this.sessions[cookies('_session').indexOf(String(id))]
        expect(personOf(account), 'a session at the issuer').toBe(session?.member.key)
      }
      if (model !== 'AuthorizationCode') continue
      const { member, service } = this.codes.get(String(nonce)) ?? expect.fail('a code that nobody asked for')
      expect([personOf(account), client_id], 'a code').toEqual([personOf(member), service])
    }
    for (const { member_id, client_id, scopes } of of('service_members'))
      if (scopes) expect([...this.consents]).toContain(`${String(member_id)} ${String(client_id)}`)
    for (const { member_id, owner, agreed } of of('consents'))
      if (agreed === true && owner !== 'suni')
        expect([...this.consents], 'a consent that nobody gave').toContain(`${String(member_id)} ${String(owner)}`)
    for (const { member_id, bytes } of of('letters')) {
      const letter = [...this.letters].find(([person]) => person.id === member_id)?.[1]
      expect(bytes, 'a letter').toContain(letter ?? 'no letter was sent')
    }
    for (const { login_id_key, wrong_count } of of('login_attempts')) {
      const person = this.people.find(({ login_id }) => login_id === login_id_key)
      expect(wrong_count, 'wrong passwords').toBeLessThanOrEqual((person && this.wrong.get(person)) ?? 0)
    }
    for (const table of ['proofs', 'reset_tokens'])
      for (const { transaction_id, member_id } of of(table)) {
        const visit = this.visits.find(({ id }) => id === transaction_id)
        if (visit !== undefined && member_id !== null)
          expect(
            [...visit.ever].map(({ id }) => id),
            table,
          ).toContain(member_id)
      }
    for (const { transaction_id, member_id } of of('joins'))
      expect(personOf(member_id), 'a join').toBe(
        this.visits.find(({ id }) => id === transaction_id)?.joiner?.person.key,
      )
    const got = new Map<string, number>()
    for (const { to } of of('outbox')) got.set(String(to), (got.get(String(to)) ?? 0) + 1)
    for (const [to, messages] of got)
      expect(messages, `messages to ${to}`).toBeLessThanOrEqual(this.messages.get(to) ?? 0)
  }
}
