// The prerendered pages: one per language, and one without texts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest as list } from '../../scripts/build/firstLoad.ts'
import { tightenSettings } from '../../server/app/html.ts'
import { prerender } from '../../scripts/build/prerender.ts'
import { HTML_LANG, type Locale, LOCALES } from '../../contract/locale.ts'

const REQUEST: readonly string[] = list.request
const NEXT = list.prefetched.code
const ARRIVALS = Object.entries(list.arrivals)
const SCREEN: readonly string[] = list.prefetched.screen
const dist = mkdtempSync(join(tmpdir(), 'daemun-prerender-'))
const read = (name: string) => readFileSync(join(dist, name), 'utf8')
const texts = (locale: Locale, file: string) =>
  JSON.parse(readFileSync(`locales/${locale}/${file}.json`, 'utf8')) as Record<string, string>
const sentences = (locale: Locale) => texts(locale, 'login')
/** What Vite would have written: an entry, and a chunk for each language that is not the usual one. */
const manifest: Record<
  string,
  { file: string; name?: string; css?: string[]; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] }
> = {
  'index.html': { file: 'assets/app.js', isEntry: true },
  'locales/ko/login.json': { file: 'assets/app.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
}

beforeAll(async () => {
  mkdirSync(join(dist, '.vite'))
  for (const source of REQUEST) manifest[source] = { file: `assets/request-${REQUEST.indexOf(source)}.js` }
  manifest[list.follows.entry] = { file: 'assets/entry.js', imports: ['index.html', '_of-entry.js'] }
  manifest['_of-entry.js'] = { file: 'assets/of-entry.js' }
  for (const source of SCREEN) manifest[source] = { file: 'assets/engine.js', imports: ['_shared.js'] }
  for (const [at, source] of NEXT.entries())
    manifest[source] = { file: `assets/next-${at}.js`, imports: ['_shared.js', '_of-entry.js'] }
  for (const source of ['src/app/routes.tsx', ...ARRIVALS.flatMap(([, sources]) => sources)])
    manifest[source] ??= { file: `assets/${basename(source)}.js`, css: [`assets/${basename(source)}.css`] }
  manifest['_storage.js'] = { file: 'assets/storage.js', name: 'storage', imports: ['index.html'] }
  for (const locale of LOCALES) {
    for (const file of ['account', 'exported'])
      manifest[`locales/${locale}/${file}.json`] = { file: `assets/${file}-${locale}.js` }
    manifest[`src/i18n/later/${locale}.ts`] = { file: `assets/later-${locale}.js` }
    if (locale !== 'ko')
      manifest[`locales/${locale}/login.json`] = { file: `assets/${locale}.js`, isDynamicEntry: true }
  }
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), tightenSettings(readFileSync('index.html', 'utf8')))
  await prerender(process.cwd(), dist)
}, 180_000)
afterAll(() => rmSync(dist, { recursive: true }))

test.each([
  ['ko', 'ko'],
  ['en', 'en'],
  ['zh', 'zh-Hans'],
  ['ja', 'ja'],
] as const)('the form in %s is named and titled in it', (locale, lang) => {
  const html = read(`login.${locale}.html`)
  expect(html).toMatch(new RegExp(`<html lang="${lang}"`))
  expect(/<title>([^<]*)</.exec(html)?.[1]).toBe(sentences(locale)['title.login'])
  expect(html).toContain(`<div id="root" data-locale="${locale}"`)
  expect(html).toContain(sentences(locale)['login.email'])
  for (const name of ['login_id', 'password']) expect(html).toMatch(new RegExp(`<input[^>]* name="${name}"`))
  const [, at, texts = 'null'] =
    /<script type="application\/json" id="texts" data-locale="(\w+)">([^<]*)</.exec(html) ?? []
  // Korean's are in the code.
  expect([at, JSON.parse(texts)]).toEqual(locale === 'ko' ? [undefined, null] : [locale, sentences(locale)])
})

test('a form speaks its own language only, and the neutral page all of them', () => {
  const spoken = (name: string) => [
    ...new Set([...read(name).matchAll(/<(?:p|div) lang="([^"]+)"/g)].map(([, lang = '']) => lang)),
  ]
  for (const locale of LOCALES) {
    expect(spoken(`login.${locale}.html`)).toEqual([HTML_LANG[locale]])
    // That the browser is too old, that it runs no scripts, that the script does not come.
    expect(read(`login.${locale}.html`).split(`<p lang="${HTML_LANG[locale]}">`)).toHaveLength(3)
    expect(read(`login.${locale}.html`).split('data-language=')).toHaveLength(2)
  }
  expect(spoken('index.html')).toEqual(LOCALES.map((locale) => HTML_LANG[locale]))
})

test('what comes next is named once, with what every screen needs apart, and without what is here already', () => {
  const named = (locale: Locale, what: string) =>
    new RegExp(` data-${what}="([^"]+)"`).exec(read(`login.${locale}.html`))?.[1] ?? ''
  for (const locale of LOCALES)
    expect(named(locale, 'screen')).toBe(`assets/later-${locale}.js assets/engine.js assets/shared.js`)
  expect(read(named('ko', 'ahead')).split(' ')).toEqual(NEXT.map((_, at) => `assets/next-${at}.js`))
  expect(read('index.html')).not.toMatch(/data-ahead|data-screen/)
})

test('a page with the form names the scripts that follow it and those of its request, and the neutral page names none', () => {
  for (const locale of LOCALES)
    expect(read(`login.${locale}.html`)).toContain(
      ' data-next="assets/entry.js assets/of-entry.js" data-request="assets/request-1.js assets/request-2.js"',
    )
  expect(read('index.html')).not.toMatch(/data-next|data-request/)
})

test.each(ARRIVALS)(
  'the page of %s speaks one language, and names all that its first screen needs',
  (name, sources) => {
    for (const locale of LOCALES) {
      const html = read(`${name}.${locale}.html`)
      const { [`title.${name}`]: title = '' } = texts(locale, 'info')
      expect(html).toContain(`<title>${title}</title>`)
      expect(html).toContain(`<html lang="${HTML_LANG[locale]}"`)
      expect(html).not.toMatch(/data-locale|name="login_id"/)
      const [head = ''] = html.split('</head>')
      const links = head.matchAll(/<link rel="(?:modulepreload|preload" as="style)" crossorigin href="\/([^"]+)">/g)
      const files = [...links].map(([, file = '']) => file)
      const needed = [list.follows.entry, 'src/app/routes.tsx', '_storage.js', ...SCREEN, `src/i18n/later/${locale}.ts`]
      const own = name === 'account' ? [`locales/${locale}/account.json`, `locales/${locale}/exported.json`] : []
      const all = [...needed, ...own, ...sources].flatMap((source) => [
        manifest[source]?.file,
        ...(manifest[source]?.css ?? []),
      ])
      expect(new Set(files)).toEqual(new Set([...all, 'assets/of-entry.js', 'assets/shared.js']))
      expect(new Set(files).size).toBe(files.length)
    }
  },
)

test('no language is taken for another', () => {
  const titles = LOCALES.map((locale) => /<title>([^<]*)</.exec(read(`login.${locale}.html`))?.[1])
  expect(new Set(titles).size).toBe(LOCALES.length)
})

test('the neutral page has the outline and neither a form nor a service', () => {
  const html = read('index.html')
  expect(html).toMatch(/<div id="root">(?:<!--[^>]*-->)*<[a-z]/)
  expect(html).toContain('<main')
  expect(html).not.toMatch(/name="(?:login_id|password)"|data-locale/)
})
