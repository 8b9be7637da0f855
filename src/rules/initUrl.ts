// Contract, `init_url`: a pending step may keep what it needs behind an address of its own.

/**
 * The path of a step's `init_url` below the auth API's base; null: it is elsewhere, and is not asked.
 * @param base the auth API's base URL
 */
export function initPath(init_url: string, base: string): `/${string}` | null {
  const home = base.replace(/\/$/, '')
  const path = init_url.startsWith(`${home}/`) ? init_url.slice(home.length) : init_url
  return /^\/[\w./~-]*$/.test(path) && !path.startsWith('//') && !path.includes('..') ? (path as `/${string}`) : null
}
