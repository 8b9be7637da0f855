// A clock for deadlines: it never jumps when the device's clock is set, and it counts the time that the device slept.

let slept = 0
let hiddenAt: { wall: number; steady: number } | null = null

/** Milliseconds since the epoch as of the page's start, and steady from then on. */
export const now = (): number => performance.timeOrigin + performance.now() + slept

/** A steady clock may stand still while the device sleeps: what the wall clock saw pass while the page was hidden is added. */
function onVisibility(): void {
  if (document.visibilityState === 'hidden') {
    hiddenAt = { wall: Date.now(), steady: performance.now() }
  } else if (hiddenAt) {
    slept += Math.max(0, Date.now() - hiddenAt.wall - (performance.now() - hiddenAt.steady))
    hiddenAt = null
  }
}

/**
 * Calls `tick` about once a second and whenever the page comes back into view.
 * @returns how to stop.
 */
export function everySecond(tick: (now: number) => void): () => void {
  const beat = () => tick(now())
  const seen = () => {
    onVisibility()
    beat()
  }
  const timer = setInterval(beat, 1000)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
