// Queries that cost less. While a test waits, Testing Library asks the same of the whole page again and again.
import { configure, getConfig } from '@testing-library/react'

/** What Testing Library keeps to itself: whether the query belongs to a wait, which asks again. */
type Waiting = { _disableExpensiveErrorDiagnostics?: boolean }

const { getElementError } = getConfig()

/** A query that finds nothing prints the page, but not while a test waits: the wait prints it when its time is over. */
function elementError(message: string | null, container: Element): Error {
  if (!(getConfig() as Waiting)._disableExpensiveErrorDiagnostics) return getElementError(message, container)
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
}

/** A selector of one element that names it, and at most asks for attributes: `button`, `a[href]`, `img:not([alt])`. */
const NAMED = /^([a-z][a-z\d]*)((?:\[[^\s,[\]]+\]|:not\(\[[^\s,[\]]+\]\))*)$/

/** The names of a list of such selectors, and whether they say all. */
type Named = { names: ReadonlySet<string>; isAll: boolean }
const known = new Map<string, Named | null>()

function namedIn(selector: string): Named | null {
  const kept = known.get(selector)
  if (kept !== undefined) return kept
  const parts = selector.split(/\s*,\s*/).map((part) => NAMED.exec(part))
  const named = parts.includes(null)
    ? null
    : { names: new Set(parts.map((part) => part?.[1] ?? '')), isAll: parts.every((part) => part?.[2] === '') }
  known.set(selector, named)
  return named
}

type Matches = (this: Element, selector: string) => boolean
const matches = Reflect.get(Element.prototype, 'matches') as Matches

/** Decides by the element's name where it can. To find a role, Testing Library tries a hundred selectors on each element. */
const matchesByName: Matches = function (selector) {
  const named = namedIn(selector)
  if (named && !named.names.has(this.localName)) return false
  return named?.isAll === true || matches.call(this, selector)
}

export function keepQueriesCheap(): void {
  configure({ getElementError: elementError })
  Object.assign(Element.prototype, { matches: matchesByName })
}
