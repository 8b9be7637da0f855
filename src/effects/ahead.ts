// What the next pages need is brought into the browser's cache while the member types, and runs only when it is asked for.
import { whenIdle } from './idle'

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** Each of them takes the browser a millisecond, four on a slow phone: a key that is pressed waits for no more than these. */
const AT_ONCE = 4

function prefetch(files: string[]): void {
  for (const file of files.slice(0, AT_ONCE)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = `/${file}`
    document.head.append(link)
  }
  if (files.length > AT_ONCE) whenIdle(() => prefetch(files.slice(AT_ONCE)))
}

/** @param files paths below the root of this host, parted by blanks. */
export function fetchAhead(files: string): void {
  if (!savesData()) prefetch(files.split(' ').filter(Boolean))
}
