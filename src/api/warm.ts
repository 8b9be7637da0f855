// Brings files into the browser's cache.

/**
 * NOTE: a `<link rel="prefetch">` is no alternative. Firefox judges it by `default-src`, which is 'none' here, and Safari ignores it. A
 * `fetch` falls under `connect-src` and fills the same cache, from which a later `import()` is answered.
 */
export const warm = (file: string, priority: RequestPriority = 'low', signal?: AbortSignal): Promise<string> =>
  fetch(`/${file}`, { priority, signal: signal ?? null }).then((response) =>
    // The browser keeps a file only if its whole body was read.
    response.text().then((body) => (response.ok ? body : '')),
  )

/** `done` rejects if the connection fails, and after `stop`. */
export type Fetching = { done: Promise<void>; stop: () => void }

/**
 * Brings several files into the cache at the same time. Code is imported from there: an `import()` that fails with the connection is
 * remembered by Chromium, and a fetch is not.
 * @param files paths below the root of this host, separated by spaces; '' for none
 */
export function fetchAll(files: string, priority: RequestPriority): Fetching {
  const own = new AbortController()
  const warmed = files.split(' ').flatMap((file) => (file ? [warm(file, priority, own.signal)] : []))
  const done = Promise.all(warmed).then(() => {})
  // Whoever waits for it hears of a failure.
  done.catch(() => {})
  return { done, stop: () => own.abort() }
}
