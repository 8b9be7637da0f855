// The pages that the servers show themselves, without the app.
import { createHash } from 'node:crypto'
import { HTML_LANG, type Locale, localeOf, LOCALES } from '../src/wire/locale.ts'

export const STYLE = `*{box-sizing:border-box}
body{margin:0;background:#f7f8fa;color:#2b2f36;font:16px/26px system-ui,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
:lang(ja),:lang(zh){word-break:normal}
main{max-width:440px;margin:12vh auto 0;padding:32px;background:#fff;border:1px solid #dfe3e8;border-radius:20px}
h1{font-size:24px;line-height:32px;margin:0 0 8px;text-wrap:balance}h2{font-size:18px;line-height:26px;margin:24px 0 4px}p{margin:0 0 16px}
.soft{margin:0;padding-top:16px;border-top:1px solid #dfe3e8;color:#69717d;font-size:14px;line-height:22px}
button{display:block;width:100%;min-height:52px;margin-top:12px;border:1px solid #868e99;border-radius:12px;background:#fff;color:inherit;font:inherit;cursor:pointer}
button[value]{border-color:#d93a00;background:#d93a00;color:#fff;font-weight:700}
button:focus-visible{outline:2px solid #2b2f36;outline-offset:2px}
@media (max-width:599px){body{background:#fff}main{margin:0;padding:40px 20px;border:0}}`
const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The language of a page: the one that the service requests, else the one that the browser prefers, else Korean. */
export function pageLocale(url: string, accepted = ''): Locale {
  const asked = new URLSearchParams(url.split('?')[1]).get('ui_locales') ?? ''
  const tags = [...asked.slice(0, 512).split(' '), ...accepted.slice(0, 512).split(',')]
  const found = tags.map((tag) => localeOf(tag.split(';', 1)[0]?.trim() ?? '', LOCALES))
  return found.find((locale) => locale !== undefined) ?? 'ko'
}

export type Page = { html: string; policy: string }

type Content = {
  lang: string
  /** As text. */
  title: string
  style: string
  /** As HTML. */
  body: string
  head?: string
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
  style,
  body,
  head = '',
  form = null,
  script = '',
  framedBy = `'none'`,
}: Content): Page {
  const policy = [
    `default-src 'none'`,
    `style-src ${sha(style)}`,
    // NOTE: Firefox asks every page's origin for `/favicon.ico`, and reports a violation if `img-src` forbids it.
    `img-src 'self'`,
    `script-src ${script === '' ? `'none'` : sha(script)}`,
    `form-action ${form === null ? `'none'` : [`'self'`, ...form].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors ${framedBy}`,
  ].join('; ')
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style>${head}</head><body><main>${body}</main>
${script === '' ? '' : `<script>${script}</script>`}</body></html>`
  return { html, policy }
}

/** A page with one heading and a few lines. */
export const plainPage = (
  locale: Locale,
  title: string,
  body: string,
  more: Pick<Content, 'form' | 'script'> = {},
): Page =>
  pageOf({
    lang: HTML_LANG[locale],
    title,
    style: STYLE,
    body: `<h1>${escapeHtml(title)}</h1>${body}`,
    ...more,
  })
