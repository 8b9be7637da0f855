// Spec §5, URL: http or https; and which of them this app asks for or links to.
import { isSafeUrl, urlOf } from '../wire/url'

/** An absolute http or https address, or null. */
export function webAddress(text: string): URL | null {
  const url = text.length <= 4096 ? urlOf(text) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

/** What somebody else hosts, images and terms, comes over https, or from this machine. */
export const isSafeAddress = (text: string | null | undefined): text is string => isSafeUrl(webAddress(text ?? ''))
