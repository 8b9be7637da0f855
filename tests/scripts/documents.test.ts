// What the documents say of commands and settings, held to what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnvironment } from '../../sandbox/settings'
import { readServeSettings } from '../../scripts/serve/settings'

const read = (path: string) => readFileSync(path, 'utf8')
const READMES = ['README.md', 'sandbox/README.md', 'docs/decisions.md']
const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found = '']) => found))

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

/** Set by what starts us, and by nobody else. */
const NOT_OURS = new Set(['NODE_ENV', 'PLAYWRIGHT_JSON_OUTPUT_NAME', 'VITE_CONFIG_NATIVE_IGNORE_WARNING'])

describe('the settings', () => {
  const code = ['scripts', 'sandbox', 'e2e']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.ts'))
    .concat('src/wire/settings.ts', 'playwright.config.ts', 'tests/sandbox/ownDatabase.ts')
    .map(read)
    .join('\n')
  const asked = [
    ...all(code, /\benv\.([A-Z][A-Z_]*[A-Z])\b/g),
    ...all(code, /'([A-Z]+_PORT)'/g),
    ...all(code, /\b((?:VITE|SANDBOX)_[A-Z_]*[A-Z])\b/g),
  ].filter((name) => !NOT_OURS.has(name))

  test('.env.example has every one that the code asks for, and no other', () =>
    expect(Object.keys(example).toSorted()).toEqual([...new Set(asked)].toSorted()))

  test('the READMEs name none that is not there', () => {
    const named = all(READMES.map(read).join('\n'), /\b((?:VITE|SANDBOX|TLS|JOURNEYS)_[A-Z_]*[A-Z]|[A-Z]+_PORT)\b/g)
    expect([...named].filter((name) => !(name in example) && !NOT_OURS.has(name))).toEqual([])
  })

  test('a copy of .env.example can be started with as it is', () => {
    expect(readServeSettings(example).problems).toEqual([])
    expect(() => parseEnvironment(example)).not.toThrow()
  })
})

test('the commands of the READMEs are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = all(READMES.map(read).join('\n'), /npm run ([a-z:]+)/g)
  expect([...named].filter((name) => !(name in scripts))).toEqual([])
})

test.each(READMES)('the links of %s lead somewhere', (readme) => {
  const links = all(read(readme), /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)
  expect([...links].filter((path) => !existsSync(join(dirname(readme), path)))).toEqual([])
})
