// After a release an open tab may ask for code that is gone: the page is fetched anew, once.
import { reload } from './leave'

const KEY = 'daemun-reloaded-at'
const ONCE_IN_MS = 60_000

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < ONCE_IN_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/** For the code of a page: reloads where that may help, and otherwise lets the error page speak. */
export function onChunkLost(error: unknown): Promise<never> {
  if (!navigator.onLine || !mayReload()) return Promise.reject(error instanceof Error ? error : new Error('chunk lost'))
  reload()
  return new Promise(() => {})
}
