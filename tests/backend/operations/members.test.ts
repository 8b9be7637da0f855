// Operations: `npm run members`, what an operator does for one member.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { marketingOf } from '../../../backend/domain/account/marketing.ts'
import { PLACES } from '../../../backend/domain/members/memberPlaces.ts'
import { userHere } from '../../../backend/commands/command.ts'
import { parseMembers, runMembers } from '../../../backend/commands/membersCommand.ts'
import { messages } from '../../../backend/outbox.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import { Browser } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { byPasskey, owner, visit } from '../passkeys/visits.ts'
import { sharedBackend, sharedLogoutListener } from '../shared.ts'
import { copyOf, PARTNER, signInAt, type Member } from '../start.ts'

/** Null where the embedded database is meant, which belongs to one process. */
let database_url: string | null
beforeAll(async () => void (database_url = await ownDatabase('demo')))
const listener = sharedLogoutListener()
const backend = sharedBackend(() => {
  const demo = demoPlugIn(PARTNER)
  const silent = { webhook_uri: undefined, webhook_secret: undefined }
  const clients: typeof demo.clients = (keys) =>
    demo.clients(keys).map((one) => ({
      ...one,
      ...silent,
      ...(one.client_id === 'service-a' && { backchannel_logout_uri: listener.uri }),
    }))
  return {
    ...(database_url !== null && { database_url }),
    plugIn: { ...demo, clients },
    limits: { send_gap_seconds: 0 },
    passkeys: { mode: 'recommended' },
  }
})
afterAll(async () => database_url !== null && dropDatabase(database_url))
/** The members of whom service A has heard. */
const heard = () => listener.heard.map(({ sub }) => sub)

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  for await (const line of runMembers(backend.ctx, parseMembers(args, 'kim'))) lines.push(line)
  return lines.join('\n')
}
const rowOf = ({ login_id }: Member) =>
  backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirstOrThrow()
const signIn = async (member: Member, browser = new Browser(backend.url)) =>
  (await signInAt(backend, browser, member)).reply
/** The last security event of this name, about this member. */
const eventOf = (event: string, member_id: string | null) =>
  backend.ctx.db
    .selectFrom('audit_events')
    .select('fields')
    .where('event', '=', event)
    .where('member_id', member_id === null ? 'is' : '=', member_id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const settled = () => backend.ctx.background.settle()

test('finds members by the beginning of an address, by phone in any spelling and by a part of the name', async () => {
  const member = await copyOf(backend, 'member')
  const { id, name } = await rowOf(member)
  await backend.ctx.db.updateTable('members').set({ name: '남궁 50%_단비' }).where('id', '=', id).execute()
  const phone = `0${member.phone.slice(3)}`
  for (const text of [member.login_id.toUpperCase().slice(0, -4), phone, '50%_단'])
    expect(await run('find', text), text).toContain(`${id}  ${member.login_id}  남궁 50%_단비  ${member.phone}  ACTIVE`)
  expect(await run('find', '50_%단')).toBe('nobody found')
  expect((await eventOf('operator.searched', null))?.fields).toEqual({ by: 'kim', found: 0 })
  await backend.ctx.db.updateTable('members').set({ name }).where('id', '=', id).execute()
})

test('shows state, factors, services, consents, sessions, locks and what happened', async () => {
  const member = await copyOf(backend, 'member')
  await signIn(member)
  for (let time = 0; time < 5; time += 1) await signIn({ ...member, password: 'wr0ng!Password' })
  const { id } = await rowOf(member)
  const shown = await run('show', id, '--by', 'Lee Min-ji')
  for (const part of [
    `member ${id}: ACTIVE, JOINED`,
    'locked until',
    `${member.login_id}, 김하늘`,
    `second factor: NONE; phone: ${member.phone}`,
    'service service-a: allowed, used since',
    'terms suni SERVICE version 1: agreed',
    'session since',
    '  signed in',
    'sign-in was locked: too many wrong passwords',
  ])
    expect(shown).toContain(part)
  expect(shown).not.toMatch(/argon2/)
  expect((await eventOf('operator.read', id))?.fields).toEqual({ by: 'Lee Min-ji' })
})

test('unlocks a member who entered five wrong passwords', async () => {
  const member = await copyOf(backend, 'member')
  for (let time = 0; time < 5; time += 1) await signIn({ ...member, password: 'wr0ng!Password' })
  expect(await signIn(member)).toMatchObject({ body: { detail_code: 4575 } })
  expect(await run('unlock', member.login_id)).toBe('unlocked')
  expect(await signIn(member)).toMatchObject({ status: 200 })
  expect(await run('unlock', member.login_id)).toBe('there was no lock')
  expect((await eventOf('operator.unlocked', (await rowOf(member)).id))?.fields).toEqual({
    by: 'kim',
    was_locked: false,
  })
})

test('signs a member out everywhere, and the services hear of it', async () => {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  const { tokens } = await signInAt(backend, browser, member)
  const { id } = await rowOf(member)
  await expect(run('sign-out', member.login_id)).rejects.toThrow('add --yes')
  expect(await run('sign-out', member.login_id, '--yes')).toBe('signed out everywhere; sessions at services: 1')
  await settled()
  expect(heard()).toContain(id)
  const token = { authorization: `Bearer ${tokens?.access_token}` }
  expect((await fetch(`${backend.url}/oidc/userinfo`, { headers: token })).status).toBe(401)
  expect((await eventOf('operator.signed_out', id))?.fields).toEqual({ by: 'kim', sessions: 1 })
})

test('suspends a member, whose sessions end for good and who gets a mail, and opens the account again', async () => {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  await signIn(member, browser)
  const { id } = await rowOf(member)
  await followChanges(backend.ctx)
  expect(await run('suspend', id, '--yes')).toBe('suspended')
  await followChanges(backend.ctx)
  await settled()
  expect(heard()).toContain(id)
  expect(await messages(backend.ctx, member.login_id)).toHaveLength(2)
  expect(await signIn(member)).toMatchObject({ body: { detail_code: 4529 } })
  await expect(run('suspend', id, '--yes')).rejects.toThrow('the status is not ACTIVE')
  expect(await run('reopen', id)).toBe('open again')
  expect((await visit(backend, browser)).entry.pathname).toBe('/init/login')
  expect(await signIn(member)).toMatchObject({ status: 200 })
  for (const event of ['operator.suspended', 'operator.reopened'])
    expect((await eventOf(event, id))?.fields).toEqual({ by: 'kim' })
})

test('approves one business partner, and refuses another with a reason', async () => {
  const join = async () => {
    const joiner = await new Joiner(backend).ready()
    await joiner.join(joiner.payload(profiles.BSNS))
    return joiner.login_id
  }
  const [good, other] = [await join(), await join()]
  expect(await run('waiting')).toContain(`${good} (`)
  expect(await run('approve', good)).toBe('approved')
  await expect(run('refuse', other, '--yes')).rejects.toThrow('refuse takes a --reason')
  expect(await run('refuse', other, '--reason', 'not of the company', '--yes')).toBe('refused')
  await expect(run('approve', other)).rejects.toThrow('does not wait')
  const states = await backend.ctx.db
    .selectFrom('members')
    .select(['id', 'login_id', 'join_status', 'join_reason'])
    .where('login_id', 'in', [good, other])
    .execute()
  const stateOf = (login_id: string) => states.find((one) => one.login_id === login_id)
  expect(stateOf(good)).toMatchObject({ join_status: 'JOINED', join_reason: null })
  expect(stateOf(other)).toMatchObject({ join_status: 'UNAPPROVED', join_reason: 'not of the company' })
  const decided = await eventOf('join.decided', stateOf(other)?.id ?? '')
  expect(decided?.fields).toEqual({ by: 'kim', join_status: 'UNAPPROVED' })
})

test('shows the passkeys of a member, removes one, and the erasure removes the others', async () => {
  const { member, authenticator } = await owner(backend)
  const { id } = await rowOf(member)
  const [, passkey = ''] = /^passkey ([\w-]{36}): Google Password Manager, since/m.exec(await run('show', id)) ?? []
  await expect(run('remove-passkey', id, '--yes')).rejects.toThrow('remove-passkey takes a --passkey')
  await expect(run('show', id, '--passkey', passkey)).rejects.toThrow('show takes no --passkey')
  await expect(run('remove-passkey', id, '--passkey', passkey)).rejects.toThrow('add --yes')
  await expect(run('remove-passkey', id, '--passkey', id, '--yes')).rejects.toThrow('no such passkey')
  expect(await run('remove-passkey', id, '--passkey', passkey, '--yes')).toBe('removed')
  expect((await eventOf('operator.passkey_removed', id))?.fields).toEqual({ by: 'kim' })
  const browser = new Browser(backend.url)
  await visit(backend, browser)
  expect((await byPasskey(browser, authenticator)).body).toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  const { member: other } = await owner(backend)
  const { id: erased } = await rowOf(other)
  await run('erase', erased, '--yes')
  const left = backend.ctx.db.selectFrom('passkeys').select('id').where('member_id', 'in', [id, erased])
  expect(await left.execute()).toEqual([])
})

/** Every row of every table, as text. */
async function everything(): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const table of Object.keys(PLACES)) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(table)} t`.execute(
      backend.ctx.db,
    )
    all[table] = rows.map(({ text }) => text).join('\n')
  }
  return all
}
const tablesWith = async (text: string) =>
  Object.entries(await everything()).flatMap(([table, rows]) => (rows.includes(text) ? [table] : []))

test('exports everything that is stored about a member, without secrets', async () => {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  await signIn({ ...member, password: 'wr0ng!Password' })
  await signIn(member, browser)
  await settled()
  const { id, password_hash } = await rowOf(member)
  // More than one statement reads, and all of one moment.
  await sql`insert into audit_events (at, event, member_id, fields)
    select now(), 'account.exported', ${id}, jsonb_build_object('number', n) from generate_series(1, 1200) n`.execute(
    backend.ctx.db,
  )
  const exported = await run('export', id)
  await settled()
  const tables = JSON.parse(exported) as Record<string, object[]>
  const named = new Set((await Promise.all([id, member.login_id, member.phone].map(tablesWith))).flat())
  // The mail that tells the member of the export may be on its way.
  const names = Object.keys(tables).filter((name) => name !== 'jobs')
  expect(names.toSorted()).toEqual([...named].toSorted())
  expect(tables.members).toMatchObject([{ id, login_id: member.login_id, name: '김하늘' }])
  const numbers = tables.audit_events?.flatMap((row) => (row as { fields: { number?: number } }).fields.number ?? [])
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1))
  expect(tables.oidc_payloads).toContainEqual(expect.objectContaining({ client_id: 'service-a' }))
  const { rows: hashes } = await sql<{ text: string }>`
    select device_hash as text from known_browsers where member_id = ${id}
    union all select browser_hash from browser_sessions where member_id = ${id}
    union all select secret_hash from notices where member_id = ${id}
    union all select id from transactions where member_id = ${id}
    union all select id from oidc_payloads where payload->>'accountId' = ${id}`.execute(backend.ctx.db)
  expect(hashes.length).toBeGreaterThan(4)
  for (const { text } of hashes) expect(exported).not.toContain(text)
  expect(exported).not.toContain(password_hash)
  expect(exported).not.toContain('/not-me/')
  expect((await eventOf('operator.exported', id))?.fields).toEqual({ by: 'kim' })
})

test('erases a member: services hear it, consents stay without the member, events with the member ID alone', async () => {
  const member = await copyOf(backend, 'member')
  await signIn({ ...member, password: 'wr0ng!Password' })
  await signIn(member)
  await settled()
  const { id } = await rowOf(member)
  const consents = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from consents`.execute(backend.ctx.db)).rows[0]?.n)
  const before = await consents()
  await expect(run('erase', id)).rejects.toThrow(`erase concerns ${member.login_id}`)
  expect(await run('erase', member.login_id, '--yes')).toBe(`erased ${id}`)
  await settled()
  await followChanges(backend.ctx)
  expect(heard()).toContain(id)
  expect(await consents()).toBe(before)
  expect(await tablesWith(id)).toEqual(['audit_events'])
  expect(await tablesWith(member.phone)).toEqual([])
  // The mail that says so.
  expect(await tablesWith(member.login_id)).toEqual(['outbox'])
  expect((await messages(backend.ctx, member.login_id))[0]?.text).toContain('계정이 삭제됐어요')
  expect((await eventOf('operator.erased', id))?.fields).toEqual({ by: 'kim' })
  expect(await signIn(member)).toMatchObject({ body: { detail_code: 4502 } })
  await expect(run('show', id)).rejects.toThrow('no member has')
})

test('lists the browsers and services of a member, signs one browser out, and tells the member', async () => {
  const member = await copyOf(backend, 'member')
  await signIn(member)
  await signIn(member)
  // Their notices come before the one that is read below.
  await settled()
  const { id } = await rowOf(member)
  const lines = (await run('sessions', id)).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[0-9a-f-]{36}  unknown browser, since .*, services: Step Learning$/)
  expect(await run('services', id)).toContain('service-a  Step Learning, scopes: email profile phone')
  const session = lines[0]?.slice(0, 36) ?? ''
  const end = ['end-session', id, '--session', session]
  await expect(run(...end)).rejects.toThrow('add --yes')
  expect(await run(...end, '--yes')).toBe('signed out')
  await expect(run(...end, '--yes')).rejects.toThrow('no such session')
  await settled()
  expect((await run('sessions', id)).split('\n')).toEqual([lines[1]])
  expect((await eventOf('operator.session_ended', id))?.fields).toEqual({ by: 'kim' })
  const [mail] = await messages(backend.ctx, member.login_id)
  expect(mail?.text).toContain('고객지원에서 회원님의 계정을 로그아웃했어요')
})

test('withdraws a service in the member’s name, and the member is told', async () => {
  const member = await copyOf(backend, 'member')
  await signIn(member)
  const { id } = await rowOf(member)
  const withdraw = ['withdraw', id, '--service', 'service-a']
  await expect(run(...withdraw)).rejects.toThrow('add --yes')
  expect(await run(...withdraw, '--yes')).toBe('withdrawn')
  await expect(run(...withdraw, '--yes')).rejects.toThrow('does not use this service')
  await expect(run('withdraw', id, '--service', 'account', '--yes')).rejects.toThrow('does not use this service')
  await settled()
  expect(await run('services', id)).toBe('no services')
  expect((await eventOf('operator.withdrawn', id))?.fields).toEqual({ by: 'kim' })
  expect(heard()).toContain(id)
  await expect
    .poll(async () => (await messages(backend.ctx, member.login_id)).map(({ text }) => text).join('\n'))
    .toContain('서비스에 대한 동의를 철회했어요')
})

test('shuts a member out of a service, which is told, and lets the member in again', async () => {
  const member = await copyOf(backend, 'member')
  const { tokens } = await signInAt(backend, new Browser(backend.url), member)
  const { id } = await rowOf(member)
  const info = async () => {
    const headers = { authorization: `Bearer ${String(tokens?.access_token)}` }
    return (await fetch(`${backend.url}/oidc/userinfo`, { headers })).status
  }
  expect(await run('allow', id, '--service', 'service-a')).toBe('already allowed')
  expect(await info()).toBe(200)
  const before = heard().filter((sub) => sub === id).length
  const disallow = ['disallow', id, '--service', 'service-a']
  await expect(run(...disallow)).rejects.toThrow('add --yes')
  expect(await run(...disallow, '--yes')).toBe('not allowed')
  expect(await run(...disallow, '--yes')).toBe('already not allowed')
  expect(await run('show', id)).toContain('service service-a: not allowed')
  expect(await signIn(member)).toMatchObject({ status: 400, body: { detail_code: 4580 } })
  expect(await info()).toBe(401)
  await followChanges(backend.ctx)
  await settled()
  expect(heard().filter((sub) => sub === id)).toHaveLength(before + 1)
  expect(await run('allow', id, '--service', 'service-a')).toBe('allowed')
  expect((await signIn(member)).status).toBe(200)
  for (const event of ['operator.allowed', 'operator.disallowed'])
    expect((await eventOf(event, id))?.fields).toEqual({ by: 'kim' })
})

test('shuts a member out of a service before the first use, and of no service that is none', async () => {
  const member = await copyOf(backend, 'sk')
  const disallow = (service: string) => run('disallow', member.login_id, '--service', service, '--yes')
  expect(await disallow('service-b')).toBe('not allowed')
  const { reply } = await signInAt(backend, new Browser(backend.url), member, 'service-b')
  expect(reply).toMatchObject({ status: 400, body: { detail_code: 4580 } })
  for (const service of ['account', 'nowhere'])
    await expect(disallow(service)).rejects.toThrow(`no service has the ID ${service}`)
})

test('lets a member leave and stay, and protects an account, in the member’s name', async () => {
  const member = await copyOf(backend, 'member')
  await signIn(member)
  const { id } = await rowOf(member)
  expect(await run('leave', id, '--yes')).toMatch(/^leaves: erased after \d/)
  expect(await run('leave', id, '--yes')).toMatch(/^leaves already: erased after \d/)
  expect(await run('sessions', id)).toBe('no sessions')
  expect(await run('stay', id)).toBe('stays')
  expect(await run('stay', id)).toBe('the member does not leave')
  expect(await run('report', id, '--yes')).toContain('protected until a new password')
  expect((await rowOf(member)).status).toBe('PROTECTED')
  for (const event of ['operator.leaving', 'operator.stayed', 'operator.reported'])
    expect((await eventOf(event, id))?.fields).toEqual({ by: 'kim' })
})

test.each([
  [['fly'], 'command: one of find, waiting'],
  [['show'], 'show takes one WHO'],
  [['show', 'a', 'b'], 'show takes one WHO'],
  [['waiting', 'a'], 'waiting takes nothing'],
  [['approve', 'a', '--reason', 'b'], 'approve takes no --reason'],
  [['show', 'a', '--by', '\u0007'], 'by: a name of letters'],
  [['import', 'a.csv', '--from', '0'], 'from: a line number'],
  [['show', 'a', '--loud'], "Unknown option '--loud'"],
])('a wrong argument is named before anything happens: %j', (args, said) =>
  expect(() => parseMembers(args, 'kim')).toThrow(said),
)

test('a user whom the system does not know is named by the number', () => {
  const unknown = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(parseMembers(['waiting'], userHere(unknown)).asked.by).toMatch(/^user (\d+|unknown)$/)
})

test('the program acts on the database of the settings, tells services, and ends with 1 after a wrong argument', async () => {
  if (database_url === null) return
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database_url,
    BACKEND_CLIENTS: JSON.stringify(
      backend.ctx.settings.clients
        .filter(({ client_id }) => client_id === 'service-a')
        .map(({ service: _seen, ...one }) => one),
    ),
  }
  const program = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['backend/commands/members.ts', ...args], { env })
  const member = await copyOf(backend, 'member')
  await signIn(member)
  const { id } = await rowOf(member)
  const { stdout, stderr } = await program('sign-out', member.login_id, '--yes', '--by', 'kim')
  expect([stdout, stderr]).toEqual(['signed out everywhere; sessions at services: 1\n', ''])
  expect(heard()).toContain(id)
  expect((await eventOf('operator.signed_out', id))?.fields).toEqual({ by: 'kim', sessions: 1 })
  await expect(program('show', 'nobody@example.com')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'members: no member has this login ID or member ID\n',
  })
})

test('an export that is not whole, and an import without room for its problems, say so in one line', async () => {
  if (database_url === null) return
  const { id } = await rowOf(await copyOf(backend, 'member'))
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'members.csv')
  writeFileSync(file, 'login_id\n')
  symlinkSync('/dev/full', `${file}.problems.csv`)
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: database_url, BACKEND_CLIENTS: '[]' }
  const program = 'set -o pipefail; "$0" backend/commands/members.ts'
  const shell = (rest: string) => promisify(execFile)('bash', ['-c', `${program} ${rest}`, process.execPath], { env })
  const failures = [
    [`export ${id} > /dev/full`, 'the output cannot be written: ENOSPC'],
    [`export ${id} | head -c 1`, 'the reader has gone before the end'],
    [`import ${file}`, 'ENOSPC: no space left on device, write'],
  ] as const
  await Promise.all(
    failures.map(([rest, reason]) =>
      expect(shell(rest)).rejects.toMatchObject({ code: 1, stderr: `members: ${reason}\n` }),
    ),
  )
})

test('changes what the member asks for, and the member is told', async () => {
  const member = await copyOf(backend, 'member')
  const { id } = await rowOf(member)
  const other = await copyOf(backend, 'member')
  const change = (name: string, to: string) => run(name, id, '--to', to, '--yes')
  await expect(run('phone', id, '--to', '+821077770001')).rejects.toThrow('add --yes')
  await expect(run('phone', id, '--yes')).rejects.toThrow('a --to')
  expect(await change('phone', '010-7777-0001')).toBe('changed')
  expect(await change('phone', '+82 10 7777 0001')).toBe('the member has it already')
  await expect(change('phone', '12')).rejects.toThrow('no mobile number')
  expect(await change('second-factor', 'on')).toBe('the second factor is on')
  await expect(change('second-factor', 'SMS')).rejects.toThrow('on or off')
  expect(await change('nickname', '새별이')).toBe('changed')
  await expect(change('nickname', '!')).rejects.toThrow('refused: it is taken or reserved, or no nickname')
  expect(await change('news', 'email')).toBe('news: email')
  await expect(change('news', 'all')).rejects.toThrow('one of none, email, sms, both')
  await expect(change('email', other.login_id)).rejects.toThrow('a member has this login ID')
  await expect(change('email', 'nobody')).rejects.toThrow('no e-mail address')
  await expect(change('email', 'moved@example.com')).rejects.toThrow('refused: the list DENIED_DOMAIN has the domain')
  const login_id = `moved-${id.slice(0, 8)}@demo.test`
  expect(await change('email', login_id)).toBe('changed')
  await followChanges(backend.ctx)
  await settled()
  expect(await rowOf({ ...member, login_id })).toMatchObject({
    phone: '+821077770001',
    second_factor: 'SMS',
    nickname: '새별이',
    email_verified: true,
  })
  expect(await marketingOf(backend.ctx, { id, member_kind: 'GEN' })).toMatchObject({ email: true, sms: false })
  const { fields } = (await eventOf('operator.changed', id)) ?? {}
  expect(fields).toMatchObject({ by: 'kim' })
  // The former phone and address can undo their change.
  expect((await messages(backend.ctx, member.phone)).map(({ text }) => text).join()).toContain('/change-undo/')
  const mails = (await messages(backend.ctx, member.login_id)).map(({ text }) => text).join()
  expect(mails).toContain('/change-undo/')
  expect(mails).toContain('닉네임이나 소식 받기 설정')
})

test('says from where a member may sign in', async () => {
  const member = await copyOf(backend, 'member')
  const { id } = await rowOf(member)
  const change = (name: string, to: string) => run(name, id, '--to', to, '--yes')
  await expect(run('addresses', id, '--to', '192.0.2.1')).rejects.toThrow('add --yes')
  for (const wrong of ['everywhere', '0.0.0.0/0', '192.0.2.1,none'])
    await expect(change('addresses', wrong)).rejects.toThrow('to: anywhere, or networks such as 203.0.113.0/24')
  await expect(change('internal-only', 'yes')).rejects.toThrow('to: on or off')
  expect(await change('addresses', '192.0.2.0/24, 2001:db8:5::/48')).toBe('signs in from 192.0.2.0/24, 2001:db8:5::/48')
  expect(await run('show', id)).toContain('\nsigns in from 192.0.2.0/24, 2001:db8:5::/48\n')
  expect(await signIn(member)).toMatchObject({ status: 400, body: { detail_code: 4589 } })
  expect(await change('addresses', 'anywhere')).toBe('signs in from anywhere')
  expect(await change('internal-only', 'on')).toBe('signs in from internal networks only')
  expect(await run('show', id)).toContain('\nsigns in from internal networks only\n')
  expect(await signIn(member)).toMatchObject({ status: 400, body: { detail_code: 4590 } })
  expect((await eventOf('operator.changed', id))?.fields).toMatchObject({ by: 'kim' })
  expect(await change('internal-only', 'off')).toBe('signs in from any network')
  expect((await signIn(member)).status).toBe(200)
})
