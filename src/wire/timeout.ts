// Spec §9: how long a page waits for the network.

/** For a whole call, body included, and for code: no browser gives up an `import()` by itself. */
export const TIMEOUT_MS = 10_000

/** Code, or the texts of a language, did not arrive in time. */
export class CodeIsLate extends Error {
  override message = 'code is late'
}

/** Rejects if the code or the texts have not arrived after the timeout. A second `import()` waits for the same request. */
export function withTimeout<T>(code: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CodeIsLate()), TIMEOUT_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}

/**
 * Keeps a module after its first `import()`. Each further `import()` of loaded code would cost a task, before which the browser can
 * paint a frame.
 */
export function memoizeImport<T>(fetch: () => Promise<T>): () => Promise<T> {
  let here: Promise<T> | undefined
  return () => {
    if (here) return here
    const coming = fetch()
    coming.then(
      () => (here = coming),
      () => {},
    )
    return withTimeout(coming)
  }
}
