/** Parses a URL as the browser does, or returns null. `URL.canParse` is newer than the oldest supported browser. */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Whether a host name means this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** https, or http on this machine for development. */
export const isSafeUrl = (url: URL | null): url is URL =>
  url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
