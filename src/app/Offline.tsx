// Shows a line while there is no connection: nothing typed is lost, or the next page is still awaited.
import { useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useScreen } from '../stores/screen.ts'

const EVENTS = ['online', 'offline']

function onChange(changed: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, changed)
  return () => {
    for (const event of EVENTS) removeEventListener(event, changed)
  }
}

/** The live region exists before its text, because only then do screen readers announce it. */
export function Offline() {
  const { t } = useTexts()
  const isOffline = useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  )
  const isWaiting = useScreen((screen) => screen.waiting)
  const text = isWaiting ? 'errors.offlineWaiting' : isOffline ? 'errors.offline' : null
  return (
    <p className={text ? 'offline' : 'hidden'} aria-live="polite">
      {text && t(text)}
    </p>
  )
}
