// Security H1: the few HTML pages of the sandbox. One style sheet, no script, and a policy that allows just that.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = `
:root{--ink:#2b2f36;--soft:#69717d;--line:#dfe3e8;--canvas:#f7f8fa;--action:#d93a00}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/26px system-ui,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:720px;margin:0 auto;padding:40px 20px 64px}
h1{font-size:28px;line-height:36px;margin:0 0 8px}
h2{font-size:18px;line-height:26px;margin:32px 0 8px}
p{margin:0 0 16px}
a{color:var(--action)}
a:focus-visible{outline:2px solid var(--action);outline-offset:2px}
.soft{color:var(--soft);font-size:14px;line-height:22px}
ul.list{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}
ul.list>li{background:#fff;border:1px solid var(--line);border-radius:12px;padding:16px 20px}
.row{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;justify-content:space-between}
pre{margin:8px 0 0;font:inherit;white-space:pre-wrap}
h3{font-size:16px;line-height:24px;margin:32px 0 8px}
.wide{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:22px;background:#fff}
th,td{border:1px solid var(--line);padding:6px 10px;text-align:left;vertical-align:top}
th{white-space:nowrap}
@media (max-width:599px){main{padding-top:24px}h1{font-size:24px;line-height:32px}}
`

// One string, so that no formatter can come between the style and its hash.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  // NOTE: Firefox asks every page's origin for `/favicon.ico`, and reports a violation if `img-src` forbids it.
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Answers with a whole page. `head` may add to the head (a refresh, say). */
export function sendPage(
  c: Context,
  page: { lang: string; title: string; body: Markup; head?: Markup },
  status: ContentfulStatusCode = 200,
) {
  c.header('content-security-policy', POLICY)
  c.header('cache-control', 'no-cache')
  return c.html(
    html`<!doctype html>
      <html lang="${page.lang}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title}</title>
          ${STYLE_ELEMENT} ${page.head ?? ''}
        </head>
        <body>
          <main>${page.body}</main>
        </body>
      </html>`,
    status,
  )
}
