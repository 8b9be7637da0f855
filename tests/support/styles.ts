// Styles that are computed once. jsdom applies its whole style sheet each time that a query asks whether an element is hidden.

/** What queries by role, names and `toBeVisible` ask for. */
const KEPT = ['display', 'visibility', 'opacity'] as const

type Kept = Record<(typeof KEPT)[number], string>

/** The styles by what decides them where no rule looks at a parent. */
const known = new Map<string, Kept>()

/** The classes that a test's style sheets select: those of MUI. The app's own sheets are not loaded. */
const STYLED = /\b(?:css-|Mui)/

/** The element's name and attributes and, where a sheet may select it, its classes and the number of sheets. */
function keyOf(element: Element): string {
  const own = ['type', 'hidden', 'open', 'style'].map((name) => element.getAttribute(name))
  const classes = element.getAttribute('class') ?? ''
  const styled = STYLED.test(classes) ? [document.styleSheets.length, classes] : []
  return [element.localName, ...own, ...styled].join('|')
}

/** Whether the element can have the visibility of a parent. */
const inherits = (element: Element): boolean =>
  (element.getAttribute('style') ?? '').includes('visibility') ||
  (element.parentElement !== null && inherits(element.parentElement))

// Vitest copies jsdom's window. Queries ask the real one.
const page = document.defaultView ?? window
const compute = page.getComputedStyle.bind(page)

function keep(element: Element): Kept {
  const style = compute(element)
  return Object.fromEntries(KEPT.map((name) => [name, style.getPropertyValue(name)])) as Kept
}

function remembered(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo || !element.isConnected || inherits(element)) return compute(element, pseudo)
  const key = keyOf(element)
  const kept = known.get(key) ?? keep(element)
  known.set(key, kept)
  const of = (name: string) => (name in kept ? kept[name as keyof Kept] : compute(element).getPropertyValue(name))
  return new Proxy(kept as Kept & CSSStyleDeclaration, {
    get: (_, name) => (name === 'getPropertyValue' ? of : typeof name === 'string' ? of(name) : undefined),
  })
}

/** Makes `getComputedStyle` remember the properties of `KEPT`. All others are computed each time. */
export function keepStyles(): void {
  page.getComputedStyle = remembered
  window.getComputedStyle = remembered
}
