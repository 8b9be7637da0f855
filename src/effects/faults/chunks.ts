// Faults, "Code that cannot be loaded". Without a connection the page waits. If a file is gone (an open tab after a release), the page
// reloads once. After that, and for a file that does not arrive in time, a page says so.
import { useScreen, whileComing } from '../../stores/screen.ts'
import { mayReload } from '../../state/tab.ts'
import { canImport, CodeIsLate } from '../../state/timeout.ts'
import { reload } from '../browser/leave.ts'
import { newReference } from './reference.ts'
import { reportLater } from './uncaught.ts'
import { pageState } from '../../state/pageState.ts'

/** The timeout of the probe, and the interval between two probes. */
const PROBE_MS = 3000

/** Whether the app's server answers at all. A failed `import()` does not tell a lost connection from a missing file. */
const isReachable = (): Promise<boolean> =>
  navigator.onLine
    ? fetch(`${location.origin}/favicon.svg`, {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(PROBE_MS),
      }).then(
        () => true,
        () => false,
      )
    : Promise.resolve(false)

/** Several parts of a page may miss the same file. The first one reloads the page, and the others wait for that. */
const page = pageState(() => ({ isReloading: false }))

/** Why code cannot be loaded. Never settles if the page reloads to get it. */
async function causeOf(error: unknown): Promise<'offline' | 'lost'> {
  if (!navigator.onLine) return 'offline'
  if (error instanceof CodeIsLate) return 'lost'
  if (!(await isReachable())) return 'offline'
  if (!page.isReloading && !mayReload()) return 'lost'
  if (!page.isReloading) reload()
  page.isReloading = true
  return new Promise(() => {})
}

/**
 * For an action whose code is missing. Without a connection it returns: the action says so, and can be repeated. Otherwise a reload or the
 * broken page takes over, and the promise never settles.
 */
export async function onCodeLost(error: unknown): Promise<void> {
  if ((await causeOf(error)) === 'offline') return
  const reference = newReference()
  useScreen.setState({ broken: reference })
  reportLater(error, reference)
  return new Promise(() => {})
}

const online = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearInterval(timer)
      resolve()
    }
    // The browser may believe that it is online, and then fires no event.
    const timer = setInterval(() => void isReachable().then((isBack) => isBack && done()), PROBE_MS)
    addEventListener('online', done, { once: true })
  })

/**
 * Asks again for each stylesheet that was lost with the connection, once it is back. The loader asks for a stylesheet only once, so the code
 * beside it would run without its styles.
 */
export function renewLostStyles(): void {
  const renew = async ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || (await isReachable())) return
    await online()
    target.replaceWith(target.cloneNode())
  }
  addEventListener('error', (event) => void renew(event), true)
}

async function waitUntilOnline(): Promise<void> {
  useScreen.setState({ waiting: true })
  await online()
  useScreen.setState({ waiting: false })
}

/** For the code of a page. Without a connection it waits. Otherwise it reloads, or rejects for the error boundary. */
export async function arriving<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      if (!canImport()) await waitUntilOnline()
      return await whileComing(load())
    } catch (error) {
      if ((await causeOf(error)) === 'lost') throw error
      await waitUntilOnline()
    }
}
