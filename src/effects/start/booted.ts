// The single boot of this page, and the single opening of its storage. If the code cannot be loaded, the next caller tries again.
import { withTimeout } from '../../state/timeout.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ booting: null as Promise<string[]> | null, opening: null as Promise<void> | null }))

export function booted(): Promise<string[]> {
  page.booting ??= withTimeout(import('./soon.ts')).then(({ boot }) => boot())
  page.booting.catch(() => (page.booting = null))
  return page.booting
}

/** Resolves when saved state survives a reload. The cipher has a file of its own, which comes after what the sign-in request needs. */
export function storageOpen(): Promise<void> {
  page.opening ??= booted()
    .then(() => withTimeout(import('./soon.ts')))
    .then(({ openStorage }) => openStorage())
  page.opening.catch(() => (page.opening = null))
  return page.opening
}
