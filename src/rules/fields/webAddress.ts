// Spec §5, URL: http or https, and which addresses this app links to or loads.
import { isSafeUrl, urlOf } from '../../../contract/url.ts'

/** An absolute http or https address, or null. */
export function webAddress(text: string): URL | null {
  const url = text.length <= 4096 ? urlOf(text) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

/** Pictures and terms from other hosts need https, or http on this machine. */
export const isSafeAddress = (text: string | null | undefined): text is string => isSafeUrl(webAddress(text ?? ''))
