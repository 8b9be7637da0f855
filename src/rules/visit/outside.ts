// Contract, "location": an address outside the app. It is apart from exit.ts, because the inline script of the page (api/earlyScript.ts) reads it, too.
import { isSafeUrl, urlOf } from '../../../contract/url.ts'

/** Whether no parser would correct a character of this text. */
export const isExact = (raw: string): boolean => raw.length <= 4096 && /^[\x21-\x5b\x5d-\x7e]+$/.test(raw)

/** A text without its query and fragment. */
export const written = (raw: string): string => raw.split(/[?#]/, 1)[0] ?? ''

/** A whole address that is safe and already is what a browser would make of it, or null. */
export function wholeUrl(raw: string): URL | null {
  const url = isExact(raw) && /^https?:\/\/[^/]/i.test(raw) ? urlOf(raw) : null
  if (!url || !written(raw).toLowerCase().startsWith(url.origin) || url.username !== '' || url.password !== '')
    return null
  return isSafeUrl(url) ? url : null
}
