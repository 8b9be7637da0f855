/** Parses a URL as the browser does, or returns null. `URL.canParse` is newer than the oldest supported browser. */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** A name of this machine, in an address or as a host. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** Over https, or from this machine, where what is developed needs none. */
export const isSafeUrl = (url: URL | null): url is URL =>
  url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
