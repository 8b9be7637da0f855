// Runs in the page: finds elements as a member does, by role, label and text, and says in what state they are.
import type * as Finders from '@testing-library/dom'

/** A complete text, or a pattern. */
export type Words = string | { pattern: string }
/** How a member names an element; `in` names a part of the page that holds it. */
export type Target = { in?: Target; nth?: number } & (
  | { role: string; name?: Words }
  | { label: Words }
  | { text: Words }
  | { css: string }
)

export type State = {
  /** The number of visible elements that match the target. */
  count: number
  text: string
  value: string
  checked: boolean
  disabled: boolean
  focused: boolean
}
export type Point = { x: number; y: number } | { not: string }

declare global {
  interface Window {
    TestingLibraryDom?: typeof Finders
    hands?: ReturnType<typeof makeHands>
  }
}

export function makeHands() {
  const loaded = window.TestingLibraryDom
  if (!loaded) throw new Error('the finders are missing')
  const finders = loaded
  const matcher = (words: Words) => (typeof words === 'string' ? words : new RegExp(words.pattern))
  /** The finders take any white space of a text for a space. */
  const spaced = (words: Words) => matcher(typeof words === 'string' ? words.replace(/\s+/g, ' ') : words)

  /** A text stands in one element, or in parts of it: its sentences are elements of their own. */
  function said(words: Words) {
    const wanted = spaced(words)
    const is = (text: string) => (typeof wanted === 'string' ? text === wanted : wanted.test(text))
    const isWhole = ({ textContent }: Element) => is(textContent.replace(/\s+/g, ' ').trim())
    return (own: string, element: Element | null) =>
      is(own) || (element !== null && isWhole(element) && ![...element.children].some(isWhole))
  }

  function all(target: Target): HTMLElement[] {
    const root = target.in ? all(target.in)[0] : document.body
    if (!root) return []
    let found: HTMLElement[]
    if ('css' in target) found = [...root.querySelectorAll<HTMLElement>(target.css)]
    else if ('role' in target) {
      const name = target.name === undefined ? {} : { name: matcher(target.name) }
      found = finders.queryAllByRole(root, target.role, name)
    } else if ('label' in target) found = finders.queryAllByLabelText(root, spaced(target.label))
    else found = finders.queryAllByText(root, said(target.text), { ignore: 'script, style, #live-region, option' })
    const seen = [...new Set(found)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    return target.nth === undefined ? seen : seen.slice(target.nth).slice(0, 1)
  }

  function state(target: Target): State {
    const found = all(target)
    const [element] = found
    const field = element as HTMLInputElement | undefined
    return {
      count: found.length,
      text: element?.innerText.trim() ?? '',
      value: field?.value ?? '',
      checked: field?.checked ?? false,
      disabled: field !== undefined && (field.disabled || field.getAttribute('aria-disabled') === 'true'),
      focused: element !== undefined && element === document.activeElement,
    }
  }

  /** Whether the last point was pressed. */
  const presses = { last: false }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** A checkbox with a custom drawing is pressed at its label. */
  const pressed = (element: HTMLElement): HTMLElement =>
    element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
      ? (element.labels?.[0] ?? element)
      : element

  /** Where the mouse presses this element, or why it cannot be pressed yet. */
  async function point(target: Target): Promise<Point> {
    const found = all(target)
    const [named] = found
    if (!named) return { not: 'not there' }
    if (found.length > 1)
      return { not: `${found.length} of them: ${found.map((one) => one.outerHTML.slice(0, 80)).join(' | ')}` }
    if ((named as HTMLInputElement).disabled || named.getAttribute('aria-disabled') === 'true')
      return { not: 'disabled' }
    const element = pressed(named)
    const box = () => element.getClientRects()[0] ?? new DOMRect()
    const isSeen = () => {
      const { top, bottom } = box()
      return top >= 0 && bottom <= innerHeight
    }
    if (!isSeen()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const before = box()
    await frame()
    await frame()
    const now = box()
    if (before.x !== now.x || before.y !== now.y || before.width !== now.width) return { not: 'moving' }
    const [x, y] = [now.x + Math.min(now.width / 2, 40), now.y + now.height / 2]
    const top = document.elementFromPoint(x, y)
    if (!top || !(element.contains(top) || top.contains(element))) {
      // A sticky element may cover this one, so scroll it to the middle.
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return { not: `covered by ${top?.outerHTML.slice(0, 120)}` }
    }
    presses.last = false
    const hit = element.contains(top) ? element : top
    // The page may put another element in its place before the click arrives.
    const isHit = (event: Event) => [hit, ...all(target).map(pressed)].some((one) => event.composedPath().includes(one))
    document.addEventListener('click', (event) => (presses.last = isHit(event)), { once: true, capture: true })
    return { x, y }
  }

  /** Chooses an option of a native select by value or position. */
  function choose(target: Target, option: string | number): string | null {
    const select = all(target)[0]
    if (!(select instanceof HTMLSelectElement) || select.disabled) return 'no list that can be chosen from'
    const index = typeof option === 'number' ? option : [...select.options].findIndex(({ value }) => value === option)
    if (index < 0 || index >= select.options.length) return `no option ${option}`
    select.focus()
    select.selectedIndex = index
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
    return null
  }

  /** Selects what a field holds, so that typing replaces it. */
  function selectAll(target: Target): string | null {
    const field = all(target)[0]
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return 'no field'
    if (field.disabled || field.readOnly) return 'cannot be typed into'
    field.focus()
    field.select()
    return document.activeElement === field ? null : 'does not take the focus'
  }

  return {
    state,
    point,
    isPressed: () => presses.last,
    choose,
    selectAll,
    texts: (target: Target) => all(target).map(({ innerText }) => innerText),
  }
}
