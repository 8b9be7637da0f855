// The operator's terms: what a file may say, what it may not change, and what a backend without terms does.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parseTermsCommand, runTerms } from '../../../backend/commands/termsCommand.ts'
import {
  mustHaveTerms,
  listTerms,
  parseTerms,
  upsertTerms,
  writeTerms,
} from '../../../backend/domain/terms/termsFile.ts'
import { seedDemoTerms } from '../../../backend/domain/terms/demoTerms.ts'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../../contract/terms.ts'
import { termsLinks } from '../../../backend/domain/terms/terms.ts'
import type { ClientSettings } from '../../../backend/settings/clients.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import { openParts, type Parts } from '../backendParts.ts'
import { PARTNER, start } from '../start.ts'

const three = (text: string) => ({ KR: `${text} 한`, EN: text, CN: `${text} 中` })
const urls = {
  KR: 'https://terms.test/service?lang=ko',
  EN: 'https://terms.test/service?lang=en',
  CN: 'https://terms.test/service?lang=zh',
}
const newUrls = {
  KR: 'https://terms.test/service-2?lang=ko',
  EN: 'https://terms.test/service-2?lang=en',
  CN: 'https://terms.test/service-2?lang=zh',
}
const SERVICE = {
  terms_code: 'SERVICE',
  version: 1,
  audience: 'GEN',
  required: true,
  effective_at: '2026-01-01T00:00:00+09:00',
  names: three('Terms of use'),
  urls,
}
/** The texts that a join asks for, in force. */
const ALL = ['', GROUP_PREFIX].flatMap((prefix) =>
  PLATFORM_TERMS.map(({ terms_code, required }) => ({
    ...SERVICE,
    terms_code: prefix + terms_code,
    audience: prefix ? 'SK' : 'GEN',
    required,
  })),
)
const parsed = (...entries: object[]) => parseTerms(JSON.stringify(entries))
const write = (ctx: Parts['ctx'], ...entries: object[]) => writeTerms(ctx, parsed(...entries), 'dana')

let parts: Parts | undefined
afterEach(async () => {
  await parts?.close()
  parts = undefined
})

test('a file adds versions; a second time it changes nothing', async () => {
  parts = await openParts()
  const { ctx } = parts
  const later = { ...SERVICE, version: 2, effective_at: '2027-01-01T00:00:00+09:00', urls: newUrls }
  expect(await write(ctx, SERVICE, later)).toEqual({ added: 2, kept: 0 })
  expect(await termsLinks(parts.ctx, 'suni', 'EN')).toEqual([
    { terms_code: 'SERVICE', url: urls.EN, name: 'Terms of use' },
  ])
  expect(await write(ctx, SERVICE, later)).toEqual({ added: 0, kept: 2 })
  expect(await listTerms(ctx.db, ctx.now())).toEqual([
    'suni SERVICE 1: GEN, required, in force since 2025-12-31 15:00Z',
    'suni SERVICE 2: GEN, required, in force from 2026-12-31 15:00Z',
  ])
})

test('each version that a command adds or changes is a security event with the name of the operator', async () => {
  parts = await openParts()
  const { ctx } = parts
  const [path = '', wrong = ''] = [
    [SERVICE, { ...SERVICE, owner: 'service-a' }],
    [{ ...SERVICE, required: false }],
  ].map((entries, at) => {
    const file = join(mkdtempSync(join(tmpdir(), 'daemun-terms-')), `${at}.json`)
    writeFileSync(file, JSON.stringify(entries))
    return file
  })
  const run = async (...args: string[]) => {
    const lines: string[] = []
    for await (const line of runTerms(ctx, parseTermsCommand(args, 'system-user'))) lines.push(line)
    return lines
  }
  const of = (text: string, more: object) => ({ by: 'dana', text, version: 1, ...more })
  expect((await run(path, '--by', 'dana'))[0]).toBe('added 2, already there 0')
  await run(path)
  await expect(run(wrong)).rejects.toThrow('required cannot change')
  await write(ctx, { ...SERVICE, urls: newUrls })
  const events = ctx.db.selectFrom('audit_events').select(['client_id', 'fields']).orderBy('id')
  expect(await events.where('event', '=', 'operator.terms_changed').execute()).toEqual([
    { client_id: null, fields: of('SERVICE', { added: true }) },
    { client_id: 'service-a', fields: of('SERVICE', { added: true }) },
    { client_id: null, fields: of('SERVICE', { added: false }) },
  ])
  // What is not recorded is not written.
  await ctx.db.schema.dropTable('audit_events').cascade().execute()
  await expect(write(ctx, { ...SERVICE, version: 2, urls: three('https://terms.test/3') })).rejects.toThrow(
    'audit_events',
  )
  expect(await listTerms(ctx.db, ctx.now())).toHaveLength(2)
  expect(() => parseTermsCommand([path, wrong], 'dana')).toThrow('terms takes one FILE')
  expect(() => parseTermsCommand(['--by', ';'], 'dana')).toThrow('by: a name of letters')
})

test('a version that is stored can change its names and addresses, and nothing else', async () => {
  parts = await openParts()
  const { ctx } = parts
  await write(ctx, SERVICE)
  const moved = { ...urls, EN: 'https://terms.test/moved' }
  await write(ctx, { ...SERVICE, urls: moved })
  expect(await termsLinks(parts.ctx, 'suni', 'EN')).toEqual([
    { terms_code: 'SERVICE', url: moved.EN, name: 'Terms of use' },
  ])
  const added = { ...SERVICE, terms_code: 'PRIVACY' }
  const changed = { ...SERVICE, required: false, effective_at: '2026-02-01T00:00:00Z' }
  await expect(write(ctx, added, changed)).rejects.toThrow(
    'suni SERVICE 1: required, effective_at cannot change. Add a version',
  )
  expect(await listTerms(ctx.db, ctx.now())).toHaveLength(1)
})

test('the links to what a join agrees to are never old; those of a service may be', async () => {
  parts = await openParts()
  const { ctx } = parts
  await write(ctx, SERVICE, { ...SERVICE, owner: 'service-a', urls: newUrls })
  const standby = { ...ctx, readOld: () => Promise.reject(new Error('an old read')) }
  expect(await termsLinks(standby, 'suni', 'EN')).toEqual([
    { terms_code: 'SERVICE', url: urls.EN, name: 'Terms of use' },
  ])
  await expect(termsLinks(standby, 'service-a', 'EN')).rejects.toThrow('an old read')
  expect(await termsLinks(ctx, 'service-a', 'EN')).toEqual([
    { terms_code: 'SERVICE', url: newUrls.EN, name: 'Terms of use' },
  ])
})

test('a new version has addresses of its own, so that a member can read what was agreed to', async () => {
  parts = await openParts()
  const { ctx } = parts
  const said = 'suni SERVICE 2: urls.EN is the address of version 1. Give each version an address of its own'
  const same = { ...SERVICE, version: 2, urls: { ...newUrls, EN: urls.EN } }
  await expect(write(ctx, SERVICE, same)).rejects.toThrow(said)
  await write(ctx, SERVICE, { ...SERVICE, terms_code: 'PRIVACY' })
  await expect(write(ctx, same)).rejects.toThrow(said)
  expect(await listTerms(ctx.db, ctx.now())).toHaveLength(2)
  // The former text moves, and the new one takes its address.
  await write(ctx, { ...SERVICE, urls: newUrls }, { ...SERVICE, version: 2 })
  // What is stored already can be given again.
  const [third] = parsed({ ...SERVICE, version: 3 })
  if (third) await upsertTerms(ctx.db, [{ ...third, position: 0, names: '{}', urls: JSON.stringify(urls) }])
  expect(await write(ctx, { ...SERVICE, version: 3 })).toEqual({ added: 0, kept: 1 })
})

test('a backend does not start while a join would be refused, and the message names the terms', async () => {
  parts = await openParts()
  const { ctx } = parts
  const starts = () => mustHaveTerms(ctx.db, ctx.now())
  await expect(starts()).rejects.toThrow('no terms are in force. npm run terms -- FILE adds terms')
  const later = { ...SERVICE, effective_at: '2027-01-01T00:00:00+09:00' }
  await write(ctx, later, ...ALL.filter(({ terms_code }) => !['SERVICE', 'SK_AD_SMS'].includes(terms_code)))
  await expect(starts()).rejects.toThrow(
    'nobody can join while these terms are not in force: SERVICE, SK_AD_SMS. npm run',
  )
  await write(ctx, { ...SERVICE, version: 2, urls: newUrls }, ...ALL.slice(1))
  await starts()
  await write(ctx, { ...SERVICE, terms_code: 'NEWS', required: false }, { ...SERVICE, terms_code: 'AGE' })
  await expect(starts()).rejects.toThrow('because no join asks for these required terms: AGE. npm run')
})

test.each([
  ['{}', 'a list of terms'],
  ['[', 'the file is not JSON'],
  [JSON.stringify([{ ...SERVICE, audience: 'ALL' }]), '0.audience: GEN or SK'],
  [JSON.stringify([{ ...SERVICE, effective_at: 'soon' }]), '0.effective_at: a time such as'],
  [
    JSON.stringify([{ ...SERVICE, urls: { ...urls, CN: 'http://terms.test' } }]),
    '0.urls.CN: an absolute URL with https',
  ],
  [JSON.stringify([{ ...SERVICE, names: { KR: '약관' } }]), '0.names.EN'],
  [JSON.stringify([SERVICE, SERVICE]), 'suni SERVICE 1: twice in the file'],
])('%s is refused, and the message names the place', (json, said) => expect(() => parseTerms(json)).toThrow(said))

test('a backend that brings no terms of its own does not start while none are in force', async () => {
  const starting = start({
    plugIn: undefined,
    demo_terms: false,
    ...(process.env.TEST_DATABASE_URL ? {} : { memory: true }),
  })
  await expect(starting).rejects.toThrow('no terms are in force')
})

/** What is stored of an owner: code, version and the address of the English text. */
const storedOf = async ({ ctx: { db } }: Pick<Parts, 'ctx'>, owner: string) =>
  (
    await db
      .selectFrom('terms_versions')
      .select(['terms_code', 'version', 'urls'])
      .where('owner', '=', owner)
      .orderBy('terms_code')
      .orderBy('version')
      .execute()
  ).map((row) => `${row.terms_code} ${row.version} ${row.urls.EN}`)

const CLIENT: ClientSettings = {
  client_id: 'service-a',
  client_secret: 'a secret of thirty-two characters',
  redirect_uris: ['https://service-a.test/callback'],
  post_logout_redirect_uris: [],
}

test("a start writes the demonstration's terms where there are none, and follows the address of the backend", async () => {
  parts = await openParts({ clients: [CLIENT] })
  const { ctx } = parts
  await seedDemoTerms(ctx)
  const first = await storedOf(parts, 'suni')
  expect(first).toContain('PRIVACY 2 http://localhost:34001/terms/PRIVACY?language=EN')
  expect(await storedOf(parts, 'service-a')).toContain(
    'RP_SERVICE 1 http://localhost:34001/terms/RP_SERVICE?language=EN',
  )
  await seedDemoTerms({ ...ctx, settings: { ...ctx.settings, url: 'https://api.test' } })
  expect(await storedOf(parts, 'suni')).toEqual(
    first.map((line) => line.replace('http://localhost:34001', 'https://api.test')),
  )
})

test("a start never changes an operator's terms, and adds none of the demonstration beside them", async () => {
  parts = await openParts({ clients: [CLIENT] })
  const { ctx } = parts
  await write(ctx, ...ALL)
  const names = await ctx.db.selectFrom('terms_versions').selectAll().orderBy('terms_code').execute()
  await seedDemoTerms(ctx)
  expect(await ctx.db.selectFrom('terms_versions').selectAll().orderBy('terms_code').execute()).toEqual(names)
})

test("a service whose terms the operator has written gets none of the demonstration's", async () => {
  parts = await openParts({ clients: [CLIENT] })
  const own = { ...SERVICE, owner: 'service-a', terms_code: 'RP_SERVICE' }
  await write(parts.ctx, own)
  await seedDemoTerms(parts.ctx)
  expect(await storedOf(parts, 'service-a')).toEqual([`RP_SERVICE 1 ${urls.EN}`])
  expect(await storedOf(parts, 'suni')).toContain('SERVICE 1 http://localhost:34001/terms/SERVICE?language=EN')
})

test("the demonstration's versions below an operator's follow the address of the backend, and no version is added", async () => {
  parts = await openParts({ clients: [CLIENT] })
  const { ctx } = parts
  await seedDemoTerms(ctx)
  await write(ctx, { ...SERVICE, version: 2 })
  await ctx.db.deleteFrom('terms_versions').where('owner', '=', 'service-a').execute()
  await seedDemoTerms({ ...ctx, settings: { ...ctx.settings, url: 'https://api.test' } })
  const stored = await storedOf(parts, 'suni')
  expect(stored).toContain('SERVICE 1 https://api.test/terms/SERVICE?language=EN')
  expect(stored).toContain(`SERVICE 2 ${urls.EN}`)
  expect(await storedOf(parts, 'service-a')).toEqual([])
})

/** A start in production on the terms that `prepare` stores: what the log warns of, and what answers at the address of a text. */
async function startedOn(prepare: (ctx: Parts['ctx']) => Promise<unknown>) {
  const lines: string[] = []
  const backend = await start({
    plugIn: {
      ...demoPlugIn(PARTNER),
      clients: () => [],
      async admit(ctx) {
        await ctx.db.deleteFrom('terms_versions').execute()
        await prepare(ctx)
      },
      seed: () => Promise.resolve(),
    },
    demo_terms: false,
    write: (line) => void lines.push(line),
  })
  try {
    const { status } = await fetch(`${backend.url}/terms/SERVICE?language=EN`)
    return { warned: lines.filter((line) => line.includes("the demonstration's terms")), status }
  } finally {
    await backend.close()
  }
}

test("production starts on the demonstration's terms with a warning for each owner, and shows them", async () => {
  const { warned, status } = await startedOn(async (ctx) => {
    await seedDemoTerms(ctx)
    // The general texts are the operator's; the group's are not.
    const general = ALL.filter(({ audience }) => audience === 'GEN')
    await write(ctx, ...general.map((entry) => ({ ...entry, version: 3 })))
  })
  expect(warned).toHaveLength(1)
  expect(warned[0]).toContain(
    "the demonstration's terms are in force for suni: SK_AD_EMAIL, SK_AD_SMS, SK_CUSTOM, SK_MARKETING, SK_PRIVACY, SK_SERVICE: npm run terms",
  )
  expect(status).toBe(200)
})

test("production has no page of the demonstration's terms where no stored term leads to one", async () => {
  const { warned, status } = await startedOn((ctx) => write(ctx, ...ALL))
  expect(warned).toEqual([])
  expect(status).toBe(404)
})
