import type { Context } from 'hono'
import type { Locale } from '../../src/wire/locale'
import { pageLocale } from '../../server/plainPage'

/** The language of whoever makes this call. The app names that of its page (`Accept-Language`). */
export const callLocale = (c: Context): Locale => pageLocale(c.req.url, c.req.header('accept-language'))
