// What prose cannot keep: who may import whom, one set of sentences in every language, every path and code at home.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ARCHITECTURE,
  filesIn as all,
  importCycles,
  importsOf as imports,
  relativesOf as relatives,
  resolved,
  withPicture,
} from '../scripts/importGraph'
import { paths } from '../src/rules/paths'
import { LOCALES } from '../src/wire/codes'

const text = (path: string) => readFileSync(path, 'utf8')
const sources = all('src')

const MAY_IMPORT: Record<string, string[]> = {
  wire: [],
  rules: ['wire'],
  i18n: ['rules', 'wire'],
  stores: ['rules', 'wire'],
  api: ['rules', 'wire'],
  effects: ['api', 'stores', 'i18n', 'rules', 'wire'],
  ui: ['i18n', 'rules', 'wire'],
  sms: ['ui', 'effects', 'api', 'stores', 'i18n', 'rules', 'wire'],
  profile: ['ui', 'effects', 'api', 'stores', 'i18n', 'rules', 'wire'],
  pages: ['profile', 'sms', 'ui', 'effects', 'api', 'stores', 'i18n', 'rules', 'wire'],
  app: ['pages', 'profile', 'sms', 'ui', 'effects', 'api', 'stores', 'i18n', 'rules', 'wire'],
}
const PURE_PACKAGES = new Set(['libphonenumber-js/mobile', 'zod/mini'])

describe('the arrows of imports', () => {
  test.each(Object.entries(MAY_IMPORT))('src/%s imports nothing that lies behind it', (room, allowed) => {
    const wrong = all(join('src', room)).flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .map((target) => relative('src', target).split('/')[0] ?? '')
        .filter((target) => target !== room && target !== '..' && !allowed.includes(target))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('no folder of pages is built on another: what two of them share has a room of its own', () => {
    const folder = (path: string) => relative(join('src', 'pages'), path).split('/')[0]
    // Fetched ahead, and never run by the page that does: it has to be there when nothing can be fetched any more.
    const ahead = ['src/pages/login/submit.ts imports src/pages/info/ErrorRoute.tsx']
    const wrong = all(join('src', 'pages')).flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => target.startsWith('src/pages/') && folder(target) !== folder(path))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual(ahead)
  })

  test.each(['wire', 'rules'])('src/%s knows no React, client, clock or language library', (room) => {
    const wrong = all(join('src', room)).flatMap((path) => {
      const { now, later } = imports(path)
      return [...now, ...later]
        .filter((one) => !one.startsWith('.') && !PURE_PACKAGES.has(one))
        .map((one) => `${path} imports ${one}`)
    })
    expect(wrong).toEqual([])
  })

  test('the sandbox and the scripts share only the shapes of the wire with the app, and the static server its paths', () => {
    const found = [...all('sandbox'), ...all('scripts')].flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => target.startsWith('src/') && !target.startsWith('src/wire/'))
        .map((target) => `${path} imports ${target}`)
    })
    expect(found).toEqual(['scripts/serve/answer.ts imports src/rules/paths.ts'])
  })

  test('the conformance kit knows a backend by the shapes of the wire alone', () => {
    const outside = all('conformance').flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => !/^(conformance|src\/wire)\//.test(target))
        .map((target) => `${path} imports ${target}`)
    })
    expect(outside).toEqual([])
  })

  test('what is built and served in production needs nothing of the sandbox', () => {
    const reached = new Set(['vite.config.ts', ...all('scripts/build'), ...all('scripts/serve')])
    for (const path of reached) for (const next of relatives(path, imports(path).now)) reached.add(next)
    expect([...reached].filter((path) => path.startsWith('sandbox/'))).toEqual([])
  })

  test('the doors of sandbox/http lead to the issuer, and not back', () => {
    const wrong = all('sandbox/http').flatMap((path) =>
      relatives(path, imports(path).now)
        .filter((target) => target.startsWith('sandbox/oidc/'))
        .map((target) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('sandbox/domain imports neither Hono nor anything of sandbox/http, sandbox/routes and sandbox/oidc', () => {
    const above = /^(?:sandbox\/(?:http|oidc|routes)\/|hono(?:\/|$))/
    const wrong = all('sandbox/domain').flatMap((path) => {
      const { now, later } = imports(path)
      const named = [...now, ...later].map((one) => (one.startsWith('.') ? resolved(path, one) : one))
      return named.filter((target) => above.test(target)).map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  // Security C15: what another window says is nobody's business here; tabs of the app speak on a channel of their own.
  test('nothing listens to what other windows post', () => {
    const listens = /addEventListener\(\s*['"]message|\bwindow\.onmessage|\bself\.onmessage/
    expect(sources.filter((path) => listens.test(text(path)))).toEqual([])
  })
})

describe('the graph of imports', () => {
  test('has no cycle between files, dynamic imports included', () =>
    expect(importCycles().map((cycle) => cycle.join(' > '))).toEqual([]))

  test('is drawn in docs/architecture.md as it is: `npx tsx scripts/importGraph.ts` draws it anew', () => {
    const document = text(ARCHITECTURE)
    expect(document).toContain('```mermaid')
    expect(withPicture(document)).toBe(document)
  })
})

describe('the code of the app', () => {
  /** Code without its comments, and without the letters of a character class. */
  const bare = (path: string) =>
    text(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|\s)\/\/.*$/gm, '')
      .replace(/\[[^\]\n]*\]/g, '')

  // A language is named in itself, whatever language the page speaks.
  const SELF_NAMED = 'src/rules/locale.ts'

  test('has no sentence in Korean: those live in locales/', () => {
    const wrong = sources.filter((path) => path !== SELF_NAMED && /[가-힣]/.test(bare(path)))
    expect(wrong).toEqual([])
  })

  test('leaves the page in one place only', () => {
    const leaving =
      /\blocation\s*\.\s*(?:assign|replace|reload)\b|\blocation\.href\s*=[^=]|\b(?:window|document)\.location\s*=[^=]|\bwindow\.open\b|\bopen\(['"`]http/
    // The inline script runs where the app does not come: it may only reload the page.
    // New tabs are opened for links that the page already shows.
    const places = ['src/effects/leave.ts', 'src/effects/newTabs.ts', 'src/api/earlyScript.ts']
    const wrong = sources.filter((path) => !places.includes(path) && leaving.test(bare(path)))
    expect(wrong).toEqual([])
  })

  test('never turns text into markup', () => {
    const sink =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|new Function\b|\beval\(/
    expect(sources.filter((path) => sink.test(bare(path)))).toEqual([])
  })
})

describe('the sentences', () => {
  const areas = readdirSync('locales/ko')
  const read = (locale: string, area: string): Record<string, string> =>
    JSON.parse(text(join('locales', locale, area))) as Record<string, string>
  const placeholders = (sentence: string) => (sentence.match(/\{\{[^}]+\}\}/g) ?? []).toSorted()

  test('every language has the same areas', () => {
    expect(readdirSync('locales').toSorted()).toEqual([...LOCALES].toSorted())
    for (const locale of LOCALES) expect(readdirSync(join('locales', locale))).toEqual(areas)
  })

  test.each(LOCALES.flatMap((locale) => areas.map((area) => [locale, area] as const)))(
    '%s/%s has the keys and placeholders of the Korean one, and no empty sentence',
    (locale, area) => {
      const [ko, other] = [read('ko', area), read(locale, area)]
      expect(Object.keys(other).toSorted()).toEqual(Object.keys(ko).toSorted())
      for (const [key, sentence] of Object.entries(other)) {
        expect(sentence.trim(), key).not.toBe('')
        expect(placeholders(sentence), key).toEqual(placeholders(ko[key] ?? ''))
      }
    },
  )

  /** Keys that are put together from a name and a state. */
  const COMPOSED = /^title\.|^password\.(?:met|open|broken)$/

  test('every key is said somewhere', () => {
    const code = sources.map(text).join('\n').replaceAll('"', "'")
    const keys = areas.flatMap((area) => Object.keys(read('ko', area)))
    expect(
      keys.filter((key) => !COMPOSED.test(key) && !code.includes(`'${key}'`) && !code.includes(`"${key}"`)),
    ).toEqual([])
  })

  test('no key stands in two areas', () => {
    const keys = areas.flatMap((area) => Object.keys(read('ko', area)))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})

describe('the spec has its place', () => {
  // Spec §2, every route that is named. The route table is a record over the names of `paths`: it cannot leave one out.
  const NAMED = `/ /error /init /init/login /init/session /init/password /init/join /init/sign-up /login /loginSSO /login/sso
    /certification /mobileVerify /about /privacyPolicy /join /join/info /join/terms /join/terms/gen /join/privacy
    /join/privacy/gen /join/service /join/completed /join/completed/gen /sign-up/terms /sign-up/privacy /sign-up/terms/gen
    /sign-up/privacy/gen /identify /identify/myid /identify/myid/done /identify/password /identify/password/verify
    /identify/password/new /resolve /resolve/terms /resolve/terms/service /resolve/member /resolve/password
    /resolve/required/password /resolve/service /resolve/service/nickname /resolve/service/info /resolve/certification`

  test('every path of the spec stands in the route table, and no other', () => {
    expect(Object.values(paths).toSorted()).toEqual(NAMED.split(/\s+/).toSorted())
  })
})
