// Brings the files of the next pages into the browser's cache while the member types. Their code runs only when it is needed.
import { loadAhead } from '../browser/idle.ts'
import { fetchAll, warm } from '../../api/warm.ts'

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/**
 * Each fetch takes the browser 1 ms, or 4 ms on a slow phone. A key press waits for at most this many. The screen that an answer names shares
 * the network with no more of them.
 */
const AT_ONCE = 4

async function prefetch(files: string[]): Promise<void> {
  // A file that fails now is loaded when its page is entered.
  await Promise.all(files.slice(0, AT_ONCE).map((file) => warm(file).catch(() => '')))
  if (files.length > AT_ONCE) loadAhead(() => void prefetch(files.slice(AT_ONCE)))
}

/**
 * Each file is a path below the root of this host.
 * @param screen what every next screen needs, separated by spaces
 * @param list the path of a file that names the others, separated by spaces; '' for none
 */
export async function fetchAhead(screen: string, list: string): Promise<void> {
  if (!list || savesData()) return
  const [files] = await Promise.all([warm(list).catch(() => ''), fetchAll(screen, 'low').done.catch(() => {})])
  // A host that answers any path with a page may have no list.
  await prefetch(files.split(' ').filter((file) => /^assets\/[\w.-]+$/.test(file)))
}
