// Brings the files of the next pages into the browser's cache while the member types. Their code runs only when it is needed.
import { loadAhead } from '../browser/idle'

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Each fetch takes the browser 1 ms, or 4 ms on a slow phone. A key press waits for at most this many. */
const AT_ONCE = 4

/**
 * NOTE: a `<link rel="prefetch">` is no alternative. Firefox judges it by `default-src`, which is 'none' here, and Safari ignores it. A
 * `fetch` falls under `connect-src` and fills the same cache, from which a later `import()` is answered.
 */
async function warm(file: string, priority: RequestPriority = 'low'): Promise<string> {
  const response = await fetch(`/${file}`, { priority })
  // The browser keeps a file only if its whole body was read.
  const body = await response.text()
  return response.ok ? body : ''
}

function prefetch(files: string[]): void {
  // A file that fails now is loaded when its page is entered.
  for (const file of files.slice(0, AT_ONCE)) warm(file).catch(() => {})
  if (files.length > AT_ONCE) loadAhead(() => prefetch(files.slice(AT_ONCE)))
}

/**
 * Brings the files that the member waits for into the cache. Code is imported from there: an `import()` that fails with the connection is
 * remembered by Chromium, and a fetch is not.
 * @param files paths below the root of this host, separated by spaces; '' for none
 * @throws if one cannot be had
 */
export async function fetchNow(files: string): Promise<void> {
  const bodies = await Promise.all(files.split(' ').flatMap((file) => (file ? [warm(file, 'high')] : [])))
  if (bodies.includes('')) throw new Error('a file is missing')
}

/** @param list the path of a file that names the files, each as a path below the root of this host, separated by spaces; '' for none */
export async function fetchAhead(list: string): Promise<void> {
  if (!list || savesData()) return
  const files = await warm(list).catch(() => '')
  // A host that answers any path with a page may have no list.
  prefetch(files.split(' ').filter((file) => /^assets\/[\w.-]+$/.test(file)))
}
