// Spec §9: how long a page waits for whatever comes over the wire.

/** Over a whole call, the body included; and for code, which no browser gives up by itself. */
export const PATIENCE_MS = 10_000

/** Code, or the texts of a language, did not arrive in time. */
export class CodeIsLate extends Error {
  override message = 'code is late'
}

/** Rejects where code, or the texts of a language, have not come by then. Whoever asks once more waits for the same. */
export function inTime<T>(code: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CodeIsLate()), PATIENCE_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}

/**
 * Code that is asked for more than once: what has come is at hand. Each `import()` of code that is here still takes a turn of the
 * browser's, in which a frame may come first.
 */
export function atHand<T>(fetch: () => Promise<T>): () => Promise<T> {
  let here: Promise<T> | undefined
  return () => {
    if (here) return here
    const coming = fetch()
    coming.then(
      () => (here = coming),
      () => {},
    )
    return inTime(coming)
  }
}
