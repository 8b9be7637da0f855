// Security C1, the only place that leaves the app.
import { type Exit, safeLocation } from '../../rules/visit/exit.ts'
import { getSettings } from '../../stores/settings.ts'
import { pageState } from '../../state/pageState.ts'
import { replacePage } from '../../state/replacePage.ts'
import { CHANNEL } from '../../state/tab.ts'

type Hear = (transaction_id: string) => void

/** A channel does not deliver messages to the object that sent them: with one for the whole tab, nobody hears this tab's own. */
const page = pageState(
  () => ({ channel: null as BroadcastChannel | null, hearing: new Set<Hear>() }),
  ({ channel }) => channel?.close(),
)

/** Where a location leads: to a service, to a page of this app, or nowhere. */
export const exitOf = (raw: string): Exit | null =>
  safeLocation(raw, { origins: getSettings()?.VITE_REDIRECT_ORIGINS ?? [], appOrigin: location.origin })

/** Leaves for good. */
export const leaveTo = (exit: Exit): void => replacePage(exit.url)

export const reload = (): void => location.reload()

/** Runs `send` with the channel to the other tabs, which closes when nobody listens: an open one keeps a page from being restored by Back. */
function withChannel(send?: (channel: BroadcastChannel) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  if (!page.channel) {
    page.channel = new BroadcastChannel(CHANNEL)
    page.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('signed_in' in data) || typeof data.signed_in !== 'string')
        return
      for (const hear of page.hearing) hear(data.signed_in)
    }
  }
  send?.(page.channel)
  if (page.hearing.size > 0) return
  page.channel.close()
  page.channel = null
}

/** Tells the other tabs which visit ended in a sign-in. */
export const announceSignIn = (transaction_id: string): void =>
  withChannel((channel) => channel.postMessage({ signed_in: transaction_id }))

/** Calls `hear` with the visit of each sign-in in another tab. @returns a function that stops listening */
export function onSignedInElsewhere(hear: Hear): () => void {
  page.hearing.add(hear)
  withChannel()
  return () => {
    page.hearing.delete(hear)
    withChannel()
  }
}
