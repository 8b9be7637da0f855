// What is not needed now is fetched when the browser has nothing else to do.

/** @returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(work, 200)
  return () => clearTimeout(id)
}

/** When what was rendered is on the screen; in a tab that nobody sees, soon. @returns how to call it off. */
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

/** One after the other, each when the browser is idle: a key that is pressed meanwhile waits for one of them at most. */
export function loadInTurn(loads: readonly (() => Promise<unknown>)[]): void {
  const [first, ...rest] = loads
  if (!first) return
  const next = () => loadInTurn(rest)
  whenIdle(() => void first().then(next, next))
}
