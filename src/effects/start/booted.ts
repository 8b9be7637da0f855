// The single boot of this page. If its code cannot be loaded, the next caller tries again.
import { withTimeout } from '../../wire/timeout.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ booting: null as Promise<string[]> | null }))

export function booted(): Promise<string[]> {
  page.booting ??= withTimeout(import('./soon.ts')).then(({ boot }) => boot())
  page.booting.catch(() => (page.booting = null))
  return page.booting
}
