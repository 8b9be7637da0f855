import { fetchAll } from '../../api/warm.ts'
import { pageState } from '../../state/pageState.ts'
import { waits } from '../../state/waits.ts'
import { memoizeImport } from '../../state/timeout.ts'

const page = pageState(() => ({ fetching: undefined as Promise<void> | undefined }))

/** Brings the files into the cache, and again if a member who waits asks for it. One that cannot be had fails at its `import()`. */
function bring(files: string): Promise<void> {
  const { done, stop } = fetchAll(files, 'high')
  let isAsked = false
  const again = () => {
    isAsked = true
    stop()
  }
  waits.running.set(again, 'again')
  return done.catch(() => (isAsked ? bring(files) : undefined)).finally(() => waits.running.delete(again))
}

/**
 * Brings all code that the sign-in request needs into the cache, once. The build names its files in the page.
 */
export const fetchRequest = (): Promise<void> =>
  (page.fetching ??= bring(document.getElementById('root')?.dataset.request ?? ''))

/**
 * The code that sends the form, with the HTTP client: one after the other would cost a round trip. The client's module is imported again
 * where it is used, and the browser loads the file once.
 */
export const importSubmit = memoizeImport(async () => {
  // A file that is still arriving is not asked for again.
  await fetchRequest()
  const [submit] = await Promise.all([import('./submit.ts'), import('../../api/transport.ts')])
  return submit
})
