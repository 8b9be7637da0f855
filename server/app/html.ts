// The edits that build, prerendering and server make in index.html. Each one throws if its place is missing.
import { createHash } from 'node:crypto'

const EMPTY_LOST = '<div id="lost" class="card" role="alert" hidden></div>'

/** The settings block of a built page, until the server fills it. */
const EMPTY_SETTINGS = '<script type="application/json" id="settings">{}</script>'
const SETTINGS_PLACE = /<script type="application\/json" id="settings">\s*\{\s*\}\s*<\/script>/
const EMPTY_ROOT = '<div id="root"></div>'

function replaceOnce(html: string, place: string, by: string): string {
  const parts = html.split(place)
  if (parts.length !== 2) throw new Error(`index.html must contain ${place} exactly once`)
  return parts.join(by)
}

/** The settings block in one line, because formatters break it into several. */
export const tightenSettings = (html: string): string => html.replace(SETTINGS_PLACE, EMPTY_SETTINGS)

/** Escapes `<`, so that no value can end its block. */
const inBlock = (values: Record<string, string>) => JSON.stringify(values).replaceAll('<', '\\u003c')

/** Writes the settings into their block. */
export const fillSettings = (html: string, values: Record<string, string>): string =>
  replaceOnce(
    html,
    EMPTY_SETTINGS,
    EMPTY_SETTINGS.replace('{}', () => inBlock(values)),
  )

/** Writes the text that a page shows if its script does not arrive. */
export const fillLost = (html: string, texts: string): string =>
  replaceOnce(
    html,
    EMPTY_LOST,
    EMPTY_LOST.replace('><', () => `>${texts}<`),
  )

/**
 * Moves the script of the app from the head to the end of the body, and lets it run when it comes. In the head it is deferred, and the
 * document is not done before it has run: browsers fill in passwords when it is done.
 */
export function startAsync(html: string): string {
  const [tag, address] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? []
  if (!tag || !address) throw new Error('index.html must begin with one script')
  return replaceOnce(
    replaceOnce(html, tag, preload(address.slice(1))),
    '</body>',
    `<script type="module" async crossorigin src="${address}"></script></body>`,
  )
}

export const insertEarly = (html: string, code: string): string =>
  code ? replaceOnce(html, EMPTY_SETTINGS, `${EMPTY_SETTINGS}<script>${code}</script>`) : html

/** The page with an outline that the app replaces. */
export const fillRoot = (html: string, shell: string): string =>
  replaceOnce(
    html,
    EMPTY_ROOT,
    EMPTY_ROOT.replace('><', () => `>${shell}<`),
  )

/** A sentence that index.html has once for each language. */
const SENTENCE = /(?<!\s)\s*<p lang="([^"]+)">[^<]*<\/p>/g

/** The page with its fixed sentences in one language only. */
function inLanguage(html: string, lang: string, title: string): string {
  if (!html.includes(`<p lang="${lang}">`)) throw new Error(`index.html must have its sentences in ${lang}`)
  return html
    .replace(SENTENCE, (sentence, of) => (of === lang ? sentence : ''))
    .replace(/<html lang="[^"]*"/, `<html lang="${lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
}

const preload = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" crossorigin href="/${file}">`

/** The outline of a page in one language. The browser fetches all of these files at once. */
export const fillArrival = (
  html: string,
  page: { lang: string; title: string; shell: string },
  files: readonly string[],
): string =>
  replaceOnce(
    fillRoot(inLanguage(html, page.lang, page.title), page.shell),
    '</head>',
    `${files.map(preload).join('')}</head>`,
  )

/**
 * The page with the login form of one language, which the app hydrates.
 * @param texts the form's texts, if the code lacks them: this saves a request
 * @param files `next`: the scripts that follow the form; `request`: those that the sign-in request needs as well; `screen`: what every next
 * screen needs, each separated by spaces; `ahead`: the path of the file that names the files to prefetch
 */
export function fillForm(
  html: string,
  locale: string,
  page: { lang: string; title: string; form: string; slow: string },
  texts: Record<string, string> | null,
  files: { next: string; request: string; screen: string; ahead: string },
): string {
  const block = texts
    ? `<script type="application/json" id="texts" data-locale="${locale}">${inBlock(texts)}</script>`
    : ''
  return replaceOnce(
    inLanguage(html, page.lang, page.title),
    EMPTY_ROOT,
    `<div id="root" data-locale="${locale}" data-next="${files.next}" data-request="${files.request}" data-screen="${files.screen}" data-ahead="${files.ahead}" data-slow="${page.slow.replaceAll('"', '&quot;')}">${page.form}</div>${block}`,
  )
}

/** The addresses of the scripts that a page begins with, each of which the head names. */
export const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<link rel="modulepreload"[^>]*? href="([^"]+)"/g)].map(([, address = '']) => address)

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const bodies = (html: string, tag: RegExp) => [...html.matchAll(tag)].map((found) => sha256(found[1] ?? ''))

/** The content hashes that a policy must name: inline classic scripts and style elements. */
export const inlineHashes = (html: string) => ({
  script: bodies(html, /<script>([\s\S]*?)<\/script>/g),
  style: bodies(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
})
