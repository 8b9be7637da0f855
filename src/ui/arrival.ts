// Access 2.4.3, the focus on arrival: one rule for every page, and for every screen of the join.
import { announce } from './shell/announce.tsx'
import { focusInView } from '../state/focusInView.ts'
import { STEP_ID } from './Steps.tsx'

type Field = HTMLInputElement | HTMLSelectElement

const isEmpty = ({ type, name, value, form }: Field): boolean =>
  type === 'radio' ? !form?.querySelector(`[name="${name}"]:checked`) : value.trim() === ''

/**
 * The first field that the server has refused, else the first empty field that the form needs, if there is one. A consent and an optional field take no focus: the member reads first.
 * Nor does any field below an alert, because the keyboard of a phone would cover the alert.
 */
function fieldToFill(): Field | undefined {
  const main = document.getElementById('main')
  const refused = main?.querySelector<Field>(':is(input, select)[aria-invalid="true"]')
  if (refused) return refused
  if (!main || main.querySelector('[role="alert"] *, .aside.warning')) return undefined
  return [...main.querySelectorAll<Field>('form [required]:not([readonly])')].find(isEmpty)
}

/** @returns whether the focus is where it should be: not while the heading is missing or the choices of the field are loading */
function focusFirst(): boolean {
  const heading = document.getElementById('title')
  const field = fieldToFill()
  if (!heading) return false
  if (!field || field.disabled) {
    heading.focus({ preventScroll: true })
    return !field
  }
  focusInView(field)
  // Left as it was, it is no mistake yet: an error would move what the member is about to press. MUI needs to know that its field was left.
  if (!field.matches('[role="combobox"]'))
    field.addEventListener('focusout', (event) => isEmpty(field) && event.stopPropagation(), { once: true })
  // A screen reader reads the field, which does not name the page.
  const step = document.getElementById(STEP_ID)?.textContent
  announce(step ? `${step} · ${heading.textContent}` : heading.textContent)
  return true
}

/** Runs when the page also has what its effects fill in and say, in the frame after the next paint. @returns a function that cancels it */
function whenSettled(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => void (timer = setTimeout(work)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Shows the top of a page that has just opened, and focuses its first empty field, else its heading. Waits for a page whose code is loading
 * and for a field whose choices are loading, unless the member acts first.
 * @param before what had the focus when the page opened
 * @returns a function that stops waiting
 */
export function arrive(before = document.activeElement): () => void {
  const main = document.getElementById('main')
  const waiting = new MutationObserver(look)
  let focused = before
  let isTyping = false
  // A browser that fills a form in does so without the focus.
  const note = ({ target }: Event) => void (isTyping ||= target === document.activeElement)
  main?.addEventListener('input', note)
  const stop = () => {
    waiting.disconnect()
    main?.removeEventListener('input', note)
  }
  function hasActed() {
    const { activeElement } = document
    return isTyping || (activeElement !== focused && activeElement !== document.body)
  }
  if (!hasActed()) window.scrollTo(0, 0)
  function look() {
    if (hasActed() || focusFirst()) return stop()
    focused = document.activeElement
    if (main) waiting.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  }
  const cancel = whenSettled(look)
  return () => {
    cancel()
    stop()
  }
}

/** The first page of a visit: focuses its first empty field, unless the member has begun. @returns a function that cancels it */
export const begin = (): (() => void) =>
  whenSettled(() => {
    const field = fieldToFill()
    if (field && document.activeElement === document.body) focusInView(field)
  })
