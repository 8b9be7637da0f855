import { fetchNow } from '../../effects/start/ahead'
import { pageState } from '../../state/pageState'
import { memoizeImport } from '../../wire/timeout'

const page = pageState(() => ({ fetching: undefined as Promise<void> | undefined }))

/** Brings all code that the sign-in request needs into the cache, once. The build names its files in the page. */
export const fetchRequest = (): Promise<void> =>
  (page.fetching ??= fetchNow(document.getElementById('root')?.dataset.request ?? ''))

/**
 * The code that sends the form, with the packages that the request needs: one part after the other would cost a round trip each. The
 * modules that use these packages import them again, and the browser loads each file once.
 */
export const importSubmit = memoizeImport(async () => {
  // A file that is still arriving is not asked for again. One that cannot be had fails below.
  await fetchRequest().catch(() => {})
  const [submit] = await Promise.all([import('./submit'), import('../../api/transport'), import('jsencrypt')])
  return submit
})
