// WCAG 2.4.11: a toast covers no button and no focused field. It shows as low as it can, or at the top of a desktop.
import { pageState } from '../../state/pageState.ts'

const GAP_PX = 8
/** What a toast leaves free at the end of a phone's window, where the button of a long form stays in reach (app/later/forms.css). */
const STRIP_PX = 80
const TOP_PX = 16

const BUTTONS = 'button, .button, select'
/** What a toast keeps clear of beside what the member uses, if there is room: all controls and the title, or the buttons at least. */
const WISHES = [`a, input, textarea, #title, ${BUTTONS}`, BUTTONS, null]

/** The control that the member used last. */
const page = pageState(() => ({ used: null as Element | null }))

/** An extension can send a key to the whole page, which is no control. */
function note({ target }: Event): void {
  if (target instanceof Element) page.used = target
}

const USES = ['pointerdown', 'keydown'] as const

/** NOTE: Safari does not focus a button that is pressed, so the focus alone does not tell which control was used. @returns stops it */
export function noteControls(): () => void {
  for (const use of USES) addEventListener(use, note, true)
  return () => {
    for (const use of USES) removeEventListener(use, note, true)
  }
}

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

const isFree = (top: number, bottom: number, boxes: readonly Box[]): boolean =>
  boxes.every((box) => box.top >= bottom || box.bottom <= top)

/** The lower edge of the lowest place above `end` that covers none of the boxes, or null. */
function lowestPlace(end: number, height: number, boxes: readonly Box[]): number | null {
  let bottom = end
  while (bottom - height >= GAP_PX) {
    if (isFree(bottom - height, bottom, boxes)) return bottom
    const [from, to] = [bottom - height, bottom]
    bottom = Math.min(...boxes.filter((box) => box.top < to && box.bottom > from).map(({ top }) => top)) - GAP_PX
  }
  return null
}

/** The boxes of these elements that the toasts could cover. Below an open dialog nothing can be used. */
function boxesOf(elements: Iterable<Element>, region: Element): Box[] {
  const toasts = [...region.children].map((toast) => toast.getBoundingClientRect())
  const [left, right] = [Math.min(...toasts.map((box) => box.left)), Math.max(...toasts.map((box) => box.right))]
  return [...elements]
    .filter((element) => !region.contains(element) && !element.closest('[inert]'))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 1 && box.left <= right && box.right >= left)
}

/** What the member uses, and what else the toasts keep clear of. */
function boxesFor(wish: string | null, used: Element | null, region: Element): Box[] {
  const focused = document.activeElement
  // The box of a field has its border, its button and the ring of the focus.
  const inUse = [used, focused?.closest('.box') ?? focused].filter((one) => one && one !== document.body) as Element[]
  return boxesOf([...inUse, ...(wish ? document.querySelectorAll(wish) : [])], region)
}

function place(region: HTMLElement, used: Element | null): void {
  const height = region.offsetHeight
  const isDesktop = innerWidth >= 1280
  for (const wish of WISHES) {
    const boxes = boxesFor(wish, used, region)
    const isTop = isDesktop && isFree(TOP_PX, TOP_PX + height, boxes)
    const bottom =
      lowestPlace(innerHeight - STRIP_PX, height, boxes) ?? lowestPlace(innerHeight - GAP_PX, height, boxes)
    if (!isTop && bottom === null) continue
    region.classList.toggle('low', !isTop)
    if (bottom !== null) region.style.setProperty('--lift', `${innerHeight - bottom}px`)
    return
  }
}

const MOVES = ['focusin', 'scroll', 'resize'] as const

/**
 * Places the toasts, and again when the focus or the page moves below them so that they would cover it.
 * @returns stops it
 */
export function placeToasts(region: HTMLElement | null): () => void {
  if (!region) return () => {}
  const control = page.used?.closest('a, button, label') ?? page.used
  const update = () => {
    const { top, bottom } = region.getBoundingClientRect()
    if (!isFree(top, bottom, boxesFor(BUTTONS, control, region))) place(region, control)
  }
  place(region, control)
  for (const move of MOVES) addEventListener(move, update, true)
  return () => {
    for (const move of MOVES) removeEventListener(move, update, true)
  }
}
