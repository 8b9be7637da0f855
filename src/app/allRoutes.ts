// Spec §2: the row of an address. Behind the login form the other routes load when the sign-in request has its code.
import { pathOf } from '../rules/visit/paths.ts'
import { pageState } from '../state/pageState.ts'
import { withTimeout } from '../state/timeout.ts'
import { type Entry, formTable } from './formRoutes.tsx'
import type * as Routes from './routes.tsx'

const page = pageState(() => ({ all: null as typeof Routes | null }))

/** From now on the row of each address is at hand. */
export async function loadRoutes(): Promise<void> {
  page.all ??= await withTimeout(import('./routes.tsx'))
}

/** The row of an address. Undefined: the routes have not loaded, or there is no such page. */
export const entryOf = (pathname: string): Entry | undefined =>
  page.all ? page.all.entryOf(pathname) : formTable.find(({ path }) => path === pathOf(pathname))

/** Whether it is known which page this address has. */
export const hasRoute = (pathname: string): boolean => page.all !== null || entryOf(pathname) !== undefined

/** Whether the page of this address is loaded. */
export const isHere = (pathname: string): boolean =>
  page.all ? page.all.isHere(pathname) : entryOf(pathname) !== undefined

/** Loads the page that the member is about to open. A failure shows when the page is entered. */
export function warmUp(pathname: string): void {
  loadRoutes().then(
    () => page.all?.warmUp(pathname),
    () => {},
  )
}
