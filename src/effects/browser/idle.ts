// Runs work when the browser is idle.

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

/** Loads one after the other, each when the browser is idle, so that a key press waits for one of them at most. */
export function loadInTurn(loads: readonly (() => Promise<unknown>)[]): void {
  const [first, ...rest] = loads
  if (!first) return
  const next = () => loadInTurn(rest)
  whenIdle(() => void first().then(next, next))
}
