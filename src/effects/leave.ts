// Security C1, the only place that leaves the app. Everything else in the app that wants to go away comes here.
import { type Exit, safeLocation } from '../rules/exit'
import { getSettings } from '../stores/settings'

const finished = () => new BroadcastChannel('daemun')
/** On which this tab listens: what it says on the same channel itself, it does not hear. */
let listening: BroadcastChannel | null = null

/** Where a location leads: to a service, to a page of this app, or nowhere. */
export const exitOf = (raw: string): Exit | null =>
  safeLocation(raw, { origins: getSettings()?.VITE_REDIRECT_ORIGINS ?? [], appOrigin: location.origin })

/** Leaves for good: the page that is left is replaced, so Back leads to the service and not into a spent form. */
export const leaveTo = (exit: Exit): void => location.replace(exit.url)

export const reload = (): void => location.reload()

/** Tells the other tabs that this browser is signed in now. */
export function tellSignedIn(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = listening ?? finished()
  channel.postMessage('signed-in')
  if (channel !== listening) channel.close()
}

/** Hears of a sign-in in another tab. @returns how to stop listening. */
export function onSignedInElsewhere(hear: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = (listening = finished())
  channel.onmessage = ({ data }) => {
    if (data === 'signed-in') hear()
  }
  return () => {
    channel.close()
    if (listening === channel) listening = null
  }
}
