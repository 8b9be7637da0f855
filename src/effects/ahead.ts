// What the next pages need is brought into the browser's cache while the member types, and runs only when it is asked for.
const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** @param files paths below the root of this host, parted by blanks. */
export function fetchAhead(files: string): void {
  if (savesData()) return
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = `/${file}`
    document.head.append(link)
  }
}
