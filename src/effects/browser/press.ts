// A press of the mouse: what lies below the pointer must not move before it ends, or the press is lost. So an error that leaving a field
// brings about waits until then. A touch needs no waiting, because a browser moves the focus at its end.
import { pageState } from '../../state/pageState.ts'

/** Longer than a press. After it, nothing waits, however the press has ended. */
const MOST_MS = 1000
const ENDS = ['keydown', 'pointercancel', 'dragend'] as const

type Press = { over: Promise<void>; end: () => void }
const page = pageState(() => ({ press: null as Press | null }))
/** What waited for the press goes on. A submit ends it: its button has been pressed. */
export const endPress = (): void => page.press?.end()

function begin(): void {
  endPress()
  let resolve = () => {}
  const over = new Promise<void>((done) => (resolve = done))
  const limit = setTimeout(endPress, MOST_MS)
  page.press = {
    over,
    end() {
      clearTimeout(limit)
      page.press = null
      resolve()
    },
  }
}

/** Watches the presses of the page. @returns what ends it */
export function watchPresses(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const options = { capture: true, signal }
  addEventListener('pointerdown', ({ pointerType }) => pointerType === 'mouse' && begin(), options)
  // NOTE: after the click. A render in the middle of it would take a radio button's choice back.
  addEventListener('pointerup', () => setTimeout(endPress), options)
  for (const kind of ENDS) addEventListener(kind, endPress, options)
  return () => {
    watching.abort()
    endPress()
  }
}

/** Resolves when no press is under way. */
export const pressIsOver = async (): Promise<void> => page.press?.over
