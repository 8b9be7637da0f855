// Starting and ending: folders, ports, the demo and what is not the demo.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox, type StartSandbox } from '../../sandbox/main'
import { parseClients } from '../../sandbox/settings'
import { APP, Browser } from './browser'
import { copyOf, PARTNER, signInAt, start } from './start'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const limits = { hash_memory: 1024, hash_passes: 1 }
const base: StartSandbox = { port: 0, app_origin: APP, partner_url: PARTNER, demo: false, limits, write: () => {} }
const membersOf = async ({
  url,
}: Sandbox): Promise<{ key: string; login_id: string; password: string; phone: string }[]> =>
  (await (await fetch(`${url}/demo/members.json`)).json()) as never

test('a folder keeps everything over a restart, has one owner, and begins empty without the demo', async () => {
  const options = { ...base, data_dir: folder }
  const first = await startSandbox(options)
  expect(await first.ctx.db.selectFrom('members').selectAll().execute()).toEqual([])
  await expect(startSandbox(options)).rejects.toThrow(/in use by/)
  const { jwks } = first.ctx.keys
  expect((await fetch(`${first.url}/demo/members.json`)).status).toBe(404)
  expect((await fetch(`${first.url}/outbox.json`)).status).toBe(404)
  await first.close()
  const second = await startSandbox(options)
  expect(second.ctx.keys.jwks).toEqual(jwks)
  await second.close()
}, 60_000)

test('a second process on the folder says so in one line', async () => {
  const owner = await startSandbox({ ...base, data_dir: folder })
  const env = { ...process.env, DATA_DIR: folder, SANDBOX_PORT: '33009' }
  expect(await runMain(env)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^sandbox: the data folder .* is in use by process \d+: stop it, or set DATA_DIR\n$/),
  })
  await owner.close()
}, 60_000)

function runMain(env: NodeJS.ProcessEnv): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-proto=delete', '--import', 'tsx', 'sandbox/main.ts'], { env })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('exit', (code) =>
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

test.each([
  [{ SANDBOX_PORT: 'abc' }, 'SANDBOX_PORT'],
  [{ APP_ORIGIN: 'nowhere' }, 'APP_ORIGIN'],
  [{ SANDBOX_URL: 'http://10.0.0.5:3001', HOST: '0.0.0.0' }, 'SANDBOX_URL'],
  [{ SANDBOX_CLIENTS: '[{"client_id":"mine"}]' }, 'SANDBOX_CLIENTS'],
  [{ SANDBOX_PROX_HOPS: '1' }, 'SANDBOX_PROX_HOPS: no setting has this name'],
  [{ SANDBOX_URL: 'https://id.example.com/issuer' }, 'SANDBOX_URL'],
  [{ APP_ORIGIN: 'https://id.example.com/app' }, 'APP_ORIGIN'],
  [{ DATABASE_URL: 'localhost:5432/name' }, 'DATABASE_URL: a URL such as'],
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL: a URL such as'],
  [{ DATA_DIR: '/dev/null/none', SANDBOX_PORT: '33007' }, 'set DATA_DIR'],
  [{ SANDBOX_DEMO: 'true', NODE_ENV: 'production' }, 'NODE_ENV=production'],
  [{ SANDBOX_DEMO: 'true', HOST: '0.0.0.0' }, 'loopback only'],
  [{ SANDBOX_DISCLOSE_UNKNOWN_USER: 'true', NODE_ENV: 'production' }, 'SANDBOX_DISCLOSE_UNKNOWN_USER'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SANDBOX_PORT: '33008' }, 'DATABASE_URL'],
])(
  '%o ends with one line',
  async (settings, named) => {
    const { code, text } = await runMain({ ...process.env, NODE_ENV: 'test', ...settings })
    expect(code).toBe(1)
    expect(text).toContain(named)
    expect(text.trim().split('\n')).toHaveLength(1)
  },
  30_000,
)

test.each([
  ['url', { url: 'http://10.0.0.5:3001' }, 'SANDBOX_URL'],
  ['origin of the app', { app_origin: 'http://app.test' }, 'APP_ORIGIN'],
])('off this machine the %s has https', async (_, address, named) => {
  await expect(startSandbox({ ...base, memory: true, ...address })).rejects.toThrow(named)
})

test('a proxy that was forgotten is warned of', async () => {
  const lines: string[] = []
  const options = { demo: false, url: 'https://login.test', write: (line: string) => void lines.push(line) }
  for (const proxy_hops of [0, 1]) await (await start({ ...options, proxy_hops })).close()
  expect(lines.filter((line) => line.includes('SANDBOX_PROXY_HOPS'))).toHaveLength(1)
}, 60_000)

describe('SANDBOX_CLIENTS', () => {
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
    ['without PKCE and without a secret', { pkce: false, client_secret: '' }, '0: a client without PKCE needs'],
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
    ['with a colour that is none', { service: { color: 'red' } }, '0.service.color: #RRGGBB'],
  ])('a client %s', (_, change, answer) => {
    const text = said(JSON.stringify([{ ...client, ...change }]))
    expect(text.replace('SANDBOX_CLIENTS: ', '')).toMatch(new RegExp(`^${answer.replaceAll('.', '\\.')}`))
    expect(text).not.toContain('xxx')
  })

  test('a list that is none, and a file that is not there, are named', () => {
    expect(said('{}')).toBe('SANDBOX_CLIENTS: a list')
    expect(said('[{')).toBe('SANDBOX_CLIENTS: not JSON')
    expect(said('nowhere.json')).toMatch('SANDBOX_CLIENTS: nowhere.json cannot be read (ENOENT)')
  })

  test.each([
    ['docs/partners.md', 'mine'],
    ['sandbox/README.md', 'mine'],
  ])('the one in %s is taken, from a file too', (readme, client_id) => {
    const [, example = ''] = /```json\n(\[\s*\{\s*"client_id".*?)```/s.exec(readFileSync(readme, 'utf8')) ?? []
    const file = join(folder, 'partners.json')
    writeFileSync(file, example)
    for (const text of [example, file]) expect(parseClients(text)).toMatchObject([{ client_id }])
  })

  test('its service is what the app is told, also after a change; without names it has every language', async () => {
    const redirect_uris = ['http://localhost:8080/callback']
    const seen = async (clients: unknown[]) => {
      const sandbox = await startSandbox({ ...base, data_dir: folder, clients: parseClients(JSON.stringify(clients)) })
      const row = await sandbox.ctx.db.selectFrom('services').selectAll().where('client_id', '=', 'mine').execute()
      await sandbox.close()
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
  }, 60_000)
})

test('a taken port is one clear line', async () => {
  const first = await start()
  const port = Number(new URL(first.url).port)
  await expect(startSandbox({ ...base, memory: true, port })).rejects.toThrow(`port ${port} is taken`)
  await first.close()
}, 60_000)

test('the demo: every listed member has its password; a reset brings all back and ends sessions', async () => {
  const sandbox = await start()
  const members = await membersOf(sandbox)
  expect(members.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['member', 'four-wrong', 'locked', 'sms', 'admin', 'sk']),
  )
  expect(new Set(members.map(({ phone }) => phone)).size).toBe(members.length)
  for (const { password } of members) expect(password).toMatch(/^([a-z]\d[@$!%*#?&]){4}$/)
  const [member] = members
  const browser = new Browser(sandbox.url)
  if (!member) throw new Error('no demo member')
  expect((await signInAt(sandbox, browser, member)).claims?.email).toBe(member.login_id)
  await copyOf(sandbox, 'member')
  const reset = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await fetch(`${sandbox.url}/demo/reset`, reset)).status).toBe(200)
  expect(await membersOf(sandbox)).toEqual(members)
  const count = await sandbox.ctx.db.selectFrom('members').select('id').execute()
  expect(count).toHaveLength(members.length)
  const { entry } = await signInAt(sandbox, browser, member)
  expect(entry.pathname).toBe('/init/login')
  const foreign = { ...reset, headers: { ...reset.headers, origin: 'http://evil.test' } }
  expect((await fetch(`${sandbox.url}/demo/reset`, foreign)).status).toBe(403)
  await sandbox.close()
}, 60_000)

test('two that make the demo at once make it once', async () => {
  const sandbox = await start()
  await sandbox.ctx.db.deleteFrom('members').execute()
  await Promise.all([sandbox.reset(), sandbox.reset()])
  const made = await sandbox.ctx.db.selectFrom('members').select('login_id').execute()
  expect(made.map(({ login_id }) => login_id).toSorted()).toEqual(
    (await membersOf(sandbox)).map(({ login_id }) => login_id).toSorted(),
  )
  await sandbox.close()
}, 60_000)

test('unknown ids are disclosed only where that is set', async () => {
  const sandbox = await start({ disclose_unknown_user: true })
  const nobody = { login_id: 'nobody@demo.test', password: 'x', phone: '' }
  const { reply } = await signInAt(sandbox, new Browser(sandbox.url), nobody)
  expect(reply).toMatchObject({ status: 400, body: { detail_code: 4503 } })
  await sandbox.close()
}, 60_000)
