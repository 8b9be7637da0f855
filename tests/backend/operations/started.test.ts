// Starting and ending: folders, ports, settings.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SigningJwk } from '../../../backend/db/keyRotation.ts'
import { startBackend, type RunningBackend } from '../../../backend/main.ts'
import { fromEnvironment, type StartBackend } from '../../../backend/startOptions.ts'
import { StartProblem } from '../../../backend/startProblem.ts'
import { freePort } from '../../../server/ports.ts'
import { parseClients } from '../../../backend/settings/clients.ts'
import { isNicknameFree } from '../../../backend/domain/join/nicknames.ts'
import { APP, Browser } from '../browser.ts'
import { messagesTo } from '../inbox.ts'
import { byPassword, optionsOf } from '../passkeys/visits.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { copyOf, signInAt, start } from '../start.ts'

const limits = { hash_memory: 1024, hash_passes: 1 }
const base: StartBackend = { port: 0, app_origin: APP, limits, write: () => {} }

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backend-'))
  const options = { ...base, data_dir: folder }
  let owner: RunningBackend
  let jwks: SigningJwk[]
  beforeAll(async () => {
    const first = await startBackend(options)
    jwks = first.ctx.keys.jwks
    await first.close()
    owner = await startBackend(options)
  }, 120_000)
  afterAll(async () => {
    await owner.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a folder keeps everything over a restart, has one owner, and begins empty without the demo', async () => {
    expect(owner.ctx.keys.jwks).toEqual(jwks)
    expect(await owner.ctx.db.selectFrom('members').selectAll().execute()).toEqual([])
    await expect(startBackend(options)).rejects.toThrow(/in use by/)
    expect((await fetch(`${owner.url}/demo/members.json`)).status).toBe(404)
    expect((await fetch(`${owner.url}/outbox.json`)).status).toBe(404)
  })

  test('a second process on the folder says so in one line', async () => {
    const env = { ...process.env, DATA_DIR: folder, BACKEND_PORT: '0' }
    expect(await runMain(env)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^backend: the data folder .* is in use by process \d+: stop it, or set DATA_DIR\n$/),
    })
  })
})

function runMain(env: NodeJS.ProcessEnv): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-proto=delete', 'backend/main.ts'], { env })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    // Its text is complete at the close, which may come after the exit.
    child.on('close', (code) =>
      resolve({
        code,
        text: text
          .split('\n')
          .filter((line) => !line.includes('Unsupported runtime'))
          .join('\n'),
      }),
    )
  })
}

const REFUSED: [settings: NodeJS.ProcessEnv, named: string][] = [
  [{ BACKEND_URL: 'http://10.0.0.5:3001', HOST: '0.0.0.0' }, 'BACKEND_URL'],
  [{ BACKEND_CLIENTS: '[{"client_id":"mine"}]' }, 'BACKEND_CLIENTS'],
  [{ BACKEND_PROX_HOPS: '1' }, 'BACKEND_PROX_HOPS: no setting has this name'],
  [{ BACKEND_URL: 'https://id.example.com/issuer' }, 'BACKEND_URL'],
  [{ APP_ORIGIN: 'https://id.example.com/app' }, 'APP_ORIGIN'],
  [{ DATABASE_URL: 'localhost:5432/name' }, 'DATABASE_URL: a URL such as'],
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL: a URL such as'],
  [{ DATA_DIR: '/dev/null/none', BACKEND_PORT: '0' }, 'set DATA_DIR'],
  [{ SMS_URL: 'https://sms.test/send' }, 'SMS_SECRET'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', BACKEND_PORT: '0' }, 'DATABASE_URL'],
]

test.each(REFUSED)('%o ends with one line', async (settings, named) => {
  const begun = async () => startBackend({ ...fromEnvironment({ NODE_ENV: 'test', ...settings }), write: () => {} })
  const error: unknown = await begun().catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(StartProblem)
  const { message } = error as StartProblem
  expect(message).toContain(named)
  expect(message.split('\n')).toHaveLength(1)
})

test('the program ends with 1, and says what is wrong in one line', async () => {
  const { code, text } = await runMain({ ...process.env, NODE_ENV: 'test', BACKEND_PORT: 'abc', APP_ORIGIN: 'nowhere' })
  expect(code).toBe(1)
  expect(text).toMatch(/^backend: BACKEND_PORT: .*; APP_ORIGIN: .*\n$/)
})

test.each([
  ['url', { url: 'http://10.0.0.5:3001' }, 'BACKEND_URL'],
  ['origin of the app', { app_origin: 'http://app.test' }, 'APP_ORIGIN'],
])('off this machine the %s has https', async (_, address, named) => {
  await expect(startBackend({ ...base, memory: true, ...address })).rejects.toThrow(named)
})

test('the log warns of a proxy that has no setting', async () => {
  const lines: string[] = []
  const options = { plugIn: undefined, url: 'https://login.test', write: (line: string) => void lines.push(line) }
  for (const proxy_hops of [0, 1]) await (await start({ ...options, proxy_hops })).close()
  expect(lines.filter((line) => line.includes('BACKEND_PROXY_HOPS'))).toHaveLength(1)
})

describe('BACKEND_CLIENTS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backend-clients-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const client = { client_id: 'mine', client_secret: 's'.repeat(32), redirect_uris: ['https://a.test/callback'] }
  const said = (text: string) => {
    try {
      return `${parseClients(text).length} taken`
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }

  test.each([
    ['with a secret of 32 characters', {}, '1 taken'],
    ['without one', { client_secret: '' }, '1 taken'],
    ['on this machine', { redirect_uris: ['http://localhost:8080/callback'] }, '1 taken'],
    ['with names, pictures and a colour', { service: { display_name_en: 'Ours', color: '#123ABC' } }, '1 taken'],
    ['with a secret, and without PKCE', { pkce: false }, '1 taken'],
    ['without PKCE and without a secret', { pkce: false, client_secret: '' }, 'mine: a client without PKCE needs'],
    ['with a secret that can be guessed', { client_secret: 'x'.repeat(31) }, '0.client_secret: 32 characters or more'],
    [
      'with a code that travels in the open',
      { redirect_uris: ['http://a.test/callback'] },
      '0.redirect_uris.0: an absolute',
    ],
    [
      'with a way back that does',
      { post_logout_redirect_uris: ['http://a.test/'] },
      '0.post_logout_redirect_uris.0: an',
    ],
    ['with an address that is none', { redirect_uris: ['a.test'] }, '0.redirect_uris.0: an absolute URL'],
    ['with a name that is misspelt', { redirect_uri: 'https://a.test/' }, '0: redirect_uri is not known'],
    ['with a name of two lines', { service: { display_name: 'a\nb' } }, '0.service.display_name: one line without'],
    ['with a name that turns a text', { service: { display_name_en: 'a\u202eb' } }, '0.service.display_name_en: one'],
    ['with a colour that is none', { service: { color: 'red' } }, '0.service.color: #RRGGBB'],
  ])('a client %s', (_, change, answer) => {
    const text = said(JSON.stringify([{ ...client, ...change }]))
    expect(text.replace('BACKEND_CLIENTS: ', '')).toMatch(new RegExp(`^${answer.replaceAll('.', '\\.')}`))
    expect(text).not.toContain('xxx')
  })

  test('an invalid list, and a file that is missing, are named', () => {
    expect(said('{}')).toBe('BACKEND_CLIENTS: a list')
    expect(said('[{')).toBe('BACKEND_CLIENTS: not JSON')
    expect(said('nowhere.json')).toMatch('BACKEND_CLIENTS: the file cannot be read (ENOENT)')
  })

  test.each([
    ['docs/partners.md', 'mine'],
    ['backend/README.md', 'mine'],
  ])('the list in %s is accepted, from a file too', (readme, client_id) => {
    const [, example = ''] = /```json\n(\[\s*\{\s*"client_id".*?)```/s.exec(readFileSync(readme, 'utf8')) ?? []
    const file = join(folder, 'partners.json')
    writeFileSync(file, example)
    for (const text of [example, file]) expect(parseClients(text)).toMatchObject([{ client_id }])
  })

  test('its service reaches the app, also after a change; without names it has every language', async () => {
    const redirect_uris = ['http://localhost:8080/callback']
    const database_url = await ownDatabase('keys')
    if (database_url) onTestFinished(() => dropDatabase(database_url))
    const place = database_url ? { database_url } : { data_dir: folder }
    const seen = async (clients: unknown[]) => {
      const backend = await startBackend({ ...base, ...place, clients: parseClients(JSON.stringify(clients)) })
      const row = await backend.ctx.db.selectFrom('services').selectAll().where('client_id', '=', 'mine').execute()
      await backend.close()
      return row[0]
    }
    expect(await seen([{ client_id: 'mine', redirect_uris }])).toMatchObject({
      display_name: 'mine',
      display_name_en: 'mine',
      display_name_cn: 'mine',
      domain: 'http://localhost:8080',
      permission: 'EVERYONE',
    })
    const service = { display_name_en: 'Ours', color: '#123ABC', permission: 'ONLY_SK' }
    expect(await seen([{ client_id: 'mine', redirect_uris, service }])).toMatchObject({
      display_name: null,
      display_name_cn: null,
      ...service,
    })
  })
})

test('the name of the operator is in messages, on pages, at a passkey and at the account, and no nickname looks like it', async () => {
  const { platform = {} } = fromEnvironment({ BACKEND_PLATFORM_NAME: '한걸음', BACKEND_PLATFORM_NAME_EN: 'Step One' })
  const backend = await start({ platform, passkeys: { mode: 'recommended' } })
  onTestFinished(() => backend.close())
  const member = await copyOf(backend, 'member')
  await signInAt(backend, new Browser(backend.url), member)
  const told = await messagesTo(backend, member.login_id)
  expect(told.map((text) => text.split(' ')[0])).toEqual(['[한걸음]'])
  expect(optionsOf(await byPassword(backend, new Browser(backend.url), member)).rp.name).toBe('한걸음')
  for (const path of ['/not-me/x', '/oidc/auth?client_id=nobody'])
    expect(await (await fetch(`${backend.url}${path}`, { headers: { 'accept-language': 'zh' } })).text()).toMatch(
      /– Step One<\/title>.*Step One<\/p>/s,
    )
  const account = backend.ctx.clients.find(({ client_id }) => client_id === 'account')
  expect(account?.service).toMatchObject({ display_name: '한걸음', display_name_en: 'Step One' })
  expect(await isNicknameFree(backend.ctx, '한-걸음7', null)).toBe(false)
  expect(() => fromEnvironment({ BACKEND_PLATFORM_NAME: 'x\ny' })).toThrow('BACKEND_PLATFORM_NAME: one line')
})

test('a taken port is one clear line', async () => {
  const first = await start()
  const port = Number(new URL(first.url).port)
  await expect(startBackend({ ...base, memory: true, port })).rejects.toThrow(`port ${port} is taken`)
  await first.close()
})

test('an instance listens when it can answer, and until then a proxy asks another one', async () => {
  const port = await freePort()
  const starting = startBackend({ ...base, memory: true, port })
  const { status } = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/readyz`), { timeout: 30_000, interval: 10 })
  expect(status).toBe(200)
  await (await starting).close()
}, 60_000)
