// What can be wrong with the button that stays in reach while a page is scrolled, as functions that run in the page. A copy of a page
// (copies.ts) follows no scrolling, so these are not checked there.

/**
 * The button that stays in reach without a soft edge while it lies over a part of the page, or with one while it does not: the edge says that
 * the page goes on behind the button. Or its strip lies over the ring of its focus.
 */
export function wrongEdge(): string[] {
  const button = document.querySelector<HTMLElement>('.form > [type=submit]')
  if (!button || getComputedStyle(button).position !== 'sticky') return []
  const strip = getComputedStyle(button, '::before')
  if (strip.zIndex !== '-1') return [`a strip over the ring: ${button.outerHTML}`]
  const isSoft = strip.boxShadow !== 'none'
  const { top } = button.getBoundingClientRect()
  button.style.position = 'static'
  const isOver = button.getBoundingClientRect().top > top + 1
  button.style.position = ''
  return isOver === isSoft ? [] : [`${isSoft ? 'an edge' : 'no edge'}: ${button.outerHTML}`]
}

/** The fields that the button in reach or the end of the window covers when they have the focus, and their hints and errors. */
export function hiddenAtFocus(): string[] {
  const button = document.querySelector<HTMLElement>('.form > [type=submit]')
  // The strip is 12 px wider than the button.
  const end = () =>
    button && getComputedStyle(button).position === 'sticky' ? button.getBoundingClientRect().top - 12 : innerHeight
  const isHidden = (part: Element | null) => part !== null && part.getBoundingClientRect().bottom > end() + 1
  return [...document.querySelectorAll<HTMLElement>('.form :is(input, select):enabled')].flatMap((field) => {
    field.focus()
    const parts = [field.closest('.box') ?? field, document.getElementById(`${field.id}-note`)]
    return parts.filter(isHidden).map((part) => `${field.id}: ${part?.outerHTML}`)
  })
}
