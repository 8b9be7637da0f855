// Contract, `init_url`: a pending step may keep its data behind an address.

/**
 * The path of a step's `init_url` below the auth API's base. Null: it is elsewhere, and the app does not call it.
 * @param base the auth API's base URL
 */
export function initPath(init_url: string, base: string): `/${string}` | null {
  const home = base.replace(/\/$/, '')
  const path = init_url.startsWith(`${home}/`) ? init_url.slice(home.length) : init_url
  return /^\/[\w./~-]*$/.test(path) && !path.startsWith('//') && !path.includes('..') ? (path as `/${string}`) : null
}
