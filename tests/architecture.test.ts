// Rules of the architecture that a document alone cannot enforce: allowed imports, equal texts in every language, a row for each path and code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
const sources = ['src', 'contract'].flatMap((folder) => all(folder))
const rooms = ['backend', 'bench', 'conformance', 'contract', 'demo', 'scripts', 'server', 'src']

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

/** The imports of a folder's files that are not allowed, static and dynamic alike. A target is a path of this repository, or `npm:` with a package. */
const wrongImports = (folder: string, isAllowed: (target: string, path: string) => boolean): string[] =>
  all(folder).flatMap((path) => {
    const named = Object.values(imports(path)).flat()
    return named
      .map((one) => (one.startsWith('.') ? resolved(path, one) : `npm:${one}`))
      .filter((target) => !isAllowed(target, path))
      .map((target) => `${path} imports ${target}`)
  })
describe('the arrows of imports', () => {
  test.each(Object.entries(MAY_IMPORT))('src/%s imports nothing that lies behind it', (room, allowed) => {
    const rooms = [room, ...allowed]
    const isBehind = (target: string) => target.startsWith('src/') && !rooms.includes(target.split('/')[1] ?? '')
    expect(wrongImports(`src/${room}`, (target) => !isBehind(target))).toEqual([])
  })

  /** The folders of src/effects. Each may import those before it. */
  const EFFECTS = ['browser', 'faults', 'session', 'perform', 'forms', 'start']

  test('each folder of src/effects imports only those before it', () => {
    expect(readdirSync('src/effects').toSorted()).toEqual(EFFECTS.toSorted())
    const place = (path: string) => EFFECTS.indexOf(path.split('/')[2] ?? '')
    const isAllowed = (target: string, path: string) =>
      !target.startsWith('src/effects/') || place(target) <= place(path)
    expect(wrongImports('src/effects', isAllowed)).toEqual([])
  })

  test('no folder of pages is built on another: what two of them share has a room of its own', () => {
    const folder = (path: string) => path.split('/')[2]
    const isAllowed = (target: string, path: string) =>
      !target.startsWith('src/pages/') || folder(target) === folder(path)
    // The login page only prefetches the error page, because the error page must open without a network.
    const ahead = ['src/pages/login/submit.ts imports src/pages/info/ErrorRoute.tsx']
    expect(wrongImports('src/pages', isAllowed)).toEqual(ahead)
  })

  test.each(['contract', 'src/rules'])('%s knows no React, client, clock or language library', (room) =>
    expect(wrongImports(room, (target) => !target.startsWith('npm:') || PURE_PACKAGES.has(target.slice(4)))).toEqual(
      [],
    ),
  )

  test.each<[sentence: string, folder: string, allowed: RegExp]>([
    ['the contract is built on nothing', 'contract', /^contract\//],
    ['the conformance kit knows a backend by the contract alone', 'conformance', /^(?:conformance|contract)\//],
    [
      'the backend imports the contract and what the servers share',
      'backend',
      /^(?:backend|contract|server(?!\/app))\//,
    ],
    ['the demo imports the backend', 'demo', /^(?:demo|backend|contract|server(?!\/app))\//],
    ['the doors of backend/http lead to the issuer, and not back', 'backend/http', /^(?!backend\/oidc\/)/],
    ['backend/domain is below doors, routes and issuer', 'backend/domain', /^(?!backend\/(?:http|oidc|routes)\/)/],
  ])('%s', (_, folder, allowed) =>
    expect(wrongImports(folder, (target) => target.startsWith('npm:') || allowed.test(target))).toEqual([]),
  )

  test('backend/domain knows no Hono', () =>
    expect(wrongImports('backend/domain', (target) => !/^npm:hono(?:\/|$)/.test(target))).toEqual([]))

  test('the servers and the scripts share only the contract with the app, and the static server its paths', () => {
    const folders = ['contract', 'backend', 'demo', 'scripts', 'server', 'bench']
    const found = folders.flatMap((folder) => wrongImports(folder, (target) => !target.startsWith('src/')))
    expect(found).toEqual(['server/app/answer.ts imports src/rules/visit/paths.ts'])
  })

  test('the app imports single rows of the contract, and never the whole table', () =>
    expect(wrongImports('src', (target) => target !== 'contract/calls.ts')).toEqual([]))

  test('what is built and served in production needs nothing of the backend', () => {
    const reached = new Set(['vite.config.ts', ...all('scripts/build'), ...all('server/app')])
    for (const path of reached) for (const next of relatives(path, imports(path).now)) reached.add(next)
    expect([...reached].filter((path) => /^(backend|demo)\//.test(path))).toEqual([])
  })

  // Security D1.
  test('a statement of SQL has texts of its source alone: what is put in as a text comes from the database itself', () => {
    const named = /^(?:'[^']*'|\w+ \? '[^']*' : '[^']*')$/
    const known = ['backend/db/roles.ts: takes', 'backend/domain/members/stored.ts: type']
    const files = ['backend', 'demo'].flatMap((folder) => all(folder)).filter((path) => !path.includes('/migrations/'))
    const put = files.flatMap((path) =>
      [...text(path).matchAll(/\bsql\.raw\(([^()]*)\)|\bconnection\.query\(([^(),]*)/g)]
        .map(([, raw, query]) => (raw ?? query ?? '').trim())
        .filter((given) => !named.test(given))
        .map((given) => `${path}: ${given}`),
    )
    expect(put.toSorted()).toEqual(known)
  })

  // Security C15: the app accepts no messages from other windows. Its own tabs use a BroadcastChannel.
  test('the app listens to no messages of other windows', () => {
    const listens = /addEventListener\(\s*['"]message|\bwindow\.onmessage|\bself\.onmessage/
    expect(sources.filter((path) => listens.test(text(path)))).toEqual([])
  })
})

describe('the size of the house', () => {
  const MOST_LINES = 250
  const MOST_FILES = 25
  const files = rooms.flatMap((folder) => all(folder))

  // More than half of it is the texts of the documents, beside the code that places them.
  const LONG = 'conformance/openapi.ts'

  test(`no file of code and no stylesheet has more than ${MOST_LINES} lines`, () => {
    const lines = (path: string) => text(path).trimEnd().split('\n').length
    const sheets = rooms.flatMap((room) => all(room, /\.css$/))
    expect([...files, ...sheets].filter((path) => path !== LONG && lines(path) > MOST_LINES)).toEqual([])
  })

  // A migration is one file for ever, and their folder grows with the releases.
  test(`no folder has more than ${MOST_FILES} files, but that of the migrations`, () => {
    const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))))
    folders.delete('backend/db/migrations')
    const inside = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    expect([...folders].filter((folder) => inside(folder).length > MOST_FILES)).toEqual([])
  })
})

describe('the exports', () => {
  test('are used by another file', () => {
    const everywhere = [...rooms, 'tests', 'e2e']
      .flatMap((folder) => all(folder))
      .concat('vite.config.ts', 'playwright.config.ts')
    const words = new Map(everywhere.map((path) => [path, new Set(text(path).match(/\w+/g))]))
    const named = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm
    const alone = rooms
      .flatMap((folder) => all(folder))
      .flatMap((path) =>
        [...text(path).matchAll(named)]
          .map(([, name = '']) => name)
          .filter((name) => !everywhere.some((other) => other !== path && words.get(other)?.has(name)))
          .map((name) => `${path}: ${name}`),
      )
    expect(alone).toEqual([])
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
    // The inline script runs before the app and may reload the page.
    // New tabs are opened for links that the page already shows.
    const places = [
      'src/state/replacePage.ts',
      'src/effects/browser/leave.ts',
      'src/effects/browser/newTabs.ts',
      'src/api/earlyScript.ts',
    ]
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

  test('draws one meaning with one drawing: it stands above these titles, and above no other', () => {
    const screen =
      /(?:'(?<notice>[\w.]+)': \{ )?drawing(?:: |=)['"](?<name>\w+)['"],?\s*(?:title(?:: |=\{t\()'(?<title>[\w.]+)'|helper)/g
    const found: Record<string, string[]> = {}
    for (const path of all('src'))
      for (const { groups: { name = '', title, notice = '' } = {} } of text(path).matchAll(screen))
        found[name] = [...new Set([...(found[name] ?? []), title ?? notice])].sort()
    expect(found).toEqual({
      gate: ['join.onlySkTitle'],
      locked: [
        'account.noCookies',
        'account.signedOut',
        'error.403',
        'error.cookies',
        'join.unapprovedTitle',
        'member.unapproved',
        'refused.generalOnly',
        'refused.groupOnly',
        'refused.internalOnly',
        'refused.ip',
        'refused.servicePermission',
        'refused.servicePermissionNameless',
        'refused.usePermission',
        'state.permissions',
      ],
      missing: ['error.404', 'identify.noneFound'],
      paused: ['refused.suspended', 'state.suspended'],
      people: ['account.another'],
      path: ['error.stale', 'state.idSearch'],
      works: ['account.notLoaded', 'error.500', 'error.503', 'error.general', 'error.unanswered', 'member.failed'],
      clock: [
        'error.ended',
        'error.expired',
        'error.tooMany',
        'join.waitingTitle',
        'member.waiting',
        'refused.incumbent',
        'sms.nothingToVerify',
        'state.incumbent',
      ],
      shield: ['account.reported', 'error.untrusted', 'state.protected'],
      key: ['state.changed'],
      letter: ['state.signUp'],
      done: ['join.joinedTitle', 'member.joined'],
    })
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
    /^(?:title|resetCancel|changeUndo|exported)\.|^password\.(?:met|open|broken)$|^notice\.\w+\.(?:title|text)$|^(?:un)?approved\./

  test('every key is said somewhere', () => {
    const code = [...sources, ...all('backend'), ...all('server')].map(text).join('\n').replaceAll('"', "'")
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
    /resolve/required/password /resolve/service /resolve/service/nickname /resolve/service/info /resolve/certification
    /resolve/passkey /account /account/security /account/devices /account/services /account/activity /account/privacy`

  test('every path of the spec stands in the route table, and no other', () => {
    expect(Object.values(paths).toSorted()).toEqual(NAMED.split(/\s+/).toSorted())
  })
})
