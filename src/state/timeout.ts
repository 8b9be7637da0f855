// Spec §9: how long a page waits for the network.

/** How long nothing may arrive. */
export const TIMEOUT_MS = 10_000

/** About what the app loads at once after the form, in bytes. A slow network gets the time for it. */
const PART = 100_000
const LONGEST_MS = 60_000
/** A smaller file tells how long a round trip takes, and not how fast bytes come. The page itself has 6000. */
const SMALLEST = 4000

/** Bytes per millisecond of the largest file that this page has got from the network. Null: it has got none that is large enough. */
function speed(): number | null {
  const timings = (type: string) => performance.getEntriesByType?.(type) as PerformanceResourceTiming[] | undefined
  // The page itself was on its way through redirects, and the server took time, before its first byte came.
  const page = timings('navigation')?.map((timing) => ({ timing, since: timing.responseStart }))
  const files = timings('resource')?.map((timing) => ({ timing, since: timing.startTime }))
  const loaded = [...(page ?? []), ...(files ?? [])].filter(
    ({ timing, since }) => timing.transferSize > 0 && timing.encodedBodySize >= SMALLEST && timing.responseEnd > since,
  )
  const [largest] = loaded.sort((one, other) => other.timing.encodedBodySize - one.timing.encodedBodySize)
  return largest ? largest.timing.encodedBodySize / (largest.timing.responseEnd - largest.since) : null
}

/**
 * The timeout of a whole call, body included, and of an `import()`, which no browser gives up by itself. Browsers do not report the
 * progress of a script, so a slow network gets more time (docs/decisions/0006-give-a-slow-network-the-time-that-it-needs.md).
 * @returns milliseconds
 */
export function limitMs(): number {
  const pace = speed()
  return pace ? Math.min(TIMEOUT_MS + PART / pace, LONGEST_MS) : TIMEOUT_MS
}

const PARTS = 10

/**
 * Like `setTimeout`, but only time counts during which the page runs. A phone stops the page behind another app, and when the member comes back,
 * an overdue timer can be ahead of what has arrived meanwhile.
 * @returns stops it
 */
export function afterRunning(ms: number, done: () => void): () => void {
  let left = PARTS
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    done()
  }, ms / PARTS)
  return () => clearInterval(timer)
}

/** Code, or the texts of a language, did not arrive in time. */
export class CodeIsLate extends Error {
  override message = 'code is late'
}

/**
 * Without a connection no code is asked for: Chromium remembers a failed `import()`, and only a reload would make it ask again. Node has no
 * `onLine`, and counts as online.
 */
export const canImport = (): boolean => !('onLine' in navigator) || navigator.onLine

/** Rejects if the code or the texts have not arrived after the timeout. A second `import()` waits for the same request. */
export function withTimeout<T>(code: Promise<T>): Promise<T> {
  let stop: () => void
  const late = new Promise<never>((_resolve, reject) => {
    stop = afterRunning(limitMs(), () => reject(new CodeIsLate()))
  })
  return Promise.race([code, late]).finally(() => stop())
}

/**
 * Keeps a module after its first `import()`. Each further `import()` of loaded code would cost a task, before which the browser can
 * paint a frame. Without a connection it rejects.
 */
export function memoizeImport<T>(fetch: () => Promise<T>): () => Promise<T> {
  let here: Promise<T> | undefined
  return () => {
    if (here) return here
    if (!canImport()) return Promise.reject(new TypeError('no connection'))
    const coming = fetch()
    coming.then(
      () => (here = coming),
      () => {},
    )
    return withTimeout(coming)
  }
}

/**
 * An `import()` that can succeed after a failure. Chromium remembers the file until a reload, and names it in the error: under another address the browser asks
 * for it again, and keeps what comes. The file must not be imported anywhere else, or it would run twice.
 */
export function renewable<T>(fetch: () => Promise<T>): () => Promise<T> {
  let ask = fetch
  return () =>
    ask().catch((error: unknown) => {
      // To the last `.js`: a host can have one, too.
      const [lost] = /http\S+\.js/.exec(String(error)) ?? []
      if (lost) {
        const again = `${lost}?${Date.now()}`
        ask = () => import(/* @vite-ignore */ again) as Promise<T>
      }
      throw error
    })
}
