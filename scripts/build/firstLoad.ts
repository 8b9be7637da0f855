// The one list of what the login form loads, what follows it, and what the browser prefetches (docs/performance.md). Chunks, styles and
// prefetch list are made from it. A path that does not exist fails the build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Styles = { layer: string; files: readonly string[] }
type Manifest = {
  firstLoad: { entry: string; stable: readonly string[]; other: readonly string[]; styles: Styles }
  follows: {
    entry: string
    withSubmit: readonly string[]
    storage: string
    common: { paths: readonly string[]; minShareCount: number; without: readonly string[] }
    styles: Styles
  }
  request: readonly string[]
  prefetched: { texts: string; screen: readonly string[]; code: readonly string[] }
  arrivals: Readonly<Record<string, readonly string[]>>
}

export const manifest = {
  /** Before the form works: the entry with all that it imports, in two files, and the styles in the page's head. */
  firstLoad: {
    entry: 'src/main.tsx',
    /** The packages of the first file. It is compiled beside the second, and stays in the cache when only the app has changed. */
    stable: ['react', 'react-dom', 'scheduler'],
    /** The packages of the second file. The build fails if the entry needs another package. */
    other: ['react-router', 'zustand', 'js-cookie'],
    styles: {
      layer: 'theme',
      files: [
        'src/app/first/tokens.css',
        'src/app/first/layout.css',
        'src/app/first/forms.css',
        'src/app/first/states.css',
      ],
    },
  },
  /** As soon as the form works: the rest of the start, with the styles that the form does not need at first. */
  follows: {
    entry: 'src/effects/start/soon.ts',
    /** The entry and the sending of the form with all their imports, as one file. Code that only later pages need stays out of it. */
    withSubmit: [
      'src/effects/start/boot.ts',
      'src/effects/start/ahead.ts',
      'src/effects/start/enter.ts',
      'src/effects/forms/seal.ts',
      'src/api/auth.ts',
      'src/rules/fields/email.ts',
      'src/rules/visit/matcher.ts',
      'src/rules/errors/login.ts',
      'src/ui/SlowLine.tsx',
      'src/rules/texts/isolated.ts',
    ],
    /** The cipher and the shapes of what a tab stores. It may come while the request is on its way, so nothing of later pages comes with it. */
    storage: 'src/stores/vault.ts',
    /** What so many chunks share is one file, and not a dozen that each cost a round trip. */
    common: {
      paths: ['src/', 'contract/', 'node_modules/zod/'],
      minShareCount: 6,
      /** Of these a screen after a sign-in needs none: the rules of a join bring the plans of phone numbers (28 kB). */
      without: ['src/rules/join/joinFields.ts', 'src/rules/fields/mobileNumber.ts', 'src/stores/join.ts'],
    },
    styles: { layer: 'later', files: ['src/app/later/shell.css', 'src/app/later/forms.css'] },
  },
  /** What the sign-in request needs. It loads before anything else that follows. */
  request: ['src/effects/start/soon.ts', 'src/pages/login/submit.ts', 'src/api/transport.ts'],
  /** When the browser is idle: what comes after a sign-in, likeliest first, and what the two links of the form lead to. */
  prefetched: {
    /** The texts of the page's language come first, because nothing else can be shown without them. */
    texts: 'src/i18n/later',
    /** What every screen needs beside the texts. It loads while the server checks the password. */
    screen: ['src/i18n/engine.ts'],
    code: [
      'src/pages/info/ErrorRoute.tsx',
      'src/pages/login/MobileStep.tsx',
      'src/pages/resolve/TermsPage.tsx',
      'src/pages/resolve/PasskeyPage.tsx',
      'src/pages/identify/IdentifyPage.tsx',
      'src/pages/identify/PasswordForm.tsx',
      'src/pages/identify/MyIdForm.tsx',
      'src/pages/join/MemberTypePage.tsx',
      'src/effects/session/userInfo.ts',
      'src/pages/resolve/PasswordPage.tsx',
      'src/pages/resolve/ServiceNicknamePage.tsx',
      'src/pages/resolve/ServiceInfoPage.tsx',
      'src/pages/resolve/MemberPage.tsx',
      'src/pages/resolve/AccountStatePage.tsx',
      'src/pages/join/InfoPage.tsx',
      'src/app/ModalContent.tsx',
    ],
  },
  /**
   * The other addresses at which a visit begins, by their names in src/rules/visit/paths.ts, and what their first screen needs behind the start. Their pages name all of it, so that it is asked for at once
   * and not in five steps.
   */
  arrivals: {
    initJoin: ['src/pages/entry/EntryPage.tsx', 'src/pages/join/MemberTypePage.tsx'],
    initSignUp: ['src/pages/entry/EntryPage.tsx', 'src/pages/join/TermsPage.tsx'],
    initPassword: [
      'src/pages/entry/EntryPage.tsx',
      'src/pages/identify/IdentifyPage.tsx',
      'src/pages/identify/PasswordForm.tsx',
    ],
    initSession: ['src/pages/entry/EntryPage.tsx', 'src/api/transport.ts'],
    account: ['src/pages/account/AccountPage.tsx', 'src/api/transport.ts'],
  },
} as const satisfies Manifest

/** Every path that the list names and the project lacks. */
export function unknownPaths({ firstLoad, follows, request, prefetched, arrivals }: Manifest, root: string): string[] {
  const packages = [...firstLoad.stable, ...firstLoad.other].map((name) => `node_modules/${name}`)
  const styles = [...firstLoad.styles.files, ...follows.styles.files]
  const code = [
    firstLoad.entry,
    follows.entry,
    ...follows.withSubmit,
    follows.storage,
    ...follows.common.paths,
    ...follows.common.without,
    ...request,
    ...prefetched.screen,
    ...prefetched.code,
    ...Object.values(arrivals).flat(),
  ]
  return [...packages, ...styles, ...code, prefetched.texts].filter((path) => !existsSync(join(root, path)))
}

const anyOf = (paths: readonly string[]) => `/(?:${paths.map((path) => path.replace(/[.\\/]/g, '\\$&')).join('|')})`

/** Matches the identifiers of modules below these paths. */
const below = (paths: readonly string[]) => new RegExp(anyOf(paths))
const belowBut = (paths: readonly string[], without: readonly string[]) =>
  new RegExp(`^(?!.*${anyOf(without)}).*${anyOf(paths)}`)

const INITIAL: '$initial'[] = ['$initial']

/** The chunk groups of the bundler. Vite gives each page that loads later a chunk of its own. */
export const chunkGroups = ({ firstLoad, follows }: Manifest = manifest) => [
  {
    name: 'react',
    test: below(firstLoad.stable.map((name) => `node_modules/${name}/`)),
    tags: INITIAL,
    priority: 4,
  },
  // NOTE: without this group Vite splits what lazy routes share out of the entry: more requests and 5 kB more.
  { name: 'app', test: /./, tags: INITIAL, priority: 3 },
  {
    name: 'shared',
    test: belowBut(follows.common.paths, follows.common.without),
    minShareCount: follows.common.minShareCount,
  },
  { name: 'storage', test: below([follows.storage]), priority: 1 },
  { name: 'entry', test: below(follows.withSubmit), priority: 2 },
]

/**
 * The stylesheets: `virtual:first.css`, which the build puts into the page's head, and `virtual:later.css`, which comes with the rest of the
 * start. The head comes first, so its layer, `theme`, is the lower one. A page's own styles are in no layer, so they win over both.
 */
export const stylesheets = (root: string, { firstLoad, follows }: Manifest = manifest): Record<string, string> => {
  const layered = ({ layer, files }: Styles) =>
    files.map((file) => `@import ${JSON.stringify(join(root, file))} layer(${layer});\n`).join('')
  return { 'virtual:first.css': layered(firstLoad.styles), 'virtual:later.css': layered(follows.styles) }
}

/** The sources that every screen behind a form in this language needs. */
export const screen = (locale: string): string[] => [
  `${manifest.prefetched.texts}/${locale}.ts`,
  ...manifest.prefetched.screen,
]

/** The texts of a page that has some of its own, beside those of every screen. */
const OWN_TEXTS: Readonly<Record<string, readonly string[]>> = { account: ['account', 'exported'] }

/** The sources that the first screen of an arrival needs in this language, behind the first load. */
export const arrival = (name: keyof typeof manifest.arrivals, locale: string): string[] => [
  manifest.follows.entry,
  'src/app/routes.tsx',
  'storage',
  ...screen(locale),
  ...(OWN_TEXTS[name] ?? []).map((file) => `locales/${locale}/${file}.json`),
  ...manifest.arrivals[name],
]

/** How the first load of a build differs from the list. @param modules the paths of its modules below the project */
export function differences(modules: readonly string[], list: Manifest = manifest): string[] {
  const { firstLoad, follows, request, prefetched } = list
  const has = (path: string) => modules.includes(path)
  const names = modules.flatMap((id) => /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  const wanted = new Set([...firstLoad.stable, ...firstLoad.other])
  const later = [...follows.withSubmit, ...request, ...prefetched.screen, ...prefetched.code].filter(has)
  return [
    ...(has(firstLoad.entry) ? [] : [`${firstLoad.entry} is missing`]),
    ...[...new Set(names)].filter((name) => !wanted.has(name)).map((name) => `${name} is in it`),
    ...later.map((path) => `${path} is in it`),
  ].toSorted()
}
