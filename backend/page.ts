// The pages for reading: a terms text, and the lists of the demo.
import type { Context } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import { pageOf } from '../server/plainPage.ts'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = `
:root{--ink:#2b2f36;--soft:#69717d;--line:#dfe3e8;--canvas:#f7f8fa}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/26px system-ui,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:720px;margin:0 auto;padding:40px 20px 64px}
h1{font-size:28px;line-height:36px;margin:0 0 8px}
h2{font-size:18px;line-height:26px;margin:32px 0 8px}
p{margin:0 0 16px}
a{color:inherit}
a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
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

type Reading = { lang: string; title: string; body: Markup; head?: Markup; framedBy?: string }

/**
 * Answers with a page for reading. `head` may add to the head (a refresh, say). Only the origin `framedBy` may frame the page.
 * NOTE: browsers ignore `X-Frame-Options` beside `frame-ancestors` (HTML standard, "The X-Frame-Options header").
 */
export async function sendPage(c: Context, page: Reading) {
  const { lang, title, framedBy } = page
  const [body, head] = await Promise.all([page.body, page.head ?? ''])
  const { html, policy } = pageOf({
    lang,
    title,
    style: STYLE,
    body: String(body),
    head: String(head),
    ...(framedBy && { framedBy }),
  })
  c.header('content-security-policy', policy)
  c.header('cache-control', 'no-cache')
  return c.html(html)
}
