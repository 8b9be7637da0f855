// Each check of the tree and of the build finds a planted fault.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { audited, inRange, matches } from '../../scripts/guards/advisories.ts'
import { leaksIn } from '../../scripts/build/leaks.ts'
import { inCircles } from '../../scripts/build/manifest.ts'
import { inlineHelpers } from '../../scripts/build/runtime.ts'
import { unwanted } from '../../scripts/guards/packages.ts'
import { missingFrom, running } from '../../scripts/guards/sbom.ts'
import { scanHistory, secretsIn } from '../../scripts/guards/secrets.ts'

describe('advisories', () => {
  test('npm audit has a line for each finding, and a registry without audits is not the same as no finding', () => {
    expect(audited('{"vulnerabilities":{"axios":{"severity":"high"}}}')).toEqual(['axios: npm audit, high'])
    expect(audited('{"vulnerabilities":{}}')).toEqual([])
    expect(audited('{"message":"405 Method Not Allowed"}')).toBeNull()
    expect(audited('')).toBeNull()
  })

  test.each([
    ['1.14.1', '1.14.1 || 0.30.4', true],
    ['1.14.2', '1.14.1 || 0.30.4', false],
    ['7.5.1', '>=7.0.0 <7.5.2', true],
    ['7.5.2', '>=7.0.0 <7.5.2', false],
    ['7.10.0', '>=7.0.0 <7.5.2', false],
    ['2.0.0-rc.1', '<2.0.0', true],
  ])('%s against %s', (version, range, expected) => expect(inRange(version, range)).toBe(expected))

  test('a planted package is found, at any depth, by its whole name', () => {
    const advisory = { package: 'axios', range: '<1.0.0', id: 'X-1', about: 'planted' }
    const packages = {
      'node_modules/a/node_modules/axios': { version: '0.9.0' },
      'node_modules/my-axios': { version: '0.9.0' },
    }
    expect(matches([advisory], { packages })).toEqual(['axios 0.9.0: X-1, planted'])
  })
})

describe('secrets', () => {
  // Concatenated, so that this file itself contains no secret.
  test.each([
    ['private key', ['-----BEGIN RSA', ' PRIVATE KEY-----', '\n', 'MIIB'.repeat(8)].join('')],
    ['private JSON web key', `{"kty":"RSA","d":"${'a1'.repeat(30)}"}`],
    ['signed token', `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`],
    ['cloud access key', `AKIA${'A1B2'.repeat(4)}`],
    ['code host token', `ghp_${'a'.repeat(36)}`],
    ['password in an address', ['postgres://app:', 'longsecret', '@db/x'].join('')],
  ])('a planted %s is found', (kind, text) => expect(secretsIn(`x = '${text}'`)).toContain(kind))

  test('ordinary code is left alone', () => {
    expect(secretsIn("fetch('http://localhost:3001/v1'); const d = 'abc'; // postgres://user@host/db")).toEqual([])
  })
})

describe('the history', () => {
  const secret = `AKIA${'A1B2'.repeat(4)}`
  const commit = (sign: string) =>
    `commit ${'a'.repeat(40)}\nAuthor: x\n\n    why\n\n@@ -0,0 +1 @@\n${sign}const key = '${secret}'\n`

  test('what a commit added is found, and what one took away was found before', () => {
    expect(scanHistory(commit('+'))).toEqual([`commit ${'a'.repeat(12)}: cloud access key`])
    expect(scanHistory(commit('-'))).toEqual([])
  })
})

describe('packages', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`
  test.each([
    ['a licence for all', { license: 'MIT', integrity }, []],
    ['one of two', { license: '(GPL-3.0 OR MIT)', integrity }, []],
    ['a licence for tools, of a tool', { license: 'MPL-2.0', dev: true, integrity }, []],
    ['a licence for tools, of what is shipped', { license: 'MPL-2.0', integrity }, ['node_modules/a: licence MPL-2.0']],
    ['another licence', { license: 'AGPL-3.0', dev: true, integrity }, ['node_modules/a: licence AGPL-3.0']],
    ['no licence', { integrity }, ['node_modules/a: licence none']],
    ['no hash', { license: 'MIT' }, ['node_modules/a: no hash']],
    [
      'another host',
      { license: 'MIT', integrity, resolved: 'https://registry.npmjs.org.evil.test/a.tgz' },
      ['node_modules/a: not from registry.npmjs.org'],
    ],
    ['the registry', { license: 'MIT', integrity, resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }, []],
  ])('%s', (_, one, lines) => expect(unwanted({ packages: { '': {}, 'node_modules/a': one } })).toEqual(lines))

  test('accepts a workspace, and checks the packages that only the workspace has', () => {
    const own = { bench: {}, 'node_modules/own': { resolved: 'bench', link: true } }
    const theirs = { 'bench/node_modules/a': { license: 'GPL-3.0', integrity: 'sha512-x' } }
    expect(unwanted({ packages: { '': {}, ...own, ...theirs } })).toEqual(['bench/node_modules/a: licence GPL-3.0'])
  })
})

describe('the build', () => {
  test.each([
    ['source map', 'a()\n//# sourceMappingURL=a.js.map'],
    ['demo member', 'const x = "four-wrong"'],
    ['text that becomes code', 'const f = new Function(source)'],
    ['text that becomes code', 'trustedTypes.createPolicy("any", rules)'],
    ['text that becomes code', 'e.innerHTML=t;'],
    ['text that becomes code', 'a.__html=b,e.innerHTML=t'],
  ])('a planted %s is found', (what, code) => expect(leaksIn('assets/a.js', code).join()).toContain(what))

  test.each([
    'case`script`:a=o.createElement(`div`),a.innerHTML=`<script><\\/script>`,a=a.removeChild(a.firstChild);break;',
    'if(i.children!=null)throw Error(s(60));a?.__html!==n&&(e.innerHTML=n)}}break;case`multiple`:e.multiple=r',
  ])("React's own markup is accepted: %s", (code) => expect(leaksIn('assets/react.js', code)).toEqual([]))

  test('chunks that wait for each other are found, and other chunks that wait for them are not', () => {
    const chunk = (file: string, ...imports: string[]) => ({ file, imports, css: [] })
    const all = { page: chunk('page', 'a'), a: chunk('a', 'b', 'c'), b: chunk('b', 'a'), c: chunk('c') }
    expect(inCircles(all)).toEqual(['a', 'b'])
  })

  test("the bundler's helpers are copied into a chunk under the names it uses, and others are not", () => {
    const helpers = 'var o=a=>a+1,c=a=>o(a)*2,d=a=>a+"unused";export{c as n,o as t,d as u};'
    const code = 'import{n as e,t}from"./rolldown-runtime-x_1.js";import{z}from"./app.js";export{e,t};'
    const merged = inlineHelpers(code, helpers)
    expect(merged).not.toContain('rolldown-runtime')
    expect(merged).not.toContain('unused')
    const [declared, rest] = merged.split(/;(?=import)/)
    expect(rest).toMatch(/^import\{z\}/)
    expect(runInNewContext(`${declared}; [e(1), t(1)]`)).toEqual([4, 2])
  })
})

describe('the list of packages', () => {
  const lockfile = {
    packages: {
      '': { version: '0.1.0' },
      bench: { version: '0.1.0' },
      'node_modules/daemun-bench': { link: true },
      'node_modules/hono': { version: '4.0.0' },
      'node_modules/@mui/material': { version: '9.0.0' },
      'node_modules/a/node_modules/hono': { version: '3.0.0' },
      'node_modules/vitest': { version: '4.0.0', dev: true },
    },
  }
  const component = (purl: string, ...names: string[]) => ({
    'bom-ref': purl,
    purl,
    properties: names.map((name) => ({ name, value: 'true' })),
  })
  const list = (...components: ReturnType<typeof component>[]) => ({
    bomFormat: 'CycloneDX' as const,
    components,
    dependencies: components.map(({ purl }) => ({ ref: purl, dependsOn: components.map((one) => one.purl) })),
  })
  const [hono, older] = [component('pkg:npm/hono@4.0.0'), component('pkg:npm/hono@3.0.0')]

  test('names a package that it lacks, also by its version', () => {
    expect(missingFrom(list(hono, older, component('pkg:npm/%40mui/material@9.0.0')), lockfile)).toEqual([])
    expect(missingFrom(list(hono, component('pkg:npm/%40mui/material@8.0.0')), lockfile)).toEqual([
      'node_modules/@mui/material: pkg:npm/@mui/material@9.0.0 is not in the list',
      'node_modules/a/node_modules/hono: pkg:npm/hono@3.0.0 is not in the list',
    ])
  })

  test('leaves out what only development needs', () => {
    const { components, dependencies } = running(
      list(hono, component('pkg:npm/vitest@4.0.0', 'cdx:npm:package:development')),
    )
    expect(components).toEqual([hono])
    expect(dependencies).toEqual([{ ref: hono.purl, dependsOn: [hono.purl] }])
  })

  test('is complete', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'daemun-sbom-')), 'sbom.json')
    const { status, stdout } = spawnSync(process.execPath, ['scripts/guards/sbom.ts', file], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
    const purls = running(JSON.parse(readFileSync(file, 'utf8'))).components.map(({ purl }) => purl)
    expect(purls).toContainEqual(expect.stringContaining('pkg:npm/react@'))
    expect(purls).not.toContainEqual(expect.stringContaining('pkg:npm/vitest@'))
    rmSync(dirname(file), { recursive: true })
  })
})
