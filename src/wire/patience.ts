// Spec §9: how long a page waits for whatever comes over the wire.

/** Over a whole call, the body included; and for code, which no browser gives up by itself. */
export const PATIENCE_MS = 10_000

/** Rejects where code, or the texts of a language, have not come by then. Whoever asks once more waits for the same. */
export function inTime<T>(code: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('code is late')), PATIENCE_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}
