// Rules of the architecture that a document alone cannot enforce: allowed imports, equal texts in every language, a row for each path and code.
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
} from '../scripts/importGraph.ts'
import { manifest } from '../scripts/build/firstLoad.ts'
import { paths } from '../src/rules/visit/paths.ts'
import { HTML_LANG, LOCALES } from '../contract/locale.ts'
import * as detailCodes from '../contract/detailCodes.ts'

const text = (path: string) => readFileSync(path, 'utf8')
const sources = ['src', 'contract'].flatMap(all)

const MAY_IMPORT: Record<string, string[]> = {
  rules: [],
  state: [],
  i18n: ['state', 'rules'],
  stores: ['state', 'rules'],
  api: ['state', 'rules'],
  effects: ['api', 'stores', 'i18n', 'state', 'rules'],
  ui: ['i18n', 'state', 'rules'],
  verification: ['ui', 'effects', 'api', 'stores', 'i18n', 'state', 'rules'],
  profile: ['ui', 'effects', 'api', 'stores', 'i18n', 'state', 'rules'],
  pages: ['profile', 'verification', 'ui', 'effects', 'api', 'stores', 'i18n', 'state', 'rules'],
  app: ['pages', 'profile', 'verification', 'ui', 'effects', 'api', 'stores', 'i18n', 'state', 'rules'],
}
const PURE_PACKAGES = new Set([
  '@zootools/email-spell-checker',
  'dayjs',
  'dayjs/plugin/customParseFormat.js',
  'dayjs/plugin/utc.js',
  'libphonenumber-js/mobile',
  'zod/mini',
])

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

  /** The folders of src/effects. Each may import those before it. */
  const EFFECTS = ['browser', 'faults', 'session', 'perform', 'forms', 'start']

  test('each folder of src/effects imports only those before it', () => {
    expect(readdirSync('src/effects').toSorted()).toEqual(EFFECTS.toSorted())
    const place = (path: string) => EFFECTS.indexOf(path.split('/')[2] ?? '')
    const wrong = all('src/effects').flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => target.startsWith('src/effects/') && place(target) > place(path))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('no folder of pages imports another one, and shared code has a folder of its own', () => {
    const folder = (path: string) => relative(join('src', 'pages'), path).split('/')[0]
    // The login page only prefetches the error page, because the error page must open without a network.
    const ahead = ['src/pages/login/submit.ts imports src/pages/info/ErrorRoute.tsx']
    const wrong = all(join('src', 'pages')).flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => target.startsWith('src/pages/') && folder(target) !== folder(path))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual(ahead)
  })

  test.each(['contract', 'src/rules'])('%s knows no React, client, clock or language library', (room) => {
    const wrong = all(room).flatMap((path) => {
      const { now, later } = imports(path)
      return [...now, ...later]
        .filter((one) => !one.startsWith('.') && !PURE_PACKAGES.has(one))
        .map((one) => `${path} imports ${one}`)
    })
    expect(wrong).toEqual([])
  })

  test('the servers and the scripts share only the contract with the app, and the static server its paths', () => {
    const found = ['contract', 'backend', 'demo', 'scripts', 'server', 'bench'].flatMap(all).flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => target.startsWith('src/'))
        .map((target) => `${path} imports ${target}`)
    })
    expect(found).toEqual(['server/app/answer.ts imports src/rules/visit/paths.ts'])
  })

  test('the app imports single rows of the contract, and never the whole table', () => {
    const wrong = all('src').filter((path) =>
      relatives(path, Object.values(imports(path)).flat()).some((target) => target === 'contract/calls.ts'),
    )
    expect(wrong).toEqual([])
  })

  test('the contract imports nothing else of this repository', () => {
    const outside = all('contract').flatMap((path) =>
      relatives(path, imports(path).now)
        .filter((target) => !target.startsWith('contract/'))
        .map((target) => `${path} imports ${target}`),
    )
    expect(outside).toEqual([])
  })

  test('the conformance kit knows a backend by the contract alone', () => {
    const outside = all('conformance').flatMap((path) => {
      const { now, later } = imports(path)
      return relatives(path, [...now, ...later])
        .filter((target) => !/^(conformance|contract)\//.test(target))
        .map((target) => `${path} imports ${target}`)
    })
    expect(outside).toEqual([])
  })

  test('the backend imports the contract and what the servers share, and the demo imports the backend', () => {
    const outside = (folder: string, allowed: RegExp) =>
      all(folder).flatMap((path) => {
        const { now, later } = imports(path)
        return relatives(path, [...now, ...later])
          .filter((target) => !allowed.test(target))
          .map((target) => `${path} imports ${target}`)
      })
    expect(outside('backend', /^(backend|contract|server(?!\/app))\//)).toEqual([])
    expect(outside('demo', /^(demo|backend|contract|server(?!\/app))\//)).toEqual([])
  })

  test('the built app and its server import nothing of the backend', () => {
    const reached = new Set(['vite.config.ts', ...all('scripts/build'), ...all('server/app')])
    for (const path of reached) for (const next of relatives(path, imports(path).now)) reached.add(next)
    expect([...reached].filter((path) => /^(backend|demo)\//.test(path))).toEqual([])
  })

  test('backend/http does not import the issuer', () => {
    const wrong = all('backend/http').flatMap((path) =>
      relatives(path, imports(path).now)
        .filter((target) => target.startsWith('backend/oidc/'))
        .map((target) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('backend/domain imports neither Hono nor anything of backend/http, backend/routes and backend/oidc', () => {
    const above = /^(?:backend\/(?:http|oidc|routes)\/|hono(?:\/|$))/
    const wrong = all('backend/domain').flatMap((path) => {
      const { now, later } = imports(path)
      const named = [...now, ...later].map((one) => (one.startsWith('.') ? resolved(path, one) : one))
      return named.filter((target) => above.test(target)).map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  // Security C15: the app accepts no messages from other windows. Its own tabs use a BroadcastChannel.
  test('the app listens to no messages of other windows', () => {
    const listens = /addEventListener\(\s*['"]message|\bwindow\.onmessage|\bself\.onmessage/
    expect(sources.filter((path) => listens.test(text(path)))).toEqual([])
  })
})

describe('the journeys', () => {
  // e2e/intercept.ts says which request `page.route` alone would lose.
  test('intercept requests of a page with `intercept` only', () => {
    const journeys = all('e2e').filter((path) => path !== 'e2e/intercept.ts')
    expect(journeys.filter((path) => /\bpage\.route\b/.test(text(path)))).toEqual([])
  })
})

describe('the graph of imports', () => {
  test('has no cycle between files, dynamic imports included', () =>
    expect(importCycles().map((cycle) => cycle.join(' > '))).toEqual([]))

  test('is drawn in docs/architecture.md as it is: `npx node scripts/importGraph.ts` draws it anew', () => {
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

  // Each language is named in that language, on pages of every language.
  const SELF_NAMED = 'contract/locale.ts'

  test('has no sentence in Korean: those live in locales/', () => {
    const wrong = sources.filter((path) => path !== SELF_NAMED && /[가-힣]/.test(bare(path)))
    expect(wrong).toEqual([])
  })

  test('leaves the page in one place only', () => {
    const leaving =
      /\blocation\s*\.\s*(?:assign|replace|reload)\b|\blocation\.href\s*=[^=]|\b(?:window|document)\.location\s*=[^=]|\bwindow\.open\b|\bopen\(['"`]http/
    // The inline script runs before the app and may only reload the page.
    // New tabs are opened for links that the page already shows.
    const places = ['src/effects/browser/leave.ts', 'src/effects/browser/newTabs.ts', 'src/api/earlyScript.ts']
    const wrong = sources.filter((path) => !places.includes(path) && leaving.test(bare(path)))
    expect(wrong).toEqual([])
  })

  // Spec §8. A number in a comment or in a text of a document is allowed.
  test('types the number of a detail code in one file only', () => {
    const typed = new RegExp(`\\b(?:${Object.values(detailCodes).join('|')})\\b`)
    const files = [...sources, ...all('backend')].filter((path) => path !== 'contract/detailCodes.ts')
    expect(files.filter((path) => typed.test(bare(path)))).toEqual([])
  })

  // The toast and the report of each call, and the text for a file, go by the status itself.
  test('decides by the kind of a failure, not by its reason and status', () => {
    const places = [
      'src/rules/errors/refusal.ts',
      'src/rules/errors/http.ts',
      'src/rules/errors/letter.ts',
      'src/api/http.ts',
    ]
    const reads = /\bfailure\.(?:status|reason)\b|\b(?:status|reason)\b[^(){}]*\} = (?:answer\.)?failure\b/
    expect(sources.filter((path) => !places.includes(path) && reads.test(bare(path)))).toEqual([])
  })

  // The inline script is a bundle of its own, and runs once.
  test('has no variable outside a function: what a module remembers is one object of pageState', () => {
    const variable = /^(?:export )?let\b/m
    expect(sources.filter((path) => path !== 'src/api/earlyScript.ts' && variable.test(bare(path)))).toEqual([])
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
  /** What is filled in, and the tags of the parts that the page makes an element of. */
  const placeholders = (sentence: string) => (sentence.match(/\{\{[^}]+\}\}|<\/?\w+>/g) ?? []).toSorted()

  test('every language has the same areas', () => {
    expect(readdirSync('locales').toSorted()).toEqual([...LOCALES].toSorted())
    for (const locale of LOCALES) expect(readdirSync(join('locales', locale))).toEqual(areas)
  })

  test.each(LOCALES.flatMap((locale) => areas.map((area) => [locale, area] as const)))(
    '%s/%s has the keys, placeholders and tags of the Korean one, and no empty sentence',
    (locale, area) => {
      const [ko, other] = [read('ko', area), read(locale, area)]
      expect(Object.keys(other).toSorted()).toEqual(Object.keys(ko).toSorted())
      for (const [key, sentence] of Object.entries(other)) {
        expect(sentence.trim(), key).not.toBe('')
        expect(placeholders(sentence), key).toEqual(placeholders(ko[key] ?? ''))
      }
    },
  )

  test('only what is there before the first press looks texts up without react-i18next', () => {
    const imported = /^(?:import|export) (?!type )(?:[^'"`;]*?\sfrom\s)?'(\.[^']+)'/gm
    const early = new Set<string>()
    const visit = (path: string): void => {
      if (early.has(path) || !/\.tsx?$/.test(path)) return
      early.add(path)
      for (const [, specifier = ''] of text(path).matchAll(imported)) visit(resolved(path, specifier))
    }
    // The line of a long wait is a chunk of its own, and the sign-in request has it.
    for (const entry of [manifest.firstLoad.entry, manifest.follows.entry, 'src/ui/SlowLine.tsx']) visit(entry)
    const light = sources.filter((path) => /\buseTexts\(\)/.test(text(path)))
    expect(light.filter((path) => !early.has(path))).toEqual([])
    expect([...early].filter((path) => imports(path).now.includes('react-i18next'))).toEqual([])
  })

  test('every language has its sentences for old browsers, its policies and its place in the example of the settings', () => {
    const page = text('index.html')
    const policies = readdirSync('public/policies')
    for (const locale of LOCALES) {
      expect(page.split(`<p lang="${HTML_LANG[locale]}">`).length - 1, locale).toBe(2)
      for (const name of ['cookie', 'privacy', 'support']) expect(policies).toContain(`${name}.${locale}.html`)
    }
    expect(text('.env.example')).toContain(`VITE_LOCALES=${LOCALES.join(',')}\n`)
  })

  /** Keys that are put together from a name and a state. */
  const COMPOSED =
    /^(?:title|resetCancel|changeUndo)\.|^password\.(?:met|open|broken)$|^notice\.\w+\.(?:title|text)$|^(?:un)?approved\./

  test('the app uses every key', () => {
    const code = [...sources, ...all('backend'), ...all('server')].map(text).join('\n').replaceAll('"', "'")
    const keys = areas.flatMap((area) => Object.keys(read('ko', area)))
    expect(
      keys.filter((key) => !COMPOSED.test(key) && !code.includes(`'${key}'`) && !code.includes(`"${key}"`)),
    ).toEqual([])
  })

  test('no key is in two areas', () => {
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
    /resolve/required/password /resolve/service /resolve/service/nickname /resolve/service/info /resolve/certification
    /resolve/passkey /account /account/security /account/devices /account/services /account/activity /account/privacy`

  test('the route table has every path of the spec, and no other', () => {
    expect(Object.values(paths).toSorted()).toEqual(NAMED.split(/\s+/).toSorted())
  })
})
