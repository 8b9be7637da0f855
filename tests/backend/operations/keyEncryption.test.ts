// The keys in the database are encrypted with a key that the database does not have.
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { encryptionKeyOf } from '../../../backend/db/keyEncryption.ts'
import { loadKeys } from '../../../backend/db/keys.ts'
import { parseKeys, runKeys } from '../../../backend/commands/keysCommand.ts'
import { fromEnvironment } from '../../../backend/startOptions.ts'
import { freshParts } from '../shared.ts'
import { start } from '../start.ts'
import { isComplete } from '../../support/someOf.ts'

const OLD = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const NEW = 'ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA='
const keysOf = (...texts: string[]) =>
  texts.map((text) => encryptionKeyOf(text) ?? { id: '', secret: new Uint8Array() })
const idOf = (text: string) => encryptionKeyOf(text)?.id

const parts = freshParts()
beforeEach(() => sql`truncate keys`.execute(parts.ctx.db))

const load = (...texts: string[]) => loadKeys(parts.ctx.db, parts.ctx.now(), keysOf(...texts))
const stored = async () =>
  JSON.stringify(await parts.ctx.db.selectFrom('keys').select('value').orderBy('name').execute())
async function lastLine(...texts: string[]): Promise<string | undefined> {
  const lines: string[] = []
  const ctx = { ...parts.ctx, keys: await load(...texts) }
  for await (const line of runKeys(ctx, parseKeys([], 'dana'))) lines.push(line)
  return lines.at(-1)
}

test('no secret is in the database in clear, and a start with the same key finds the same secrets', async () => {
  const keys = await load(OLD)
  for (const secret of [keys.state, keys.codes, ...keys.cookies, keys.jwks[0]?.d ?? '', 'PRIVATE KEY'])
    expect(await stored()).not.toContain(secret)
  expect(await load(OLD)).toMatchObject({ state: keys.state, jwks: keys.jwks })
  expect(await lastLine(OLD)).toBe(`encrypted with ${idOf(OLD)}`)
})

test('without the key, or with another one, a start says which one is missing', async () => {
  await load(OLD)
  for (const wrong of [[], [NEW]])
    await expect(load(...wrong)).rejects.toThrow(
      `BACKEND_KEY_ENCRYPTION_KEY: the keys in the database need the key ${idOf(OLD)}`,
    )
})

test('a new key takes over from the old one, which is then not needed', async () => {
  const { state } = await load(OLD)
  await load(NEW, OLD)
  expect((await load(NEW)).state).toBe(state)
  await expect(load(OLD)).rejects.toThrow(`need the key ${idOf(NEW)}`)
})

test('keys in clear are encrypted when no release that reads them so can start any more', async () => {
  const { state } = await load()
  const contract = '0091_former_events_contract'
  await sql`delete from schema_migrations where name = ${contract}`.execute(parts.ctx.db)
  await load(OLD)
  expect(await stored()).toContain(state)
  expect(await lastLine(OLD)).toBe('stored in clear until npm run migrate -- contract')
  await sql`insert into schema_migrations (name) values (${contract})`.execute(parts.ctx.db)
  expect((await load(OLD)).state).toBe(state)
  expect(await stored()).not.toContain(state)
})

test('an encrypted value counts in its own row alone', async () => {
  await load(OLD)
  await sql`update keys set value = (select value from keys where name = 'install') where name = 'turns'`.execute(
    parts.ctx.db,
  )
  await expect(load(OLD)).rejects.toThrow('the row turns of the table keys belongs elsewhere')
})

test('the setting takes several keys, from a file too, and repeats no wrong one', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'daemun-key-')), 'missing')
  const { encryption_keys = [] } = fromEnvironment({ BACKEND_KEY_ENCRYPTION_KEY: `${NEW}, ${OLD}` })
  expect(encryption_keys.map(({ id }) => id)).toEqual([idOf(NEW), idOf(OLD)])
  expect(() => fromEnvironment({ BACKEND_KEY_ENCRYPTION_KEY: 'hunter2' })).toThrow(
    /^BACKEND_KEY_ENCRYPTION_KEY: 32 bytes in Base64(?!.*hunter2)/,
  )
  expect(() => fromEnvironment({ BACKEND_KEY_ENCRYPTION_KEY_FILE: file })).toThrow('cannot be read (ENOENT)')
})

test.runIf(isComplete)(
  'an embedded database in a folder makes a key of its own, which only its owner reads',
  async () => {
    const data_dir = mkdtempSync(join(tmpdir(), 'daemun-own-key-'))
    const first = await start({ data_dir })
    const { state } = first.ctx.keys
    const [row] = await first.ctx.db.selectFrom('keys').select('value').where('name', '=', 'install').execute()
    await first.close()
    const file = join(data_dir, 'key-encryption.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(row)).not.toContain(state)
    expect(encryptionKeyOf(readFileSync(file, 'utf8').trim())).not.toBeNull()
    const second = await start({ data_dir })
    expect(second.ctx.keys.state).toBe(state)
    await second.close()
  },
  120_000,
)
