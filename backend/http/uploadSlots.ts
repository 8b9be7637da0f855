// Security D5: letters are held in memory while they arrive, so only a few are accepted at once. Nobody keeps a slot for long while another caller waits.
import { crowdOf } from '../domain/limits/networks.ts'
import { refuse } from '../domain/refusal.ts'

const RETRY_AFTER_SECONDS = '5'
/** A holder cannot lose its slot for this time. Ten megabytes take as long at 3 Mbit/s. */
const OWN_SECONDS = 30

/** `networks`: of the caller, the widest first (domain/limits/networks.ts). */
type Holder = { browser: string; networks: readonly string[] }
type Slot = Holder & { since: number; leave: () => void }

const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } })

/**
 * `most` slots for uploads. A browser has one: a new upload replaces its earlier one. While all are taken, a new caller receives the oldest
 * slot of a network that holds two more than its own network, or the oldest one that was held long enough.
 */
export function uploadSlots(most: number, now: () => number) {
  const held = new Set<Slot>()
  const toGo = (slots: readonly Slot[], holder: Holder): Slot | undefined => {
    const crowd = crowdOf(slots, holder)
    return slots.find((slot) => now() - slot.since >= OWN_SECONDS * 1000 || crowd.includes(slot))
  }
  /** @throws Refused 503 if no slot is free, or if another caller has received this one's slot */
  return async <T>(holder: Holder, work: () => Promise<T>): Promise<T> => {
    const slots = [...held]
    const own = slots.find(({ browser }) => browser === holder.browser)
    const left = own ?? (held.size < most ? undefined : toGo(slots, holder))
    if (left) held.delete(left)
    left?.leave()
    if (held.size >= most) throw busy()
    let leave = () => {}
    const isLeft = new Promise<never>((_, refused) => {
      leave = () => refused(busy())
    })
    const slot = { ...holder, since: now(), leave: () => leave() }
    held.add(slot)
    try {
      return await Promise.race([work(), isLeft])
    } finally {
      held.delete(slot)
    }
  }
}
