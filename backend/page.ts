// Answers that are pages. A page for reading is a terms text or a list of the demo.
import type { Context } from 'hono'
import { type Markup, type Page, pageOf } from '../server/page.ts'

/** Answers with a page and its Content-Security-Policy. */
export function sendPage(c: Context, page: Page): Response {
  c.header('content-security-policy', page.policy)
  return c.html(page.html)
}

type Reading = {
  lang: string
  title: string
  body: Markup
  /** Adds to the head: a refresh, say. */
  head?: Markup
  framedBy?: string
}

/**
 * Answers with a page for reading. Only the origin `framedBy` may frame it.
 * NOTE: browsers ignore `X-Frame-Options` beside `frame-ancestors` (HTML standard, "The X-Frame-Options header").
 */
export function sendReading(c: Context, page: Reading): Response {
  c.header('cache-control', 'no-cache')
  return sendPage(c, pageOf({ ...page, shape: 'reading' }))
}
