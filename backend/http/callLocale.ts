import type { Context } from 'hono'
import type { Locale } from '../../contract/locale.ts'
import { pageLocale } from '../../server/page.ts'

/** The language of whoever makes this call. The app names that of its page (`Accept-Language`). */
export const callLocale = (c: Context): Locale => pageLocale(c.req.url, c.req.header('accept-language'))
