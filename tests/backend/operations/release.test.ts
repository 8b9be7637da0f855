// dist/server: the programs as an operator runs them, in a folder with neither the sources nor the packages of development.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../../contract/terms.ts'
import type { startBackend } from '../../../backend/main.ts'
import { writeTwins } from '../../../server/app/compress.ts'
import { buildServer, PROGRAMS } from '../../../scripts/build/serverFolder.ts'
import { freePort } from '../../../server/ports.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import { pdfOf } from '../../support/pdf.ts'
import { APP } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { dropDatabase, emptyDatabase, onServer, ownDatabase } from '../ownDatabase.ts'
import { startRelay } from '../relay.ts'

const release = mkdtempSync(join(tmpdir(), 'daemun-release-'))
const server = join(release, '1/server')
const PARTNER = 'http://localhost:3002'
const MEMBER = { login_id: 'smoke@example.com', password: 'kT7!mz2R-smoke' }

type Lockfile = { packages: Record<string, { version: string; dev?: boolean }> }
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
const lockOf = (folder: string) => (read(join(folder, 'package-lock.json')) as unknown as Lockfile).packages

/** What `npm ci --omit=dev` would install, without asking a registry. Packages of other systems are not there. */
function install(): void {
  for (const path of Object.keys(lockOf(server)))
    if (path !== '' && existsSync(path)) cpSync(path, join(server, path), { recursive: true })
}

async function writeApp(): Promise<void> {
  const app = join(release, '1/app')
  mkdirSync(app)
  const page = join(app, 'index.html')
  writeFileSync(page, '<html><script type="application/json" id="settings">{}</script></html>')
  const files = [{ path: 'index.html', ...(await writeTwins(page)) }]
  const record = { release: 'r1', sources: 's1', locales: [], scriptHashes: [], styleHashes: [], files }
  writeFileSync(join(app, 'build.json'), JSON.stringify(record))
}

beforeAll(async () => {
  await buildServer(resolve('.'), server, join(release, 'maps'))
  await writeApp()
  install()
  // An upgrade turns this link.
  symlinkSync('1', join(release, 'current'))
}, 120_000)
afterAll(() => rmSync(release, { recursive: true, force: true }))

test('needs the packages of the lockfile that its programs import, at their versions, and no source', () => {
  const [root, own] = [lockOf('.'), lockOf(server)]
  const others = Object.entries(own).filter(([path, { version }]) => path !== '' && root[path]?.version !== version)
  expect(others).toEqual([])
  expect(Object.keys(own).filter((path) => root[path]?.dev)).toEqual([])
  expect(Object.keys(own)).not.toContain('node_modules/react')
  expect(Object.keys(read(join(server, 'package.json')).scripts ?? {})).toEqual(Object.keys(PROGRAMS))
  const files = readdirSync(server).filter((name) => !/^(package(-lock)?\.json|node_modules)$/.test(name))
  expect(files.filter((name) => !name.endsWith('.js'))).toEqual([])
  expect(readdirSync(join(release, 'maps'))).toContain('backend.js.map')
})

test('draws an enrollment letter in a process of its own', async () => {
  const database_url = await ownDatabase('demo')
  if (!database_url) return
  onTestFinished(() => dropDatabase(database_url))
  const built = (await import(join(server, 'backend.js'))) as { startBackend: typeof startBackend }
  const backend = await built.startBackend({
    port: 0,
    app_origin: APP,
    plugIn: demoPlugIn(PARTNER),
    database_url,
    write: () => {},
    limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0 },
  })
  onTestFinished(() => backend.close())
  const student = await new Joiner(backend).ready()
  expect((await student.join(student.payload(profiles.STUDENT))).status).toBe(200)
  const body = new FormData()
  body.append('payload', '{}')
  body.append('enrollment_letter', new File([pdfOf()], 'letter.pdf'))
  const headers = { origin: APP, 'idempotency-key': 'letter-1-1' }
  const sent = await student.browser.send('/v1/matcher/student/resolve', { method: 'POST', body, headers })
  expect(sent.status).toBe(200)
  const letters = await backend.ctx.db.selectFrom('letters').select('media_type').execute()
  expect(letters).toEqual([{ media_type: 'image/jpeg' }])
})

/** Runs a program as npm does in the folder, without the environment of this process. */
const run = (program: string, env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [`server/${program}.js`, ...args], {
    cwd: join(release, 'current'),
    encoding: 'utf8',
    env,
  })

/** Starts a server, and resolves with it when it has said where it listens. */
async function serve(program: string, env: Record<string, string>): Promise<ChildProcess> {
  const started = spawn(
    process.execPath,
    ['--disable-proto=delete', join(release, 'current/server', `${program}.js`)],
    {
      cwd: release,
      env,
    },
  )
  onTestFinished(async () => {
    started.kill()
    if (started.exitCode === null) await once(started, 'exit')
  })
  let said = ''
  started.stderr.on('data', (text: Buffer) => (said += text.toString()))
  await Promise.race([
    once(started.stdout, 'data'),
    once(started, 'exit').then(() => Promise.reject(new Error(`${program} has ended: ${said}`))),
  ])
  return started
}

test('a fresh machine comes up with its commands, and a member signs in and out', async () => {
  const database = await emptyDatabase()
  if (!database) return
  onTestFinished(() => dropDatabase(database))
  const relay = await startRelay()
  onTestFinished(() => relay.close())
  const [app, backend] = [`http://localhost:${await freePort()}`, `http://localhost:${await freePort()}`]
  const client = {
    client_id: 'smoke',
    client_secret: 's'.repeat(32),
    redirect_uris: [`${PARTNER}/callback`],
    post_logout_redirect_uris: [`${PARTNER}/`],
  }
  const env = {
    NODE_ENV: 'production',
    BACKEND_URL: backend,
    BACKEND_PORT: new URL(backend).port,
    APP_ORIGIN: app,
    DATABASE_URL: database,
    BACKEND_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: relay.url,
    SMTP_FROM: 'no-reply@example.com',
    SMS_URL: 'twilio://account:token@sender',
    SUPPORT_CONTACT: 'help@example.com',
    BACKEND_CLIENTS: JSON.stringify([client]),
  }
  expect(run('config', env)).toMatchObject({ status: 0, stdout: 'config: right and complete\n' })
  expect(run('backend', env)).toMatchObject({ status: 1, stderr: expect.stringContaining(': npm run migrate') })
  // A word that it does not know, such as of another program, never runs it.
  expect(run('migrate', env, 'contract', '--dry-run')).toMatchObject({ status: 1, stdout: '' })
  expect(run('migrate', env)).toMatchObject({ status: 0, stdout: expect.stringMatching(/done: \d+ migrations/) })

  const names = { KR: '이용약관', EN: 'Terms of use', CN: '服务条款' }
  const urls = { KR: `${PARTNER}/ko`, EN: `${PARTNER}/en`, CN: `${PARTNER}/zh` }
  const effective_at = '2026-01-01T00:00:00+09:00'
  const terms = ['', GROUP_PREFIX].flatMap((prefix) =>
    PLATFORM_TERMS.map(({ terms_code, required }) => {
      const audience = prefix ? 'SK' : 'GEN'
      return { terms_code: prefix + terms_code, version: 1, audience, required, effective_at, names, urls }
    }),
  )
  const files = { terms: join(release, 'terms.json'), members: join(release, 'members.jsonl') }
  writeFileSync(files.terms, JSON.stringify(terms))
  expect(run('terms', env, files.terms)).toMatchObject({ status: 0 })
  const password_hash = await hash(MEMBER.password, { memoryCost: 1024, timeCost: 1 })
  writeFileSync(files.members, JSON.stringify({ login_id: MEMBER.login_id, password_hash, name: '김하나' }))
  expect(run('members', env, 'import', files.members)).toMatchObject({ status: 0 })
  // An import brings no consents, and the first sign-in would ask for them.
  await onServer(
    database,
    `insert into consents (member_id, owner, terms_code, version, agreed, at)
      select m.id, t.owner, t.terms_code, t.version, true, now() from members m, terms_versions t where t.audience = 'GEN'`,
  )

  await serve('backend', env)
  const apis = ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'].map((name) => [`VITE_${name}_API_URL`, backend])
  const settings = { ...Object.fromEntries(apis), VITE_STORAGE_KEY: 'x'.repeat(16), APP_PORT: new URL(app).port }
  await serve('serve', settings as Record<string, string>)

  const smoke = {
    SMOKE_LOGIN_ID: MEMBER.login_id,
    SMOKE_PASSWORD: MEMBER.password,
    SMOKE_CLIENT_ID: client.client_id,
    SMOKE_CLIENT_SECRET: client.client_secret,
    SMOKE_REDIRECT_URI: `${PARTNER}/callback`,
    SMOKE_POST_LOGOUT_URI: `${PARTNER}/`,
  }
  const done = run('smoke', smoke, app)
  expect([done.stderr, done.status]).toEqual(['', 0])
  expect(done.stdout).toMatch(/✓ +\d+ ms {2}the session is over\nsigned in and out in \d+ ms\n$/)
  const failed = run('smoke', { ...smoke, SMOKE_PASSWORD: 'wr0ng-Password' }, app)
  expect([failed.status, failed.stderr]).toEqual([
    1,
    expect.stringMatching(/^smoke: failed at "the backend takes the password": 400/),
  ])
  expect(run('events', env, '--member', MEMBER.login_id).stdout).toContain('wrong password')
}, 180_000)
