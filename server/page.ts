// The pages that the servers show themselves, without the app.
import { createHash } from 'node:crypto'
import { html as template, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { HTML_LANG, type Locale, localeOf, LOCALES } from '../contract/locale.ts'
import { say } from './texts.ts'

const STYLE = `*{box-sizing:border-box}
:root{color-scheme:only light;--ink:#2b2f36;--soft:#69717d;--line:#dfe3e8;--canvas:#f7f8fa}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/26px system-ui,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
:lang(ja),:lang(zh){word-break:normal;line-break:strict}
:lang(ja){word-break:auto-phrase}
h1{font-size:24px;line-height:32px;margin:0 0 8px;text-wrap:balance}
h2{font-size:18px;line-height:26px;margin:24px 0 4px}
h3{font-size:16px;line-height:24px;margin:32px 0 8px}
p{margin:0 0 16px;text-wrap:pretty}
a{color:inherit}
a:focus-visible,button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.soft{color:var(--soft);font-size:14px;line-height:22px}
.card{max-width:440px;margin:12vh auto 0;padding:32px;background:#fff;border:1px solid var(--line);border-radius:20px}
.brand{display:flex;align-items:center;gap:10px;margin-bottom:24px;font-weight:700}
.card .soft{margin:0;padding-top:16px;border-top:1px solid var(--line)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;margin-top:12px;padding:8px 16px;border:1px solid #868e99;border-radius:12px;background:#fff;color:inherit;font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
button[value],.button{border-color:#d93a00;background:#d93a00;color:#fff}
.card .button+.soft{margin-top:24px}
.reading{max-width:720px;margin:0 auto;padding:40px 20px 64px}
.reading h1{font-size:28px;line-height:36px}
.reading h2{margin:32px 0 8px}
ul.list{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}
ul.list>li{background:#fff;border:1px solid var(--line);border-radius:12px;padding:16px 20px}
.row{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;justify-content:space-between}
pre{margin:8px 0 0;font:inherit;white-space:pre-wrap}
.wide{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:22px;background:#fff}
th,td{border:1px solid var(--line);padding:6px 10px;text-align:left;vertical-align:top}
th{white-space:nowrap}
@media (max-width:599px){body:has(.card){background:#fff}.card{margin:0;padding:40px 20px;border:0}.reading{padding-top:24px}.reading h1{font-size:24px;line-height:32px}}`
const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type Markup = HtmlEscapedString

/** HTML whose values are escaped, unless they are markup themselves. */
export const html = (...parts: Parameters<typeof template>): Markup =>
  // NOTE: hono answers with a promise only if a value is one.
  template(...parts) as Markup

/** The first of our languages that a request names: the service requests it, or else the browser prefers it. Undefined: it names none. */
export function namedLocale(url: string, accepted = ''): Locale | undefined {
  const asked = new URLSearchParams(url.split('?')[1]).get('ui_locales') ?? ''
  const tags = [...asked.slice(0, 512).split(' '), ...accepted.slice(0, 512).split(',')]
  const found = tags.map((tag) => localeOf(tag.split(';', 1)[0]?.trim() ?? '', LOCALES))
  return found.find((locale) => locale !== undefined)
}

/** The language of a page: the one that the request names, else Korean. */
export const pageLocale = (url: string, accepted?: string): Locale => namedLocale(url, accepted) ?? 'ko'

export type Page = { html: string; policy: string }

type Content = {
  lang: string
  title: string
  body: Markup
  /** A card with one message, or a long page for reading. */
  shape: 'card' | 'reading'
  head?: Markup | string
  /** Origins besides its own that a form of the page may lead to, also by a redirect after the form; null without a form. */
  form?: readonly string[] | null
  script?: string
  /** The origin that may frame the page. Without it, none may. */
  framedBy?: string
}

/** A whole page, and the policy that allows only its own style and script (Security H1). */
export function pageOf({
  lang,
  title,
  body,
  shape,
  head = '',
  form = null,
  script = '',
  framedBy = `'none'`,
}: Content): Page {
  const policy = [
    `default-src 'none'`,
    `style-src ${sha(STYLE)}`,
    // NOTE: Firefox asks every page's origin for `/favicon.ico`, and reports a violation if `img-src` forbids it.
    `img-src 'self'`,
    `script-src ${script === '' ? `'none'` : sha(script)}`,
    `form-action ${form === null ? `'none'` : [`'self'`, ...form].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors ${framedBy}`,
  ].join('; ')
  const page = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${String(html`${title}`)}</title><style>${STYLE}</style>${String(head)}</head><body><main class="${shape}">${String(body)}</main>
${script === '' ? '' : `<script>${script}</script>`}</body></html>`
  return { html: page, policy }
}

/** `public/favicon.svg`, within the page: the issuer serves no files. */
const ICON = raw(
  `<svg aria-hidden="true" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="7" fill="#D93A00"/><path fill="#FFF" d="M4 12.5c2.5-1 4.5-3 6-5.5h12c1.5 2.5 3.5 4.5 6 5.5v2H4zM6.5 16H9v10H6.5zM23 16h2.5v10H23zM10.5 16h5v10h-5zM16.5 16h5v10h-5z"/><path fill="#D93A00" d="M13.2 20h1.3v2.5h-1.3zM17.5 20h1.3v2.5h-1.3z"/></svg>`,
)

/** Whose a page is. */
export const brand = (product: string): Markup => html`<p class="brand">${ICON}${product}</p>`

/** A page with one heading and a few lines, and whose it is: a mail leads here, past the app. `product`: default Daemun. */
export const plainPage = (
  locale: Locale,
  title: string,
  body: Markup,
  {
    product = say(locale, 'code.platform'),
    ...more
  }: Pick<Content, 'form' | 'head' | 'script'> & {
    product?: string | undefined
  } = {},
): Page => {
  return pageOf({
    lang: HTML_LANG[locale],
    title: `${title} – ${product}`,
    shape: 'card',
    body: html`${brand(product)}
      <h1>${title}</h1>
      ${body}`,
    ...more,
  })
}
