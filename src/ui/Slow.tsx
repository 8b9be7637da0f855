import { useLayoutEffect, useState } from 'react'
import { waits } from '../state/waits.ts'
import type { SlowLine } from './SlowLine.tsx'

/**
 * Loads the line about a call that takes long, at the first press: the form works without it. Until the app is there, the script in the
 * head of the page writes into the same place (api/earlyScript.ts).
 */
export function Slow({ busy }: { busy: boolean }) {
  const [Line, setLine] = useState<typeof SlowLine>()
  // Before the effects of the line, which may come late.
  useLayoutEffect(() => {
    if (!busy) return
    waits.since = performance.now()
    import('./SlowLine.tsx').then(
      ({ SlowLine }) => setLine(() => SlowLine),
      () => {},
    )
  }, [busy])
  return Line ? <Line busy={busy} /> : <p id="slow" hidden />
}
