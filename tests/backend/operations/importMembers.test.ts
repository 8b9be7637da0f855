// Operations: `npm run members -- import`, from the file to the first sign-in.
import { hash as bcrypt } from 'bcrypt'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { changeChannelFor } from '../../../backend/domain/account/changeChannel.ts'
import { importMembers } from '../../../backend/commands/importMembers.ts'
import { parseMembers, runMembers } from '../../../backend/commands/membersCommand.ts'
import { messages } from '../../../backend/outbox.ts'
import { accountMember, change, newEmail } from '../account/member.ts'
import { data, type Browser } from '../browser.ts'
import { wherever } from '../meanwhile.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf } from '../start.ts'

const PASSWORD = 'kT7!mz2Rqq9@'
const backend = sharedBackend()
const folder = mkdtempSync(join(tmpdir(), 'import-'))
let password_hash: string
let files = 0
beforeAll(async () => void (password_hash = await bcrypt(PASSWORD, 4)))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(text: string, ending: string): string {
  files += 1
  const file = join(folder, `members${files}.${ending}`)
  writeFileSync(file, text)
  return file
}
const jsonFile = (rows: readonly object[]) => fileOf(rows.map((row) => JSON.stringify(row)).join('\n'), 'jsonl')

async function run(args: string[], ctx: Ctx = backend.ctx): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runMembers(ctx, parseMembers(args, 'kim'))) lines.push(line)
  return lines
}

const rowOf = (login_id: string) =>
  backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirst()
const mailsTo = async (login_id: string) =>
  (await messages(backend.ctx, login_id)).map(({ text }) => text.split('\n')[0])

test('a CSV file brings members with all their fields, however these are written', async () => {
  const file = fileOf(
    [
      '\uFEFFlogin_id,password_hash,name,phone,birthdate,gender,nickname,second_factor,email_verified,created_at,status',
      `Hong@Example.com,${password_hash},홍길동,010-5511-0001,1990-01-31,M,길동이,SMS,true,2019-05-01,SUSPENDED`,
      `kim@example.com,${password_hash},"Kim, Hana",,,,,,,,`,
    ].join('\r\n'),
    'csv',
  )
  expect(await run(['import', file])).toEqual(['line 3: imported 2, already there 0, with problems 0'])
  expect(await rowOf('hong@example.com')).toMatchObject({
    name: '홍길동',
    phone: '+821055110001',
    birthdate: '1990-01-31',
    gender: 'M',
    nickname: '길동이',
    second_factor: 'SMS',
    email_verified: true,
    created_at: new Date('2019-05-01'),
    status: 'SUSPENDED',
    join_status: 'JOINED',
    joined: true,
    member_kind: 'GEN',
  })
  expect(await rowOf('kim@example.com')).toMatchObject({ name: 'Kim, Hana', phone: null, email_verified: false })
  const events = await backend.ctx.db
    .selectFrom('audit_events')
    .select('fields')
    .where('event', '=', 'operator.imported')
    .orderBy('id')
    .execute()
  expect(events.map(({ fields }) => fields)).toEqual([
    { by: 'kim', of: 'members', begins: true },
    { by: 'kim', of: 'members', imported: 2, known: 0, problems: 0 },
  ])
  expect(existsSync(`${file}.problems.csv`)).toBe(false)
})

test('rows that are wrong are named by line and field without their values, and the others are imported', async () => {
  const good = (login_id: string) => ({ login_id, password_hash, name: '김하나' })
  const person = { ...good('one@import.test'), phone: '+821055110002', birthdate: '19900131', nickname: 'first one' }
  const file = fileOf(
    [
      JSON.stringify(person),
      '{"login_id":',
      JSON.stringify({ ...good('no address'), password_hash: 'MD5-secret' }),
      JSON.stringify({ ...person, login_id: 'again@import.test', nickname: null }),
      JSON.stringify({ ...good('nick@import.test'), nickname: 'First One' }),
      JSON.stringify({ ...good('factor@import.test'), second_factor: 'SMS' }),
      JSON.stringify({ ...good('admin@import.test'), admin: true }),
      JSON.stringify(good('ONE@import.test')),
      JSON.stringify(good('last@import.test')),
      JSON.stringify({ ...good('nation@import.test'), national: 'ZZ' }),
      // A group member has a list of nations of its own, without Kenya.
      JSON.stringify({ ...good('group@import.test'), national: 'KE', member_kind: 'SK' }),
      JSON.stringify({ ...good('kenya@import.test'), national: 'KE' }),
    ].join('\n'),
    'jsonl',
  )
  expect(await run(['import', file])).toEqual([
    'line 12: imported 3, already there 1, with problems 8',
    `the problems are in ${file}.problems.csv`,
  ])
  const problems = readFileSync(`${file}.problems.csv`, 'utf8')
  expect(problems.split('\n').map((line) => line.split(',"').slice(0, 2).join(' '))).toEqual([
    'line,field,problem',
    '2 "',
    '3 login_id"',
    '3 password_hash"',
    '6 second_factor"',
    '7 "',
    '10 national"',
    '11 national"',
    '4 "',
    '5 "',
    '',
  ])
  expect(problems).not.toContain('secret')
  expect(await rowOf('last@import.test')).toBeDefined()
})

test('a broken row of a CSV file does not stop the rows after it', async () => {
  const row = (login_id: string) => `${login_id},${password_hash},김하나`
  const text = [
    'login_id,password_hash,name',
    'too,few',
    row('b1@csv.test'),
    `${row('b2@csv.test')},more`,
    row('b3@csv.test'),
  ]
  const file = fileOf(text.join('\n'), 'csv')
  expect((await run(['import', file]))[0]).toBe('line 5: imported 2, already there 0, with problems 2')
  expect(readFileSync(`${file}.problems.csv`, 'utf8')).toMatch(/^2,.*\n4,/m)
})

test.each([
  ['a column that no import has', () => fileOf('login_id,admin\n', 'csv'), 'columns that no import has: admin'],
  ['another kind of file', () => fileOf('', 'xlsx'), 'the name ends in csv, jsonl, ndjson'],
  ['a file that does not exist', () => join(folder, 'none.csv'), 'cannot be read'],
])('%s is named before anything is imported', async (_, file, said) => {
  await expect(run(['import', file()])).rejects.toThrow(said)
})

test('a dry run names the problems and writes no member', async () => {
  const known = await copyOf(backend, 'member')
  const rows = [known.login_id, 'dry@import.test', 'nonsense'].map((login_id) => ({
    login_id,
    password_hash,
    name: '김',
  }))
  const file = jsonFile(rows)
  expect(await run(['import', file, '--dry-run'])).toEqual([
    'line 3: would import 1, already there 1, with problems 1',
    `the problems are in ${file}.dry-run.csv`,
  ])
  expect(await rowOf('dry@import.test')).toBeUndefined()
})

/** The database fails at the statement of this number that writes members. */
function failingAt(number: number): Ctx {
  let seen = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('insert into members') && (seen += 1) === number)
        throw new Error('the power is gone')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...backend.ctx, db: backend.ctx.db.withPlugin(plugin) }
}
const lines = async (all: AsyncIterable<string>) => {
  const found: string[] = []
  for await (const line of all) found.push(line)
  return found
}
const options = { by: 'kim', isDryRun: false, from: undefined, batch: 2 }
const numbered = (domain: string) =>
  Array.from({ length: 7 }, (_, at) => ({
    login_id: at === 1 ? 'wrong' : `m${at}@${domain}`,
    password_hash,
    name: '김',
  }))

test('an import that was cut off continues after its last batch, and has each problem once', async () => {
  const file = jsonFile(numbered('cut.test'))
  await expect(lines(importMembers(failingAt(3), file, options))).rejects.toThrow('the power is gone')
  expect(await rowOf('m3@cut.test')).toBeDefined()
  expect(await rowOf('m4@cut.test')).toBeUndefined()
  expect(await lines(importMembers(backend.ctx, file, options))).toEqual([
    'continues after line 4',
    'line 7: imported 6, already there 0, with problems 1',
    `the problems are in ${file}.problems.csv`,
  ])
  expect(readFileSync(`${file}.problems.csv`, 'utf8').split('\n')).toHaveLength(3)
  expect(existsSync(`${file}.checkpoint.json`)).toBe(false)
})

test('an import does not continue in a file that has changed, and begins at a line that the operator names', async () => {
  const file = jsonFile(numbered('changed.test'))
  await expect(lines(importMembers(failingAt(2), file, options))).rejects.toThrow('the power is gone')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
  await expect(lines(importMembers(backend.ctx, file, options))).rejects.toThrow('has changed since')
  expect(await lines(importMembers(backend.ctx, file, { ...options, from: 3 }))).toEqual([
    'continues after line 2',
    'line 7: imported 5, already there 0, with problems 0',
  ])
})

test('the first sign-in after an import sends no mail about a new browser, and the next new browser does', async () => {
  const login_id = 'first@import.test'
  await run(['import', jsonFile([{ login_id, password_hash, name: '김하나', phone: '+821055110009' }])])
  const member = { login_id, password: PASSWORD, phone: '' }
  const signIn = async () => {
    const { browser, entry } = await arrive(backend)
    return { browser, reply: await browser.signIn(entry, member) }
  }
  const { browser, reply } = await signIn()
  expect(data(reply)).toMatchObject({ matcher_type: 'ADD_TERMS_AGREEMENT' })
  await agree(browser)
  await backend.ctx.background.settle()
  expect(await mailsTo(login_id)).toEqual([])
  expect((await rowOf(login_id))?.password_hash).toMatch(/^\$argon2id\$/)

  expect(data((await signIn()).reply)).toHaveProperty('location')
  await backend.ctx.background.settle()
  expect(await mailsTo(login_id)).toHaveLength(1)
})

/** Agrees to the terms that the sign-in asks for. */
async function agree(browser: Browser) {
  const reply = await browser.get('/v1/terms/ADD_SUNI?language=KR')
  const { terms } = data(reply) as { terms: { terms_code: string }[] }
  const consent_terms = terms.map(({ terms_code }) => terms_code)
  const done = await browser.post('/v1/matcher/resolve', { matcher_type: 'ADD_TERMS_AGREEMENT', consent_terms })
  expect(data(done)).toHaveProperty('location')
}

test('a login ID that can still return to its owner is nobody else’s', async () => {
  const me = await accountMember(backend)
  const { login_id } = me.member
  expect((await change(me, 'email', newEmail())).reply.status).toBe(200)
  const file = jsonFile([{ login_id, password_hash, name: '홍길동' }])
  const there = 'line 1: imported 0, already there 1, with problems 0'
  expect(await run(['import', file])).toEqual([there])
  expect(await run(['import', file, '--dry-run'])).toEqual([there.replace('imported', 'would import')])
  expect(await rowOf(login_id)).toBeUndefined()
})

// The embedded database has one connection, which the call holds.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a login ID that its owner leaves during the import is nobody else’s',
  async () => {
    const arrange = async () => {
      const { login_id } = await copyOf(backend, 'member')
      const owner = await rowOf(login_id)
      if (!owner) throw new Error('no member')
      const file = jsonFile([{ login_id, password_hash, name: '홍길동' }])
      return {
        act: (ctx: Ctx) => run(['import', file], ctx),
        meanwhile: () => changeChannelFor(backend.ctx, owner, 'email', { became: newEmail(), by: 'kim' }),
        look: async () => expect(await rowOf(login_id)).not.toMatchObject({ name: '홍길동' }),
      }
    }
    expect(await wherever(backend.ctx, arrange)).toBeGreaterThan(2)
  },
)
