// `npm run codes`: running instances have a list that an operator changes by command.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Code } from '../../../contract/shapes/service.ts'
import { CLIENTS_LOOK_SECONDS } from '../../../backend/versionChanges.ts'
import { parseCodesCommand, runCodes } from '../../../backend/commands/codesCommand.ts'
import { codesOf, domainAllowed, interestsOf } from '../../../backend/domain/lists/codes.ts'
import { SEED_GROUPS } from '../../../backend/domain/lists/codeGroups.ts'
import { changeOf, parseCodes, writeCodes } from '../../../backend/domain/lists/codesFile.ts'
import { seedCodes } from '../../../backend/domain/lists/codeVersions.ts'
import { profileProblem } from '../../../backend/domain/members/profile.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { Joiner, newEmail } from '../joiner.ts'
import { ownDatabase } from '../ownDatabase.ts'
import { start } from '../start.ts'

const folder = mkdtempSync(join(tmpdir(), 'daemun-codes-'))
function file(content: unknown): string {
  writeFileSync(join(folder, 'codes.json'), JSON.stringify(content))
  return join(folder, 'codes.json')
}
const code = (id: string, code_name: string, more: object = {}) => ({ code: id, code_name, ...more })

let one: RunningBackend
let other: RunningBackend
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const database_url = await ownDatabase('demo')
  const options = { follow_changes: true, ...(database_url && { database_url }) }
  one = await start(options)
  other = database_url ? await start(options) : one
}, 120_000)
afterEach(async () => {
  vi.useRealTimers()
  await one.close()
  if (other !== one) await other.close()
})

/** Runs a command, and lets the time pass after which every instance knows. */
async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runCodes(one.ctx, parseCodesCommand(args, 'dana'))) lines.push(line)
  vi.advanceTimersByTime(CLIENTS_LOOK_SECONDS * 1000)
  for (const { ctx } of [one, other]) await ctx.background.settle()
  return lines
}

/** What the join form offers at the other instance. */
async function offered(group: string): Promise<Code[]> {
  const reply = await fetch(`${other.url}/public/member/v1/codegroups/${group}/codes`)
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { data: Code[] }).data
}
const versions = () => one.ctx.db.selectFrom('code_versions').select('id').execute()

test('the database begins with the built-in lists, and a second start adds nothing', async () => {
  expect((await run()).map((line) => line.split('  ').slice(0, 2))).toEqual(
    [...SEED_GROUPS.keys()].toSorted().map((group) => [group, 'version 1']),
  )
  const before = await versions()
  expect(await seedCodes(one.ctx)).toEqual(['GROUP_DOMAIN', 'PARTNER_COM_GRP', 'SOCIAL_COM_GRP', 'SK_COM_GRP'])
  expect(await versions()).toEqual(before)
})

test('every instance offers a new company without a restart, and the change names the operator', async () => {
  const [shown = ''] = await run('show', 'PARTNER_COM_GRP')
  const { codes } = JSON.parse(shown) as { codes: Code[] }
  const renamed = codes.map((company) => (company.code === 'PC001' ? { ...company, code_name: '새 가람' } : company))
  const path = file({ group: 'PARTNER_COM_GRP', codes: [...renamed, code('PC900', '새 회사')] })
  expect(await run('import', path, '--dry-run')).toEqual(['PARTNER_COM_GRP: 1 added, 1 changed, 0 removed'])
  expect((await offered('PARTNER_COM_GRP')).map((company) => company.code)).not.toContain('PC900')

  expect((await run('import', path))[0]).toBe('PARTNER_COM_GRP: 1 added, 1 changed, 0 removed, version 2')
  const now = await offered('PARTNER_COM_GRP')
  expect(now.at(-1)).toMatchObject({ code: 'PC900', code_name: '새 회사' })
  expect(now[0]).toMatchObject({ code: 'PC001', code_name: '새 가람' })
  expect(await run('import', path)).toContain('PARTNER_COM_GRP: nothing changes')
  expect(await seedCodes(one.ctx), 'a start leaves it alone').not.toContain('PARTNER_COM_GRP')
  expect(await offered('PARTNER_COM_GRP')).toEqual(now)

  const events = await one.ctx.db
    .selectFrom('audit_events')
    .select('fields')
    .where('event', '=', 'operator.codes_changed')
    .execute()
  expect(events).toEqual([
    { fields: { by: 'dana', group: 'PARTNER_COM_GRP', version: 2, added: 1, changed: 1, removed: 0 } },
  ])
  expect(JSON.parse((await run('show', 'PARTNER_COM_GRP', '--version', '1'))[0] ?? '')).toEqual({
    group: 'PARTNER_COM_GRP',
    codes,
  })
})

test('a join takes what the lists have now: companies, jobs, interests and domains', async () => {
  const path = file([
    { group: 'JOBGROUP', codes: [code('A', '일'), code('A1', '목수', { parent: 'A' })] },
    { group: 'INTERESTS', codes: [code('I', '숲'), code('I1', '나무', { parent: 'I' })] },
    { group: 'DENIED_DOMAIN', codes: [code('spam.test', 'spam.test')] },
  ])
  await expect(run('import', path)).rejects.toThrow(/^JOBGROUP loses JG01, .*: add --yes\nINTERESTS loses/)
  await run('import', path, '--yes')
  const { codes } = other.ctx
  expect(profileProblem(codes, { current_job_group: 'A', current_job: 'A1', interest_category: 'I' })).toBeNull()
  expect(profileProblem(codes, { current_job_group: 'JG01' })).toBe('current_job_group')
  expect(profileProblem(codes, { interest_category: 'I', interest_field: 'I2' })).toBe('interest_field')
  expect(interestsOf(codes)).toMatchObject([{ code: 'I', name: '숲', fields: [{ code: 'I1', name: '나무' }] }])
  expect([domainAllowed(codes, 'a.spam.test'), domainAllowed(codes, 'example.com')]).toEqual([false, true])
  expect(codesOf(codes, 'INTERESTS'), 'it has a call of its own').toBeUndefined()
})

test('the domains of the group are the list of the operator: who has an address there joins as a group member', async () => {
  const joinAt = async (domain: string) => {
    const joiner = await new Joiner(other, newEmail(domain)).arrive()
    await joiner.proveEmail()
    return joiner.challenge('sk')
  }
  expect(await joinAt('corp.test')).toMatchObject({ status: 400, body: { code: 'NOT_OF_GROUP' } })
  await run('import', file({ group: 'GROUP_DOMAIN', codes: [code('Corp.test', 'Corp')] }), '--yes')
  expect(await joinAt('mail.corp.test')).toMatchObject({ status: 200, body: { data: { belong_sk: true } } })
  expect(await joinAt('group.test')).toMatchObject({ status: 400, body: { code: 'NOT_OF_GROUP' } })
  expect(codesOf(other.ctx.codes, 'GROUP_DOMAIN'), 'nobody is told which they are').toBeUndefined()
})

test.each([
  ['a group that the program depends on', { group: 'GENDER_GRP', codes: [code('M', '남성')] }, 'do not change'],
  ['a code twice', { group: 'SCH_GRP', codes: [code('A', '가'), code('A', '가')] }, 'a code is there twice'],
  [
    'a parent that is missing',
    { group: 'JOBGROUP', codes: [code('A1', '가', { parent: 'A' })] },
    'a parent is no code',
  ],
  [
    'a whole top-level domain',
    { group: 'GROUP_DOMAIN', codes: [code('com', 'com')] },
    '0.codes.0.code: a domain such as',
  ],
  [
    'a domain with a dot before it',
    { group: 'DENIED_DOMAIN', codes: [code('.corp.test', 'x')] },
    '0.codes.0.code: a dom',
  ],
  [
    'a domain with a dot after it',
    { group: 'GROUP_DOMAIN', codes: [code('corp.test.', 'x')] },
    '0.codes.0.code: a dom',
  ],
  ['an address', { group: 'GROUP_DOMAIN', codes: [code('a@corp.test', 'x')] }, '0.codes.0.code: a domain such as'],
  ['a domain in Hangul', { group: 'GROUP_DOMAIN', codes: [code('회사.kr', 'x')] }, '0.codes.0.code: a domain such as'],
  [
    'one domain in two spellings',
    { group: 'GROUP_DOMAIN', codes: [code('corp.test', 'x'), code('CORP.test', 'x')] },
    'twice',
  ],
  [
    'a domain below another one',
    { group: 'GROUP_DOMAIN', codes: [code('a.test', 'x', { parent: 'b.test' })] },
    '0.codes.0.parent',
  ],
  ['a list of other codes without any', { group: 'SCH_GRP', codes: [] }, '0.codes: one code or more'],
  ['a group that does not exist', { group: 'NOBODY', codes: [] }, '0.group: one of INTERESTS'],
  ['an unknown field', { group: 'SCH_GRP', codes: [code('A', '가', { name: 'x' })] }, '0.codes.0'],
])('%s is refused, and nothing is written', async (_name, content, message) => {
  const before = await versions()
  await expect(run('import', file(content))).rejects.toThrow(message)
  expect(await versions()).toEqual(before)
})

test('a list of domains is kept in lower case, takes long names, and may be empty', async () => {
  const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.test`
  await run('import', file({ group: 'GROUP_DOMAIN', codes: [code('Corp.TEST', 'Corp'), code(long, 'Long')] }), '--yes')
  const [shown = ''] = await run('show', 'GROUP_DOMAIN')
  const stored = JSON.parse(shown) as { codes: Code[] }
  expect(stored.codes.map((one) => one.code)).toEqual(['corp.test', long])
  expect(await run('import', file(stored)), 'what is shown can be imported').toContain('GROUP_DOMAIN: nothing changes')
  await run('import', file({ group: 'GROUP_DOMAIN', codes: [] }), '--yes')
  await run('import', file({ group: 'DENIED_DOMAIN', codes: [] }), '--yes')
  await seedCodes(one.ctx)
  for (const group of ['GROUP_DOMAIN', 'DENIED_DOMAIN']) expect(other.ctx.codes.get(group), group).toEqual([])
  expect(domainAllowed(other.ctx.codes, 'a@example.com')).toBe(true)
})

test('of two operators who change one list at the same moment, the second is refused', async () => {
  const [group] = parseCodes(JSON.stringify({ group: 'SCH_CURS_GRP', codes: [code('X', '가')] }))
  if (!group) throw new Error('no group')
  const change = await changeOf(one.ctx, group)
  if (!change) throw new Error('no change')
  expect(await writeCodes(one.ctx, change, group, 'dana')).toBe(2)
  await expect(writeCodes(other.ctx, change, group, 'erin')).rejects.toThrow('SCH_CURS_GRP was changed meanwhile')
})

test.each([['turn'], ['show'], ['import'], ['list', 'SCH_GRP'], ['show', 'SCH_GRP', '--version', '0']])(
  'the arguments %j %j are refused',
  (...args) => expect(() => parseCodesCommand(args, 'dana')).toThrow(/takes|one of|a whole number/),
)
