// Spec §4, "processing": a form stays busy until the page that follows from its answer is shown. That page's code may still be loading.
import { pageState } from './pageState.ts'

const page = pageState(() => ({ coming: undefined as Promise<void> | undefined, shown: () => {} }))

/** The router waits for the code of the next page. */
export const awaitPage = (): void => void (page.coming ??= new Promise((resolve) => (page.shown = resolve)))

/** The router shows a page, or that its code is lost. */
export function pageShown(): void {
  page.shown()
  page.coming = undefined
}

/** Resolves when no page is on its way any more. */
export const nextPage = (): Promise<void> | undefined => page.coming
