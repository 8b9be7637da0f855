// The commands and settings that the documents name exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { KINDS } from '../../backend/domain/notices/noticeKinds.ts'
import { parseEnvironment } from '../../backend/settings/environment.ts'
import { CHAPTERS } from '../../conformance/run.ts'
import { EXAMPLE, exampleFile, OPERATORS, withSettings } from '../../scripts/settingsReference.ts'
import { GROUPS, type Group } from '../../scripts/settings/groups.ts'
import { DEMO_ROWS, TEST_ROWS } from '../../scripts/settings/rows.ts'
import { PAGE_ROWS } from '../../server/app/settingRows.ts'
import type { SettingRow } from '../../server/settingRow.ts'
import { readServeSettings } from '../../server/app/settings.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const READMES = [
  'README.md',
  'SECURITY.md',
  'backend/README.md',
  'demo/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]
const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found = '']) => found))

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

/** Variables that npm, CI, Playwright, a command of package.json or the set-up of the tests sets, or that a package reads. */
const NOT_OURS = new Set([
  'NODE_ENV',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PATH',
  'PLAYWRIGHT_JSON_OUTPUT_NAME',
  'TEST_ALL',
  'TEST_DATABASE_TEMPLATES',
  'TEST_PARALLEL_INDEX',
])

const everyRow = Object.values<Group>(GROUPS).flatMap(({ rows }) => Object.entries<SettingRow>(rows))

describe('the settings', () => {
  const code = ['scripts', 'server', 'bench', 'backend', 'demo', 'e2e']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.ts'))
    .concat('contract/settings.ts', 'playwright.config.ts', 'tests/backend/ownDatabase.ts')
    .map(read)
    .join('\n')
  const asked = [
    ...all(code, /\benv\.([A-Z][A-Z_]*[A-Z])\b/g),
    ...all(code, /'([A-Z]+_PORT)'/g),
    ...everyRow.map(([name]) => name),
    ...all(code, /\b((?:VITE|BACKEND|APP)_[A-Z_]*[A-Z])\b/g),
  ].filter((name) => !NOT_OURS.has(name))

  test('.env.example has every one that the code asks for, and no other', () =>
    expect(Object.keys(example).toSorted()).toEqual([...new Set(asked)].toSorted()))

  test('.env.example and the tables of docs/operators.md are those of the rows: `npx node scripts/settingsReference.ts` writes them anew', async () => {
    expect(read(EXAMPLE)).toBe(exampleFile())
    const document = read(OPERATORS)
    expect(await withSettings(document)).toBe(document)
    const inTable = everyRow.filter(([name]) => !(name in DEMO_ROWS || name in TEST_ROWS))
    expect(inTable.filter(([name]) => !document.includes(`| \`${name}\``))).toEqual([])
  })

  test('each is in one group, and its default is a value that it accepts', () => {
    const names = everyRow.map(([name]) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const refused = everyRow.filter(([, { shape, usual, example = usual }]) =>
      [usual, example].some((value) => value && !z.safeParse(shape, value).success),
    )
    expect(refused.map(([name]) => name)).toEqual([])
    // The page has its defaults in its own schema.
    for (const [name, { shape, usual }] of Object.entries(PAGE_ROWS).filter(([, row]) => row.usual))
      expect(z.parse(shape, undefined), name).toEqual(z.parse(shape, usual))
  })

  test('the READMEs name no unknown one', () => {
    const named = all(
      READMES.map(read).join('\n'),
      /\b((?:APP|ASSET|BACKEND|BACKUP|DATA|DATABASE|JOURNEYS|OTEL|SECURITY|SMOKE|SMS|SMTP|SUPPORT|TLS|VALKEY|VITE)_[A-Z_]*[A-Z]|[A-Z]+_PORT)\b/g,
    )
    expect(
      [...named].filter(
        (name) => !(name.replace(/_FILE$/, '') in example) && !(name in example) && !NOT_OURS.has(name),
      ),
    ).toEqual([])
  })

  test('a copy of .env.example can be started with as it is', () => {
    expect(readServeSettings(example).problems).toEqual([])
    expect(() => parseEnvironment(example)).not.toThrow()
  })
})

describe('the commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  test('of the READMEs exist', () => {
    const written = all(READMES.map(read).join('\n'), /npm run ([a-z:]+)/g)
    expect([...written].filter((name) => !(name in scripts))).toEqual([])
  })

  test('of package.json are all in docs/contributing.md', () => {
    const listed = all(read('docs/contributing.md'), /npm (?:run )?([a-z:]+)/g)
    expect(Object.keys(scripts).filter((name) => !listed.has(name))).toEqual([])
  })
})

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  [...all(read(document).replace(/^```[^]*?^```/gm, ''), /^#+ (.+)$/gm)].map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test.each([...READMES, 'CHANGELOG.md'])('the links of %s lead to files and headings that exist', (readme) => {
  const links = [...read(readme).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
  const isThere = ([, path = '', anchor]: RegExpExecArray) => {
    const file = path === '' ? readme : join(dirname(readme), path)
    return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
  }
  expect(links.filter((link) => !isThere(link)).map(([link]) => link)).toEqual([])
})

describe('what the documents say of the code', () => {
  const FOLDERS =
    'backend bench conformance contract demo deploy docs e2e locales public scripts server src tests'.split(' ')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  /** What an operator makes, and what a document says to be gone. */
  const NOT_HERE = new Set([
    'deploy/daemun.env',
    'deploy/secrets/',
    'src/wire',
    'scripts/build/rows.ts',
    'build/rows.ts',
  ])
  const isNamed = (word: string) => FOLDERS.some((folder) => word.startsWith(`${folder}/`))
  const isSource = (word: string) => /^\w.*\.(?:tsx?|css)$/.test(word) && !word.startsWith('virtual:')
  /** A file may be named by the end of its path. */
  const isThere = (word: string) => existsSync(word) || files.some((file) => file.endsWith(`/${word}`))

  test.each(READMES)('the files that %s names exist', (readme) => {
    const words = [...all(read(readme).replace(/^```[^]*?^```/gm, ''), /`([^`\n]+)`/g)]
      .flatMap((code) => code.split(/[\s=,;]+/))
      .filter((word) => !/[*<>{}…]/.test(word) && (isNamed(word) || isSource(word)))
    expect(words.filter((word) => !NOT_HERE.has(word) && !isThere(word))).toEqual([])
  })

  test('the tests that the security reviews name exist', () => {
    const named = [...read('docs/security-review.md').matchAll(/`([^`\s]+\.test\.tsx?)`: ([^`|;\n]+)/g)]
    expect(named.length).toBeGreaterThan(10)
    const isKept = ([, file = '', title = '']: RegExpExecArray) => {
      const path = files.find((one) => one === file || one.endsWith(`/${file}`))
      return path !== undefined && title.split('…').every((part) => read(path).includes(part.trim()))
    }
    expect(named.filter((one) => !isKept(one)).map(([whole]) => whole)).toEqual([])
  })

  test('the presses that the comparison and decision 0011 name are those that the journeys count', () => {
    const tapsIn = (journey: string) => {
      const [, table = ''] = /const TAPS\b[^{]*\{([^}]+)\}/.exec(read(journey)) ?? []
      return [...table.matchAll(/'([^']+)': (\d+)/g)].map(([, task = '', taps = '']) => ({ task, taps }))
    }
    const account = tapsIn('e2e/account-effort.spec.ts')
    expect(account.length).toBeGreaterThan(5)
    const rows = new Set(
      [...read('docs/comparison.md').matchAll(/^\| (\w[^|]+?) +\| (\d+) +\|/gm)].map(
        ([, task, taps]) => `${task} ${taps}`,
      ),
    )
    expect(account.filter(({ task, taps }) => !rows.has(`${task} ${taps}`))).toEqual([])

    const [decision = ''] = files.filter((file) => file.startsWith('docs/decisions/0011-'))
    const joins = tapsIn('e2e/effort.spec.ts').filter(({ task }) => /^join as [A-Z]{3,}/.test(task))
    expect(joins.length).toBeGreaterThan(3)
    expect(
      joins.filter(({ task, taps }) => !read(decision).includes(`${taps} for ${task.slice('join as '.length)}`)),
    ).toEqual([])
  })

  test('decision 0026 has each kind of notice', () => {
    const [decision = ''] = files.filter((file) => file.startsWith('docs/decisions/0026-'))
    expect(Object.keys(KINDS).filter((kind) => !read(decision).includes(`\`${kind}\``))).toEqual([])
  })

  test('docs/backends.md has each chapter of the conformance kit, and each header that a proxy must allow', () => {
    const document = read('docs/backends.md')
    expect(CHAPTERS.map(({ name }) => name).filter((name) => !document.includes(name))).toEqual([])
    const [headers = ''] = all(read('docs/nginx.conf'), /Access-Control-Allow-Headers "([^"]+)"/g)
    expect(headers).toContain('content-type')
    expect(headers.split(', ').filter((name) => !document.includes(name))).toEqual([])
  })
})

describe('the documents that comments cite', () => {
  const cited = ['src', 'backend', 'demo', 'tests', 'e2e', 'scripts', 'bench', 'server', 'conformance', 'contract']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(?:tsx?|css)$/.test(file))
    .map(read)
    .join('\n')
  const specification = read('docs/specification.md')

  test('the specification has each cited chapter', () => {
    const chapters = [...all(cited, /§(\d+)/g), ...all(cited, /§\d+[–-](\d+)/g)]
    expect(chapters.length).toBeGreaterThan(5)
    expect(chapters.filter((chapter) => !specification.includes(`\n## ${chapter}. `))).toEqual([])
  })

  test.each([
    ['Contract', 'docs/contract.md'],
    ['Faults', 'docs/faults.md'],
    ['Screens', 'docs/specification.md'],
  ])('the words in quotation marks after "%s" are in %s', (name, path) => {
    const quoted = all(cited, new RegExp(`\\b${name}, "([^"]+)"`, 'g'))
    const text = read(path).toLowerCase().replace(/\s+/g, ' ')
    expect(quoted.size).toBeGreaterThan(0)
    expect([...quoted].filter((words) => !text.includes(words.toLowerCase()))).toEqual([])
  })

  test('the contract has each cited call', () => {
    const calls = all(cited, /\bContract,(?: the call)? ((?:GET|POST|PUT|DELETE) \/[^\s:,]+)/g)
    expect(calls.size).toBeGreaterThan(0)
    const contract = read('docs/contract.md')
    expect([...calls].filter((call) => !contract.includes(`\`${call}`))).toEqual([])
  })

  test('the tables of accessibility and security have each cited row', () => {
    const criteria = all(cited, /\bAccess (\d\.\d\.\d+)/g)
    const accessibility = all(read('docs/accessibility.md'), /^\|([^|]+)\|/gm)
    const rows = new Set([...accessibility].flatMap((cell) => cell.split(',').map((id) => id.trim())))
    expect(criteria.size).toBeGreaterThan(0)
    expect([...criteria].filter((id) => !rows.has(id))).toEqual([])

    const requirements = all(cited, /\b[Ss]ecurity ([A-Z]\d+)\b/g)
    const security = read('docs/security.md')
    expect(requirements.size).toBeGreaterThan(20)
    expect([...requirements].filter((id) => !new RegExp(`^\\| ${id} +\\|`, 'm').test(security))).toEqual([])
  })
})
