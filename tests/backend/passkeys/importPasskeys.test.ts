// Operations: `npm run members -- import-passkeys`, from the file to the first sign-in.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseMembers, runMembers } from '../../../backend/commands/membersCommand.ts'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import { removePasskey } from '../../../backend/domain/passkeys/removePasskey.ts'
import { passkeysOfMember } from '../../../backend/domain/passkeys/rows.ts'
import { Authenticator, strangeKey } from '../../../conformance/authenticator.ts'
import { APP, Browser } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf } from '../start.ts'
import { byPasskey, visit } from './visits.ts'

const backend = sharedBackend()
const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function linesOf(rows: readonly unknown[], ...more: string[]): AsyncGenerator<string> {
  const file = join(folder, 'passkeys.jsonl')
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return runMembers(backend.ctx, parseMembers(['import-passkeys', file, ...more], 'kim'))
}
async function run(...given: Parameters<typeof linesOf>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(...given)) lines.push(line)
  return lines
}

/** A passkey that another system has created, and its row. */
function elsewhere(login_id: string, user_handle = Buffer.from('member 4711').toString('base64url')) {
  const authenticator = new Authenticator(APP)
  authenticator.create({
    rp: { id: 'localhost', name: 'Before' },
    user: { id: user_handle, name: login_id, displayName: login_id },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { kept } = authenticator
  const row = {
    login_id,
    credential_id: kept?.id.toString('base64url'),
    public_key: authenticator.publicKey(),
    user_handle,
    counter: 41,
  }
  if (kept) kept.counter = 41
  return { authenticator, row }
}

test('a passkey of another system signs its member in, with the user handle of that system', async () => {
  const member = await copyOf(backend, 'member')
  const { authenticator, row } = elsewhere(member.login_id)
  const more = { aaguid: 'BADA5566-A7AA-401F-BD96-45619A55120D', created_at: '2024-05-01', backed_up: false }
  expect(await run([{ ...row, ...more }], '--dry-run')).toEqual(['would import 1, already there 0, with problems 0'])
  expect(await run([{ ...row, ...more }])).toEqual(['imported 1, already there 0, with problems 0'])
  expect(await run([{ ...row, ...more }])).toEqual(['imported 0, already there 1, with problems 0'])
  const browser = new Browser(backend.url)
  await visit(backend, browser)
  expect((await byPasskey(browser, authenticator)).status).toBe(200)
  const { id } = await memberNamed(backend.ctx, member.login_id)
  expect(await passkeysOfMember(backend.ctx, id)).toMatchObject([{ name: '1Password', user_handle: row.user_handle }])
})

test('a passkey that was removed does not come back by a second run', async () => {
  const member = await copyOf(backend, 'member')
  const { row } = elsewhere(member.login_id)
  await run([row])
  const owner = await memberNamed(backend.ctx, member.login_id)
  const [passkey] = await passkeysOfMember(backend.ctx, owner.id)
  expect(await removePasskey(backend.ctx, owner, passkey?.id ?? '', null)).toBe(true)
  expect(await run([row])).toEqual([
    'line 1: the member has removed a passkey since, and none comes back by a file',
    'imported 0, already there 0, with problems 1',
  ])
  expect(await passkeysOfMember(backend.ctx, owner.id)).toEqual([])
})

test('an import that is killed after a passkey stands in the record', async () => {
  const member = await copyOf(backend, 'member')
  const lines = linesOf([elsewhere(member.login_id).row, {}], '--by', 'Lee Min-ji')
  expect((await lines.next()).value).toMatch(/^line 2: /)
  const { id } = await memberNamed(backend.ctx, member.login_id)
  expect(await passkeysOfMember(backend.ctx, id)).toHaveLength(1)
  const events = backend.ctx.db.selectFrom('audit_events').select('fields').where('event', '=', 'operator.imported')
  expect((await events.execute()).map(({ fields }) => fields)).toContainEqual({
    by: 'Lee Min-ji',
    of: 'passkeys',
    begins: true,
  })
})

test('whether a passkey may be copied is known from its first use where the file does not say, and does not change then', async () => {
  const member = await copyOf(backend, 'member')
  const { authenticator, row } = elsewhere(member.login_id)
  await run([row])
  const use = async (isSynced: boolean) => {
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    return (await byPasskey(browser, authenticator, { isSynced })).status
  }
  expect([await use(true), await use(false), await use(true)]).toEqual([200, 400, 200])
})

test('every row that is wrong is named by its line and field, without its values, and the others are imported', async () => {
  const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
  const [right, wrong] = [elsewhere(member.login_id).row, elsewhere(other.login_id).row]
  const lines = await run([
    right,
    { ...wrong, login_id: 'nobody@demo.test' },
    { ...wrong, public_key: 'AAAA' },
    { ...wrong, public_key: new Authenticator(APP).publicKey(strangeKey('ES384')) },
    { ...wrong, counter: -1 },
    { ...wrong, credential_id: right.credential_id },
    { ...wrong, secret: 'hunter2' },
    { login_id: other.login_id },
  ])
  expect(lines[0]).toBe('line 2: login_id: no member has it')
  expect(lines[1]).toBe('line 3: public_key: a COSE key of ES256, EdDSA or RS256')
  expect(lines[2]).toBe('line 4: public_key: a COSE key of ES256, EdDSA or RS256')
  expect(lines[3]).toMatch(/^line 5: counter: /)
  expect(lines[4]).toBe('line 6: credential_id: another member has it')
  expect(lines[6]).toMatch(/^line 8: credential_id: .*; public_key: .*; user_handle: /)
  expect(lines.at(-1)).toBe('imported 1, already there 0, with problems 7')
  expect(lines.join()).not.toContain('hunter2')
})
