// Spec §5, URL: http or https; and which of them this app asks for or links to.
import { urlOf } from '../wire/url'

/** Names of this machine: what is served from here while developing needs no https. */
export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** An absolute http or https address, or null. */
export function webAddress(text: string): URL | null {
  const url = text.length <= 4096 ? urlOf(text) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

/** What somebody else hosts, images and terms, comes over https, or from this machine. */
export function isSafeAddress(text: string | null | undefined): text is string {
  const url = webAddress(text ?? '')
  return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))
}
