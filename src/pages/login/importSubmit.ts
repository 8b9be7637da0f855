import { fetchNow } from '../../effects/start/ahead'
import { pageState } from '../../state/pageState'
import { memoizeImport } from '../../wire/timeout'

const page = pageState(() => ({ fetching: undefined as Promise<void> | undefined }))

/** Brings all code that the sign-in request needs into the cache, once. The build names its files in the page. */
export const fetchRequest = (): Promise<void> =>
  (page.fetching ??= fetchNow(document.getElementById('root')?.dataset.request ?? ''))

/**
 * The code that sends the form, with the HTTP client: one after the other would cost a round trip. The client's module is imported again
 * where it is used, and the browser loads the file once.
 */
export const importSubmit = memoizeImport(async () => {
  // A file that is still arriving is not asked for again. One that cannot be had fails below.
  await fetchRequest().catch(() => {})
  const [submit] = await Promise.all([import('./submit'), import('../../api/transport')])
  return submit
})
