// @vitest-environment jsdom
// The kit's reports: a failure shows the request, the expectation and the screen. Reports are well formed for every answer of a backend.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { conforms, htmlOf, junitOf, lineOf } from '../../conformance/report.ts'
import { CHAPTERS, type Outcome, type Result } from '../../conformance/run.ts'

const row = { id: 'entry.welcome', title: 'answers with <the data> & "more"', screen: 'Error 500', run: async () => {} }
const request = {
  method: 'POST',
  url: 'http://localhost/v1/verify/pwd',
  headers: { 'x-authenticator': 'Token secret' },
  body: '{"login_id":"a"}',
}
const exchange = { request, status: 500, text: '</script><b>\u0000broken' }
const problem = { expected: '200', got: '500', exchange }
const result = (outcome: Outcome): Result => ({
  chapter: 'Entry & more',
  row,
  outcome,
  ms: 12,
  ...((outcome === 'failed' || outcome === 'blocked') && { problem }),
  ...(outcome === 'skipped' && { why: 'no such member' }),
})
const results = (['passed', 'failed', 'blocked', 'skipped'] as const).map(result)

test('a failure shows the request, the expectation, the answer and what a member sees, and no token', () => {
  const line = lineOf(result('failed'))
  for (const part of [
    'POST http://localhost/v1/verify/pwd',
    '{"login_id":"a"}',
    'expected: 200',
    'got: 500',
    'Error 500',
  ])
    expect(line).toContain(part)
  expect(line).not.toContain('secret')
})

test('JUnit counts each outcome, and stays well formed whatever a backend answers', () => {
  const page = new DOMParser().parseFromString(junitOf(results), 'text/xml')
  const suite = page.querySelector('testsuite')
  expect(suite?.getAttribute('name')).toBe('Entry & more')
  const counts = ['tests', 'failures', 'errors', 'skipped'].map((name) => suite?.getAttribute(name))
  expect(counts).toEqual(['4', '1', '1', '1'])
  expect(page.querySelector('failure')?.getAttribute('message')).toBe('expected 200, got 500')
})

test('the page shows what a backend says as text', () => {
  const page = new DOMParser().parseFromString(htmlOf(results, { auth: 'http://localhost' }), 'text/html')
  expect(page.querySelectorAll('script, b')).toHaveLength(0)
  expect(page.body.textContent).toContain('</script><b>broken')
  expect(page.title).toBe('Conformance: 1 passed, 1 failed, 1 blocked, 1 skipped')
})

test.each([
  ['passed and skipped rows', ['passed', 'skipped'], true],
  ['a failed row', ['passed', 'failed'], false],
  ['a row that could not be tried', ['passed', 'blocked'], false],
  ['no row at all', [], false],
] as const)('a backend with %s conforms: %#', (_, outcomes, expected) => {
  expect(conforms(outcomes.map(result))).toBe(expected)
})

test('every row has an id of its own, in the chapter that it is named after', () => {
  const ids = CHAPTERS.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/conformance.ts', ...args], { encoding: 'utf8' })
  // Port 1 is privileged and nothing listens there.
  const bases = ['auth', 'service', 'portal', 'file', 'node'].flatMap((name) => [`--${name}`, 'http://localhost:1'])
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'conformance-'))
    onTestFinished(() => rmSync(made, { recursive: true, force: true }))
    return made
  }

  test('names each base URL that is missing', () => {
    const { status, stderr } = run('--auth', 'http://localhost:1')
    expect(status).toBe(2)
    expect(stderr).toContain('--service: the base URL of the service API')
    expect(stderr).not.toContain('--auth:')
  })

  test('names the field of the members file that is wrong', () => {
    const file = join(folder(), 'members.json')
    writeFileSync(
      file,
      JSON.stringify({ app_origin: 'http://localhost:3000', entries: {}, members: { plain: {} }, codes: { url: '' } }),
    )
    const { status, stderr } = run(...bases, '--members', file)
    expect(status).toBe(2)
    expect(stderr).toContain('entries.sign_in')
  })

  test('ends with 1 and writes both reports where no backend answers', () => {
    const reports = folder()
    const members = {
      app_origin: 'http://localhost:3000',
      entries: { sign_in: 'http://localhost:1/authorize' },
      members: { plain: { login_id: 'a', password: 'b' } },
      codes: { url: 'http://localhost:1/codes' },
    }
    const file = join(reports, 'members.json')
    writeFileSync(file, JSON.stringify(members))
    const { status, stdout } = run(...bases, '--members', file, '--report', reports)
    expect(status).toBe(1)
    expect(stdout).toMatch(/0 passed, \d+ failed, \d+ blocked/)
    expect(readFileSync(join(reports, 'junit.xml'), 'utf8')).toContain('<testsuites name="conformance">')
    expect(readFileSync(join(reports, 'report.html'), 'utf8')).toContain('<title>Conformance: 0 passed')
  })
})

test('the members file of the demo is one that the kit reads', async () => {
  const { MembersFile } = await import('../../conformance/settings.ts')
  const parsed = MembersFile.safeParse(JSON.parse(readFileSync('docs/conformance/demo.json', 'utf8')))
  expect(parsed.error?.issues).toBeUndefined()
})
