// What axe cannot see, as functions that run in the page of any engine. Each returns what is wrong, and nothing if nothing is.

/** How wide the page is if it is wider than the window, and what sticks out on the right, by its tag and text. A long word has no box of its own. */
export function overflow(): string[] {
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= window.innerWidth) return []
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth,
  )
  return [`${scrollWidth} px`, ...beyond.map(({ tagName, textContent }) => `${tagName.toLowerCase()}: ${textContent}`)]
}

/** Masked phones and addresses on two lines, though one line has room for them. */
export function brokenMasks(): string[] {
  const isOnTwoLines = (mask: HTMLElement) => {
    const text = document.createRange()
    text.selectNodeContents(mask)
    // NOTE: in Firefox, the empty box of a `<wbr>` stands on the base line.
    const boxes = [...text.getClientRects()].filter(({ width }) => width > 0)
    return new Set(boxes.map(({ top }) => Math.round(top))).size > 1
  }
  const widthWith = (mask: HTMLElement, style: string) => {
    const written = mask.getAttribute('style') ?? ''
    mask.style.cssText = style
    const { width } = mask.getBoundingClientRect()
    mask.style.cssText = written
    return width
  }
  const isLonger = (mask: HTMLElement) =>
    widthWith(mask, 'width: max-content; max-width: none; white-space: nowrap') > widthWith(mask, 'display: block')
  return [...document.querySelectorAll('bdi')]
    .filter((mask) => mask.innerText.includes('**') && isOnTwoLines(mask) && !isLonger(mask))
    .map((mask) => mask.innerText)
}

/** The number of pixels by which an invisible element lets the page scroll beyond its end. */
export function beyondEnd(): string[] {
  const page = document.querySelector('.frame') ?? document.body
  const end = page.getBoundingClientRect().bottom + window.scrollY
  const pixels = document.documentElement.scrollHeight - Math.ceil(Math.max(end, window.innerHeight))
  return pixels > 0 ? [`${pixels} px`] : []
}

/** Controls smaller than 24 px. A checkbox counts with its label, and a link inside a sentence is exempt. */
export function tooSmall(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a, button, input, select')]
    .filter((element) => element.checkVisibility() && !element.closest('p, .skip'))
    .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
    .filter(({ box }) => box.width < 24 || box.height < 24)
    .map(({ element }) => element.outerHTML)
}

/**
 * What follows the button that stays in reach and lies below it or below the strip of white around it.
 * NOTE: WebKit ignores z-index on a flex item without a position, so the item needs both.
 */
export function underStrip(): string[] {
  const parts = [...document.querySelectorAll('.form > *, .form ~ *')]
  const at = parts.findIndex((part) => getComputedStyle(part).position === 'sticky')
  const after = at < 0 ? [] : parts.slice(at + 1)
  return after
    .filter((part) => {
      const { position, zIndex } = getComputedStyle(part)
      return position === 'sticky' || position === 'static' || zIndex === 'auto'
    })
    .map((part) => part.outerHTML)
}

/** What is not in the middle of a centred page: the lines of its text, and its rows of facts. */
export function offCentre(): string[] {
  const page = document.querySelector('.state')
  if (!page || getComputedStyle(page).textAlign !== 'center') return []
  const middle = ({ left, right }: DOMRect) => (left + right) / 2
  const parts = [...page.querySelectorAll('h1, h2, .lead, .label, .note, .known div, .file-actions')]
  return parts
    .filter((part) => {
      const content = document.createRange()
      content.selectNodeContents(part)
      const box = content.getBoundingClientRect()
      return box.width > 0 && Math.abs(middle(box) - middle(page.getBoundingClientRect())) > 2
    })
    .map((part) => part.outerHTML)
}

/** Toasts that are 40 px higher than their text: a stretched one hides the page. */
export function emptyInToasts(): string[] {
  return [...document.querySelectorAll('.toast')]
    .filter((toast) => toast.clientHeight - (toast.querySelector('p')?.clientHeight ?? 0) >= 40)
    .map((toast) => toast.outerHTML)
}

/** The groups of fields that end with empty space. WebKit adds the height of a legend below its group, unless the legend floats. */
export function emptyAtEnd(): string[] {
  const bottom = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0
  return [...document.querySelectorAll('fieldset:has(> legend:not(.hidden))')]
    .filter((group) => bottom(group) - bottom(group.lastElementChild) > 8)
    .map((group) => group.outerHTML)
}

/** IDs that two elements have: a label or a description then belongs to the wrong one. */
export function sharedIds(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return ids.filter((id, place) => ids.indexOf(id) !== place)
}

/** Main buttons and rows with a checkbox or a radio button that are lower than 44 px. */
export function tooLow(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.button:not(.plain, .small), label.check')]
    .filter((row) => row.checkVisibility() && row.getBoundingClientRect().height < 44)
    .map((row) => row.outerHTML)
}

/** How wide the page gets if each text is 40 % longer, as after a translation, and nothing if it fits. */
export function overflowIfLonger(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const written: [Node, string][] = []
  while (texts.nextNode()) {
    const text = texts.currentNode.nodeValue ?? ''
    if (text.trim()) written.push([texts.currentNode, text])
  }
  for (const [node, text] of written) node.nodeValue = text + text.slice(0, Math.ceil(text.length * 0.4))
  const { scrollWidth } = document.documentElement
  for (const [node, text] of written) node.nodeValue = text
  return scrollWidth > window.innerWidth ? [`${scrollWidth} px`] : []
}

/** What is cut off or wider than the window with the spacing of WCAG 1.4.12. A text that ends with an ellipsis is cut off on purpose. */
export function lostIfSpaced(): string[] {
  const isCut = (element: HTMLElement) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const cutsLines = isHidden(overflowY) && element.scrollHeight > element.clientHeight + 2
    const cutsWords =
      isHidden(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 2
    return element.clientHeight > 4 && element.textContent.trim() !== '' && (cutsLines || cutsWords)
  }
  const cut = () =>
    [...document.querySelectorAll<HTMLElement>('body *:not(svg, svg *)')].filter(
      (one) => one.checkVisibility() && isCut(one),
    )
  const before = cut()
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(spacing)
  const { scrollWidth } = document.documentElement
  const lost = cut().filter((element) => !before.includes(element))
  document.adoptedStyleSheets.pop()
  return [
    ...(scrollWidth > window.innerWidth ? [`${scrollWidth} px`] : []),
    ...lost.map((element) => element.outerHTML),
  ]
}
