// Commands of package.json, run as a developer runs them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../scripts/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'daemun commands '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } })

test('the app builds in a folder whose path has a space', () => {
  // Inside the project, because hard links cannot leave a disk; with a symbolic link the packages would keep their own path.
  const checkout = resolve('node_modules/.daemun/a checkout')
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }))
  rmSync(checkout, { recursive: true, force: true })
  const files = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n').filter(existsSync)
  for (const file of files) if (!/^(tests|e2e|docs)\//.test(file)) cpSync(file, join(checkout, file))
  const packages = readdirSync('node_modules').filter((name) => !name.startsWith('.'))
  mkdirSync(join(checkout, 'node_modules'))
  const from = packages.map((name) => join('node_modules', name))
  expect(spawnSync('cp', ['-a', '--link', ...from, join(checkout, 'node_modules')]).status).toBe(0)
  const build = run(checkout, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    NODE_ENV: 'production',
  })
  expect([build.status, build.stderr]).toEqual([0, ''])
  expect(existsSync(join(checkout, 'dist/app/build.json'))).toBe(true)
}, 600_000)

test('a program that an old Node begins goes on with the Node of the lockfile', () => {
  const old = `if (process.env.AS_NODE) {
    Object.defineProperty(process, 'versions', { value: { node: process.env.AS_NODE } })
    delete process.env.AS_NODE
  }`
  const program = join(folder, 'program.ts')
  writeFileSync(
    program,
    'const words: string[] = process.argv.slice(2)\nconsole.log(process.versions.node, ...words)\nprocess.exit(3)',
  )
  const begin = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, '--import', './scripts/node.mjs']
  const { stdout, status } = run(resolve('.'), [...begin, program, 'two words'], { AS_NODE: '20.19.0' })
  expect([stdout, status]).toEqual([`${process.versions.node} two words\n`, 3])
})

test('a server that npm has started ends when npm and its shell have ended', { timeout: 600_000 }, async () => {
  const settings = { DATA_DIR: join(folder, 'data'), BACKEND_PORT: '0' }
  const env = { ...process.env, ...settings, npm_lifecycle_event: 'backend' }
  const shell = spawn('sh', ['-c', `"${process.execPath}" --disable-proto=delete backend/main.ts; true`], { env })
  await new Promise<void>((up) => shell.stdout.on('data', (text: Buffer) => text.includes('backend http') && up()))
  // The server has the output of the shell, which therefore closes when the server has ended.
  const ended = once(shell, 'close')
  shell.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
})

test('a command whose reader has gone ends quietly', () => {
  const line = `"${process.execPath}" "${resolve('scripts/config/main.ts')}" | true`
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], { cwd: folder, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('a PostgreSQL server whose process was killed ends with the next start, and its folders go', async () => {
  const program = `import { startPostgres } from './scripts/postgres.ts'
    console.log((await startPostgres()).database_url)`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: resolve('.') })
  const [url] = (await once(killed.stdout.setEncoding('utf8'), 'data')) as [string]
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const left = () =>
    [tmpdir(), '/dev/shm'].flatMap((parent) =>
      existsSync(parent) ? readdirSync(parent).filter((name) => name.includes(`-${killed.pid}-`)) : [],
    )
  expect(left()).toHaveLength(2)
  await (await startPostgres()).close()
  expect(left()).toEqual([])
  const port = Number(new URL(url.trim()).port)
  await vi.waitFor(() => expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED'), {
    timeout: 30_000,
  })
}, 120_000)
