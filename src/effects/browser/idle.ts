// Runs work when the browser is idle.
import { pageState } from '../../state/pageState.ts'
import { canImport } from '../../state/timeout.ts'

/** @returns a function that cancels the work */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(work, 200)
  return () => clearTimeout(id)
}

/** Runs work after the next frame is painted; in a hidden tab, soon. @returns a function that cancels the work */
export function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const soon = () => void (timer = setTimeout(work))
  if (document.hidden) soon()
  else frame = requestAnimationFrame(soon)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

const page = pageState(() => ({ pressed: new Set<Promise<unknown>>() }))

/** Until this settles, nothing loads ahead: a member waits for it, and on a slow network everything else would come at its cost. */
export function quietly<T>(pressed: Promise<T>): Promise<T> {
  page.pressed.add(pressed)
  return pressed.finally(() => page.pressed.delete(pressed))
}

/** Loads what may be needed later: when the browser is idle, online, and no member waits. @returns a function that cancels it */
export function loadAhead(work: () => void): () => void {
  let isCancelled = false
  let cancel = () => {}
  const attempt = () => {
    const [pressed] = page.pressed
    if (isCancelled) return
    // Idle again: the request of the press leaves first.
    if (pressed) pressed.then(wait, wait)
    else if (canImport()) work()
    else addEventListener('online', attempt, { once: true })
  }
  const wait = () => void (cancel = whenIdle(attempt))
  wait()
  return () => {
    isCancelled = true
    cancel()
  }
}

/** Loads one after the other, each when the browser is idle, so that a key press waits for one of them at most. */
export function loadInTurn(loads: readonly (() => Promise<unknown>)[]): void {
  const [first, ...rest] = loads
  if (!first) return
  const next = () => loadInTurn(rest)
  loadAhead(() => void first().then(next, next))
}
