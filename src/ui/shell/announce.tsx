// Announcements for screen readers beside the focused element: one polite live region. It exists from the start and lies outside the page,
// so that a dialog over the page does not silence it.
import { pageState } from '../../state/pageState.ts'

const PLACE = 'live-region'
const REST_MS = 200
const HEARD_MS = 5000

const page = pageState(
  () => ({ fading: undefined as ReturnType<typeof setTimeout> | undefined }),
  ({ fading }) => clearTimeout(fading),
)

/** `announce` writes its text; React never does. */
export const LiveRegion = () => <p id={PLACE} role="status" className="hidden" />

function write(words: string): void {
  const place = document.getElementById(PLACE)
  if (place && place.textContent !== words) place.textContent = words
}

/**
 * Announces a text unless the focus moves at once: a screen reader then reads the focused element with its description.
 * @returns a function that cancels the announcement
 */
export function announce(text: string): () => void {
  const focused = document.activeElement
  write('')
  const soon = setTimeout(() => {
    if (document.activeElement !== focused) return
    write(text)
    clearTimeout(page.fading)
    page.fading = setTimeout(() => write(''), HEARD_MS)
  }, REST_MS)
  return () => clearTimeout(soon)
}
