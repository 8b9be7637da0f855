// Screens, "Join": a screen that goes on by itself. A member who was about to press its button presses the button of the next screen.
import { now } from './clock.ts'

/** 1 s: about what a press takes that was decided on before the screen changed. */
const MOST_MS = 1000
const OTHERS = ['input', 'keydown'] as const

/** Ignores presses of a main button for a second. Whatever else the member does shows that the new screen was seen, and ends this. */
export function ignoreEarlyPress(): void {
  const since = now()
  const watching = new AbortController()
  const end = () => watching.abort()
  const options = { capture: true, signal: watching.signal }
  const press = (event: Event) => {
    const isMain = event.target instanceof Element && event.target.closest('button[type="submit"]')
    if (!isMain || now() - since > MOST_MS) return end()
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', press, options)
  for (const other of OTHERS) document.addEventListener(other, end, options)
}
