// The name of a route in the metrics: its pattern, such as `/v1/challenge/join/:login_id`, and one name for every other path.
import { patternOf } from './limits.ts'

const OTHER = 'other'

/** The path as the routers read it: decoded once, without a slash at its end. */
function pathIn(url: string): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '')
  } catch {
    return ''
  }
}

/** @param patterns the paths of all routes; returns a function from a request's target to one of them, or to `other` */
export function routeNames(patterns: Iterable<string>): (url?: string) => string {
  const all = [...new Set(patterns)]
  const fixed = new Map(all.filter((one) => !one.includes(':')).map((one) => [one.toLowerCase(), one]))
  const open = all.filter((one) => one.includes(':')).map((name) => ({ name, pattern: patternOf(name) }))
  return (url = '') => {
    const path = pathIn(url)
    return fixed.get(path) ?? open.find(({ pattern }) => pattern.test(path))?.name ?? OTHER
  }
}
