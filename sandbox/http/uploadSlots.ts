// Security D5, letters are held in memory while they arrive, so few have a place at once: nobody has it for long while another waits.
import { refuse } from '../domain/refusal'

const RETRY_AFTER_SECONDS = '5'
/** So long a place is its holder's own; ten megabytes take as much on a line of 3 Mbit/s. */
const OWN_SECONDS = 30

type Holder = { browser: string; network: string }
type Place = Holder & { since: number; leave: () => void }

const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } })

/**
 * Places for work, `most` at once. A browser has one: what it begins anew replaces what it began before. While all are taken, who comes
 * next is given the oldest of a network that holds two more than its own does, or the oldest that was held long enough.
 */
export function uploadSlots(most: number, now: () => number) {
  const held = new Set<Place>()
  const countOf = (network: string): number => [...held].filter((one) => one.network === network).length
  const mayGo = (place: Place, { network }: Holder): boolean =>
    now() - place.since >= OWN_SECONDS * 1000 || countOf(place.network) > countOf(network) + 1
  /** @throws Refused 503 when there is none, or another one has been given this one's */
  return async <T>(holder: Holder, work: () => Promise<T>): Promise<T> => {
    const places = [...held]
    const own = places.find(({ browser }) => browser === holder.browser)
    const left = own ?? (held.size < most ? undefined : places.find((place) => mayGo(place, holder)))
    if (left) held.delete(left)
    left?.leave()
    if (held.size >= most) throw busy()
    let leave = () => {}
    const isLeft = new Promise<never>((_, refused) => {
      leave = () => refused(busy())
    })
    const place = { ...holder, since: now(), leave: () => leave() }
    held.add(place)
    try {
      return await Promise.race([work(), isLeft])
    } finally {
      held.delete(place)
    }
  }
}
