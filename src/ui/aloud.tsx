// What a screen reader is told beside what has the focus: one polite place, there from the start and outside of the page, so that a
// dialog over the page does not silence it.
const PLACE = 'aloud'
const REST_MS = 200
const HEARD_MS = 5000

let fading: ReturnType<typeof setTimeout>

/** Its words are written by `sayAloud`, and never by React. */
export const Aloud = () => <p id={PLACE} role="status" className="hidden" />

function write(words: string): void {
  const place = document.getElementById(PLACE)
  if (place && place.textContent !== words) place.textContent = words
}

/**
 * Says it, unless the focus moves on at once: what has the focus is read out anyway, with what describes it.
 * @returns how to call it off.
 */
export function sayAloud(text: string): () => void {
  const focused = document.activeElement
  write('')
  const soon = setTimeout(() => {
    if (document.activeElement !== focused) return
    write(text)
    clearTimeout(fading)
    fading = setTimeout(() => write(''), HEARD_MS)
  }, REST_MS)
  return () => clearTimeout(soon)
}
