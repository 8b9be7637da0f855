// Security D6: whose password check is next, and which one goes when too many wait. None of them has asked the database for anything yet.
import { crowdOf, MOST_LEVELS, networkAt } from '../limits/networks.ts'
import { refuse } from '../refusal.ts'

/** `networks`: the widest first (networks.ts). `isKnown`: in a browser in which the member has signed in before. */
export type Queued = { networks: readonly string[]; isKnown: boolean }

type Waiting = Queued & { begin: () => void; refuse: () => void }

const RETRY_AFTER_SECONDS = 2

const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })

type Queue = {
  length(): number
  /** Resolves when it is the caller's turn. @throws Refused 503 if too many wait, or for too long */
  wait(caller: Queued): Promise<void>
  /** Lets the next one begin. @returns whether there was one */
  beginNext(): boolean
  begin(caller: Queued): void
  end(caller: Queued): void
}

/**
 * @param most that wait
 * @param most_ms that one of them waits
 */
export function startQueue(most: number, most_ms: number, refused: (reason: 'full' | 'late') => void): Queue {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  let served = 0

  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1)

  /**
   * The lower, the earlier: first the checks of known browsers, then those of the network with the fewest running ones, then of the network that
   * was served longest ago. The widest networks decide first, so that many narrow ones of one subscriber are one.
   */
  const rankOf = (one: Waiting): number[] => [
    one.isKnown ? 0 : 1,
    ...Array.from({ length: MOST_LEVELS }, (_, level) => networkAt(one, level)).flatMap((network) => [
      running.get(network) ?? 0,
      servedAt.get(network) ?? 0,
    ]),
  ]

  /** Makes room for a new check. A check of an unknown browser goes for one of a known browser; else the last check of the largest crowd. */
  function makeRoom(caller: Queued): boolean {
    if (waiting.length < most) return true
    const unknown = waiting.filter((one) => !one.isKnown)
    const last = (caller.isKnown ? unknown : crowdOf(unknown, caller)).at(-1) ?? crowdOf(waiting, caller).at(-1)
    if (!last || (last.isKnown && !caller.isKnown)) return false
    leave(last)
    last.refuse()
    return true
  }

  return {
    length: () => waiting.length,
    async wait(caller) {
      if (!makeRoom(caller)) {
        refused('full')
        throw busy()
      }
      await new Promise<void>((resolve, reject) => {
        const one: Waiting = {
          ...caller,
          begin: () => {
            clearTimeout(late)
            resolve()
          },
          refuse: () => {
            clearTimeout(late)
            refused('full')
            reject(busy())
          },
        }
        const late = setTimeout(() => {
          leave(one)
          refused('late')
          reject(busy())
        }, most_ms)
        waiting.push(one)
      })
    },
    beginNext() {
      const [best] = waiting
        .map((one) => ({ one, rank: rankOf(one) }))
        .toSorted((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find((less) => less !== 0) ?? 0)
      if (best) {
        leave(best.one)
        best.one.begin()
        return true
      }
      // The order starts again, so that the map does not grow.
      servedAt.clear()
      return false
    },
    begin({ networks }) {
      served += 1
      for (const network of networks) {
        running.set(network, (running.get(network) ?? 0) + 1)
        servedAt.set(network, served)
      }
    },
    end({ networks }) {
      for (const network of networks) {
        const left = (running.get(network) ?? 1) - 1
        if (left > 0) running.set(network, left)
        else running.delete(network)
      }
    },
  }
}
