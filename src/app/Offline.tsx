// Ux A14: for as long as the browser has no connection, the page says so, and that nothing typed is lost.
import { useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/texts'

const EVENTS = ['online', 'offline']

function onChange(changed: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, changed)
  return () => {
    for (const event of EVENTS) removeEventListener(event, changed)
  }
}

/** There before its words are: only then are they heard. */
export function Offline() {
  const { t } = useTexts()
  const isOffline = useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <p className={isOffline ? 'offline' : 'hidden'} aria-live="polite">
      {isOffline && t('errors.offline')}
    </p>
  )
}
