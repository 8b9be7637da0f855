// Security C1, the only place that leaves the app.
import { type Exit, safeLocation } from '../../rules/exit'
import { getSettings } from '../../stores/settings'
import { pageState } from '../../state/pageState'

const finished = () => new BroadcastChannel('daemun')
/** A channel does not deliver messages to the object that sent them, so this tab does not hear its own. */
const page = pageState(
  () => ({ listening: null as BroadcastChannel | null }),
  ({ listening }) => listening?.close(),
)

/** Where a location leads: to a service, to a page of this app, or nowhere. */
export const exitOf = (raw: string): Exit | null =>
  safeLocation(raw, { origins: getSettings()?.VITE_REDIRECT_ORIGINS ?? [], appOrigin: location.origin })

/** Leaves for good. It replaces the page, so that Back leads to the service and not to a finished form. */
export const leaveTo = (exit: Exit): void => location.replace(exit.url)

export const reload = (): void => location.reload()

/** Tells the other tabs that this browser is signed in. */
export function announceSignIn(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = page.listening ?? finished()
  channel.postMessage('signed-in')
  if (channel !== page.listening) channel.close()
}

/** Calls `hear` after a sign-in in another tab. @returns a function that stops listening */
export function onSignedInElsewhere(hear: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = (page.listening = finished())
  channel.onmessage = ({ data }) => {
    if (data === 'signed-in') hear()
  }
  return () => {
    channel.close()
    if (page.listening === channel) page.listening = null
  }
}
