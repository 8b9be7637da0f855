// Brings files into the browser's cache.

/**
 * NOTE: a `<link rel="prefetch">` is no alternative. Firefox judges it by `default-src`, which is 'none' here, and Safari ignores it. A
 * `fetch` falls under `connect-src` and fills the same cache, from which a later `import()` is answered.
 */
export async function warm(file: string, priority: RequestPriority = 'low', signal?: AbortSignal): Promise<string> {
  const response = await fetch(`/${file}`, { priority, signal: signal ?? null })
  // The browser keeps a file only if its whole body was read.
  const body = await response.text()
  return response.ok ? body : ''
}

/**
 * Brings the files that the member waits for into the cache. Code is imported from there: an `import()` that fails with the connection is
 * remembered by Chromium, and a fetch is not.
 * @param files paths below the root of this host, separated by spaces; '' for none
 * @throws if the connection fails
 */
export async function fetchNow(files: string, signal?: AbortSignal): Promise<void> {
  await Promise.all(files.split(' ').flatMap((file) => (file ? [warm(file, 'high', signal)] : [])))
}
