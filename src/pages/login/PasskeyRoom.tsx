// Contract, "Passkeys": the place of the passkey below the main button. Its code loads when the form works and the browser is idle.
import { useEffect, useState } from 'react'
import { loadAhead } from '../../effects/browser/idle.ts'
import { loadLaterTexts } from '../../i18n/languages.ts'
import { renewable } from '../../state/timeout.ts'
import { useWelcome } from '../../stores/welcome.ts'
import type { PasskeyWay } from './PasskeyWay.tsx'
import type { PasskeyPlace } from './usePasskey.ts'

const fetchWay = renewable(() => import('./PasskeyWay.tsx'))

export function PasskeyRoom(place: PasskeyPlace) {
  const welcome = useWelcome((state) => state.welcome)
  const [Way, setWay] = useState<typeof PasskeyWay>()
  const isOffered = welcome?.passkey !== undefined
  useEffect(() => {
    if (!isOffered) return
    const left = new AbortController()
    let cancel = () => {}
    const load = () => {
      cancel = loadAhead(() => {
        Promise.all([fetchWay(), loadLaterTexts()]).then(
          ([{ PasskeyWay }]) => setWay(() => PasskeyWay),
          // The passkey is one of several ways, so nothing says that it is missing. The next move to another control asks again.
          () => addEventListener('focusin', load, { once: true, signal: left.signal }),
        )
      })
    }
    load()
    return () => {
      left.abort()
      cancel()
    }
  }, [isOffered])
  // Until the answer is here, its room is kept.
  return welcome && !isOffered ? null : <div className="if-passkey">{Way && <Way {...place} />}</div>
}
