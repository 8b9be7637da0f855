// A clock for deadlines. It does not jump when the device's clock is set, and it counts the time that the device slept.
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ slept: 0, hiddenAt: null as { wall: number; steady: number } | null }))

/** Milliseconds since the epoch at the page's start, and monotonic from then on. */
export const now = (): number => performance.timeOrigin + performance.now() + page.slept

/** A monotonic clock can stop while the device sleeps, so the wall clock's time is added for the period while the page was hidden. */
function onVisibility(): void {
  if (document.visibilityState === 'hidden') {
    page.hiddenAt = { wall: Date.now(), steady: performance.now() }
  } else if (page.hiddenAt) {
    const { wall, steady } = page.hiddenAt
    page.slept += Math.max(0, Date.now() - wall - (performance.now() - steady))
    page.hiddenAt = null
  }
}

/**
 * Calls `tick` about once a second, and when the page becomes visible again.
 * @returns a function that stops it
 */
export function everySecond(tick: (now: number) => void): () => void {
  const beat = () => tick(now())
  const seen = () => {
    onVisibility()
    beat()
  }
  // The answer that starts a countdown may come after the member has gone to the messages.
  if (document.visibilityState === 'hidden' && !page.hiddenAt) onVisibility()
  const timer = setInterval(beat, 1000)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
