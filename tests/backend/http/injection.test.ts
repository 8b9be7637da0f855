// Security D1: hostile texts (hostileTexts.ts) in every text of every body, in every value of every address, and in what is kept. Each is
// refused or stays the text that it is: in the database, on pages, in messages, exports, logs and what a command prints.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { say } from '../../../backend/commands/command.ts'
import { parseEvents, runEvents } from '../../../backend/commands/eventsCommand.ts'
import { parseMembers, runMembers } from '../../../backend/commands/membersCommand.ts'
import { PLACES } from '../../../backend/domain/members/memberPlaces.ts'
import { fits } from '../../../backend/http/envelope.ts'
import { everyCall } from '../../../contract/calls.ts'
import { AccountMember, accountMember, enterAccount } from '../account/member.ts'
import { APP, Browser, data, visitIn, type Reply } from '../browser.ts'
import { Joiner, PASSWORD, profiles } from '../joiner.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'
import { authorization, MANY_SENDS, PARTNER, partner } from '../start.ts'
import { sampleOf, TEXT_CALLS, withAll } from './bodies.ts'
import { HOSTILE, MARK } from './hostileTexts.ts'

const TEXTS = Object.entries(HOSTILE)
const lines: string[] = []
const limits = { ...MANY_SENDS, sends_per_country_hour: 10_000, error_reports_per_minute: 10_000 }
const backend = sharedBackend({ write: (line) => void lines.push(line), limits })
const folder = mkdtempSync(join(tmpdir(), 'injection-'))
let browser: Browser
let signedIn: Browser
let token: Record<string, string>
beforeAll(async () => {
  browser = new Browser(backend.url)
  const begun = await browser.post(
    '/v1/init/search/ids',
    visitIn(await browser.go((await (await partner(backend)).begin()).url)),
  )
  token = { 'x-authenticator': `Token ${String(data(begun).auth_token)}` }
  const member = await accountMember(backend)
  await member.prove('SMS')
  signedIn = member.browser
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What no answer to a hostile text may be: a fault, a header of its own, an element of a page, or a way to another site. */
function expectHarmless({ status, headers, text }: Reply, of: string, what: string): void {
  expect(status, what).toBeLessThan(500)
  expect(headers.getSetCookie().join(), what).not.toContain(MARK)
  expect(headers.get('content-type') ?? 'none', what).toMatch(/^(application\/json|text\/html|none)/)
  const page = headers.get('content-type')?.startsWith('text/html') && /[<>"]/.test(of) ? text : ''
  expect(page, what).not.toContain(of)
  const to = new URL(headers.get('location') ?? '/', backend.url)
  expect([backend.url, APP, PARTNER], what).toContain(to.origin)
}

test.each(TEXT_CALLS)('%s %s takes each as a text in all fields', async (method, path, shape) => {
  const by = path.startsWith('/v1/account') ? signedIn : browser
  // One after the other: so many passwords at once would be refused for another reason.
  for (const [what, hostile] of TEXTS) {
    // The shape of a field that refuses the text does so whatever the others have.
    const body = withAll(sampleOf(shape, browser.visit), hostile, shape)
    const inVisit = 'transaction_id' in body ? { ...body, ...browser.visit } : body
    for (const one of [body, inVisit]) expectHarmless(await by.call(method, path, one, token), hostile, what)
  }
})

/** The text in the place of a value of an address. The parser of `fetch` would leave out a path of dots. */
const inAddress = (text: string) => encodeURIComponent(text).replaceAll('.', '%2E')
/** As long as an address may be; a longer one is refused before any route. An address has no half a surrogate pair. */
const inAddresses = TEXTS.map(([what, text]) => [what, Buffer.from(text.slice(0, 600)).toString()] as const)

/** The names that the query of an address has, besides those of the contract. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  '/account-return': ['code', 'state'],
  '/terms/:terms_code': ['language', 'ui_locales'],
  '/not-me/:secret': ['ui_locales'],
  '/oidc/logout': ['client_id', 'id_token_hint', 'logout_hint', 'post_logout_redirect_uri', 'state', 'ui_locales'],
}

test('each is a text in each value and each query of every address', async () => {
  const { app, issuer } = routesOf(backend)
  const queries = new Map(everyCall.map(({ path, query }) => [path.replace(/\{(\w+)\}/g, ':$1'), query]))
  const read = [...app, ...issuer].flatMap(({ method, path }) => {
    const names = [...Object.keys(queries.get(path)?.shape ?? {}), ...(MORE[path] ?? [])]
    const asked = method === 'GET' ? names.map((name) => ({ method, path, name })) : []
    return path.includes(':') ? [{ method, path, name: '' }, ...asked] : asked
  })
  expect(read.length).toBeGreaterThan(40)
  for (const { method, path, name } of read) {
    const by = path.startsWith('/v1/account') ? signedIn : browser
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    const replies = inAddresses.map(async ([what, hostile]) => {
      const value = inAddress(hostile)
      const address = path.replace(/:[^/]+/g, name === '' ? value : 'x') + (name === '' ? '' : `?${name}=${value}`)
      expectHarmless(await by.call(method, address, body), hostile, `${what} in ${path} ${name}`)
    })
    await Promise.all(replies)
  }
})

/** What the issuer reads of a request. */
const PARAMETERS = (
  'client_id redirect_uri response_type response_mode scope state nonce prompt max_age login_hint ui_locales claims claims_locales acr_values ' +
  'id_token_hint display invitation code_challenge code_challenge_method request request_uri registration resource'
).split(' ')

test('each is a text in each parameter of the issuer, also on the page that sends an answer as a form', async () => {
  for (const [what, hostile] of inAddresses) {
    const more: Record<string, string>[] = [{}, { prompt: 'none', response_mode: 'form_post' }]
    const asked = PARAMETERS.flatMap((name) => more.map((one) => ({ ...one, [name]: hostile })))
    const replies = asked.map(async (parameters) => {
      const reply = await new Browser(backend.url).send(authorization(parameters))
      expectHarmless(reply, hostile, `${what} in ${JSON.stringify(parameters).slice(0, 80)}`)
    })
    await Promise.all(replies)
  }
})

/** Where a text of a stranger or a member is kept. */
const KEPT = [
  'audit_events.fields',
  'login_attempts.login_id_key',
  'member_leavings.reason',
  'members.majors',
  'members.profile',
  'oidc_payloads.payload',
]

describe('a text that is kept is that text, and nothing more', () => {
  const ofMembers = async (args: string[]) => {
    const printed: string[] = []
    for await (const line of runMembers(backend.ctx, parseMembers(args, 'kim'))) printed.push(line)
    return printed
  }

  test.each(TEXTS)('%s', async (_, hostile) => {
    const joiner = await new Joiner(backend).ready()
    const profile = {
      ...profiles.STUDENT,
      affiliation_name: hostile,
      majors: [{ major_code: '03', major_name: hostile }],
    }
    const reply = await joiner.join(joiner.payload(profile))
    const isTaken = fits(hostile) && hostile.length <= 1000
    expect(reply.status).toBe(isTaken ? 200 : 400)
    // A name is letters alone.
    const named = { name: hostile, nickname: hostile }
    for (const [name, value] of Object.entries(named))
      expect((await joiner.join(joiner.payload(profiles.STUDENT, { [name]: value }))).status).not.toBe(500)
    if (!isTaken) return
    const { login_id, phone } = joiner
    const member = { login_id, phone, password: PASSWORD }
    const me = new AccountMember(backend, member, (await enterAccount(backend, member)).browser)
    await me.prove('PWD')
    const { status } = await me.call('POST', '/leave', { reason: hostile })
    const { body } = await me.call('GET', '/export')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        data: {
          members: [{ profile: { affiliation_name: hostile }, majors: { majors: [{ major_name: hostile }] } }],
          member_leavings: [{ reason: hostile }],
        },
      },
    })
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => print.mockRestore())
    for (const command of ['show', 'export', 'sessions']) (await ofMembers([command, login_id])).forEach(say)
    for (const [printed] of print.mock.calls) expect(String(printed)).not.toMatch(/(?!\n)[\p{Cc}\u202E\u2066]/u)
  })

  test('reports of browsers are one line each, in the log and in what a command prints', async () => {
    for (const [, text] of TEXTS) {
      const message = text.slice(0, 400)
      await browser.post('/v1/client-errors', {
        id: message,
        message,
        stack: message,
        route: message,
        release: message,
      })
    }
    const printed: string[] = []
    const wanted = parseEvents(['--event', 'client.error'], 'kim', new Date())
    for await (const line of runEvents(backend.ctx.db, wanted, async () => backend.ctx)) printed.push(line)
    expect(printed.length).toBeGreaterThan(20)
    for (const line of printed) expect(line).not.toMatch(/[\r\n]/)
  })

  test('the file of problems of an import has none of them', async () => {
    const file = join(folder, 'members.jsonl')
    const rows = TEXTS.map(([, text]) => ({ login_id: text, password_hash: text, name: text, [text]: text }))
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    await ofMembers(['import', file])
    const problems = readFileSync(`${file}.problems.csv`, 'utf8')
    expect(problems.split('\n').length).toBeGreaterThan(TEXTS.length)
    expect(problems).not.toMatch(/zq7x|^[=@]|"[=@\t]/)
  })
})

// NOTE: it comes last, because it looks at what all of the above has left.
test('nothing else has kept one, no message has one, and the log has one line for each event', async () => {
  await backend.ctx.background.settle()
  const found = new Set<string>()
  for (const table of Object.keys(PLACES)) {
    const { rows } = await sql<{ key: string }>`
      select distinct c.key from ${sql.table(table)} t, jsonb_each_text(to_jsonb(t)) c
      where c.value like ${`%${MARK}%`}`.execute(backend.ctx.db)
    for (const { key } of rows) found.add(`${table}.${key}`)
  }
  expect([...found].toSorted()).toEqual(KEPT)
  for (const { to } of await backend.ctx.db.selectFrom('outbox').select('to').execute())
    expect(to).toMatch(/^(\+\d{8,15}|[\w.+-]+@[\w.-]+)$/)
  for (const line of lines) {
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u202E\u2028]/u)
    expect(JSON.parse(line)).not.toMatchObject({ event: 'fault' })
  }
  const events = lines.map((line) => JSON.parse(line) as { event: string })
  expect(events.filter(({ event }) => event === 'oidc.failed')).toEqual([])
})
