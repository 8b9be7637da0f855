// The one boot of this page. Where its code cannot be fetched, the next who asks tries again.
import { inTime } from '../wire/patience'

let booting: Promise<string[]> | null = null

export function booted(): Promise<string[]> {
  booting ??= inTime(import('./soon')).then(({ boot }) => boot())
  booting.catch(() => (booting = null))
  return booting
}
