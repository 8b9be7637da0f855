// The single boot of this page. If its code cannot be loaded, the next caller tries again.
import { withTimeout } from '../wire/timeout'

let booting: Promise<string[]> | null = null

export function booted(): Promise<string[]> {
  booting ??= withTimeout(import('./soon')).then(({ boot }) => boot())
  booting.catch(() => (booting = null))
  return booting
}
