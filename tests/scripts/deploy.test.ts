// The files in deploy/ name programs and settings that exist, and the tools that read them accept them where this machine has the tools.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { NEEDED } from '../../backend/settingsProblems.ts'
import { PROGRAMS } from '../../scripts/build/serverFolder.ts'
import { freePort } from '../../server/ports.ts'
import { findNginx } from '../../scripts/run/setUp.ts'
import { certificateIn } from '../support/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'daemun-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:Containerfile|daemun-command|\.(?:yaml|tpl|service))$/.test(file))
  .map((file) => [file, readFileSync(join('deploy', file), 'utf8')] as const)
const text = files.map(([, one]) => one).join('\n')
const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))]

test('every program that is started is one of the release', () => {
  const programs = all(/\b([a-z]+)\.js\b/g)
  expect(programs).toContain('backend')
  expect(programs.filter((name) => !(name in PROGRAMS))).toEqual([])
})

// Security D9.
test('each server starts without the prototype that a key of a body could name', () => {
  const flag = '--disable-proto=delete'
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const ofNpm = ['backend', 'serve'].map((name) => scripts[name])
  const ofRelease = [PROGRAMS.backend, PROGRAMS.serve].map(({ flags }) => flags)
  const ofDeploy = text.split('\n').filter((line) => /^ENTRYPOINT|^ExecStart=.*\b(?:backend|serve)\.js/.test(line))
  expect(ofDeploy).toHaveLength(3)
  for (const start of [...ofNpm, ...ofRelease, ...ofDeploy]) expect(start).toContain(flag)
})

test('every setting is one of .env.example', () => {
  const known = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name))
  const named = all(/\b((?:BACKEND|BACKUP|APP|VITE|DATABASE|SMTP|SMS)_[A-Z_]*[A-Z])\b/g).map((name) =>
    name.replace(/_FILE$/, ''),
  )
  expect(named).toContain('DATABASE_URL')
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('each of the three ways gives what production asks for, or names where it is written', () => {
  // The host names of the chart, and the settings files of the other two.
  const elsewhere = ['BACKEND_URL', 'APP_ORIGIN', 'SMTP_FROM', 'SUPPORT_CONTACT']
  const secrets = Object.keys(NEEDED).filter((name) => !elsewhere.includes(name))
  expect(secrets).toContain('BACKEND_KEY_ENCRYPTION_KEY')
  for (const file of ['compose.yaml', 'helm/daemun/templates/_helpers.tpl', 'systemd/daemun-backend@.service'])
    for (const name of secrets) expect(readFileSync(join('deploy', file), 'utf8'), file).toContain(`${name}_FILE`)
  const command = readFileSync('deploy/daemun-command', 'utf8')
  expect(secrets.filter((name) => !command.includes(` ${name}=`))).toEqual([])
})

test('the chart has no example as a default, and names what is not given', () => {
  const values = readFileSync('deploy/helm/daemun/values.yaml', 'utf8').replaceAll(/#.*/g, '')
  expect(values.match(/\S*example\.\S*/g)).toEqual(['registry.example.com/daemun'])
  const empty = all(/^ +([A-Z_]+): ''$/gm)
  expect(empty).toEqual(expect.arrayContaining(['SMTP_FROM', 'SUPPORT_CONTACT', 'VITE_POLICIES_URL']))
  expect(empty.filter((name) => !new RegExp(`required "[a-z.]+${name}: `).test(text))).toEqual([])
})

test('the image runs as a user without rights, and has neither sources nor packages of development', () => {
  const last =
    readFileSync('deploy/Containerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  expect([...last.matchAll(/^COPY .* (\S+) \S+$/gm)].map(([, from]) => from)).toEqual([
    '/src/dist/app',
    '/src/dist/server',
  ])
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['.git', '.data', '.env', '**/node_modules', 'deploy/daemun.env', 'deploy/secrets']),
  )
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['deploy/daemun.env', 'deploy/secrets/']),
  )
})

test('a container listens for the others, whatever the settings of .env.example say', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  expect(compose.match(/^ +HOST: 0\.0\.0\.0$/gm)).toHaveLength(compose.match(/^ +env_file:/gm)?.length ?? 0)
})

const isVerifying = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!isVerifying)('systemd', () => {
  test('accepts each unit, and calls each service hardened', () => {
    const units = readdirSync('deploy/systemd')
    const paths = units.map((unit) => {
      const path = join(folder, unit.replace('@.', '@3001.'))
      // This machine need not have a release.
      writeFileSync(path, readFileSync(join('deploy/systemd', unit), 'utf8').replaceAll('/usr/bin/node', '/bin/true'))
      if (unit.includes('@.')) cpSync(path, join(folder, unit))
      return path
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    for (const path of paths.filter((one) => one.endsWith('.service'))) {
      const said = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path])
      expect([path, said.status]).toEqual([path, 0])
    }
  })
})

const nginx = findNginx()

describe.skipIf(nginx === null)('nginx', () => {
  test('accepts the configuration of compose.yaml, which has two of each', async () => {
    const made = spawnSync('sed', ['-f', 'deploy/upstreams.sed', 'docs/nginx.conf'], { encoding: 'utf8' }).stdout
    // A container that is replaced has another address.
    expect(made).toContain(
      'server backend-1:3001 max_fails=1 fail_timeout=5s resolve; server backend-2:3001 max_fails=1 fail_timeout=5s resolve;',
    )
    expect(made).toContain('server app-1:3000 max_fails=0 resolve; server app-2:3000 max_fails=0 resolve;')
    expect(readFileSync('deploy/include.conf', 'utf8')).toMatch(/^resolver 127\.0\.0\.11 /m)
    expect(made).not.toMatch(/127\.0\.0\.1|\/etc\/ssl|\/var\/log/)
    certificateIn(folder, 'daemun')
    const ports = [await freePort(), await freePort()]
    const here = made
      // nginx of Debian 12 is older than the one of compose.yaml.
      .replaceAll(' resolve;', ';')
      .replaceAll(/\b(?:app|backend)-[12]:/g, '127.0.0.1:')
      .replaceAll('/run/secrets', folder)
      .replaceAll('/dev/stdout', join(folder, 'access.log'))
      .replaceAll('listen 443', `listen 127.0.0.1:${ports[0]}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${ports[1]}`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/pid; error_log stderr; events {} http { ${places.join(' ')}\n${here}\n}`)
    const { status, stderr } = spawnSync(nginx ?? '', ['-p', folder, '-c', file, '-t'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })
})
