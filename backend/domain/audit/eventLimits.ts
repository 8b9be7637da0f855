// Security D12: a flood of events writes few rows. Beyond a limit, events are counted together in memory, and the count becomes a row.
import type { Fields } from '../../log.ts'
import { buckets } from '../limits/buckets.ts'

const HOUR_SECONDS = 3600
/** An hour of sign-ins at 100 password hashes a second. */
const MOST_MEMBERS = 400_000
/** Counts that wait for their row. */
const MOST_HELD = 10_000

/** A row of `audit_events` before it is written. `login_id_hash`: of the login ID that was named, if it has no member. */
export type EventRow = {
  at: Date
  event: string
  member_id: string | null
  login_id_hash: string | null
  client_id: string | null
  ip: string | null
  visit: string | null
  request_id: string | null
  fields: Fields
  count: number
}

export type EventLimits = {
  /** Whether the member may write another row in this hour. */
  takeOfMember(member_id: string): boolean
  /** Whether the network may write another row in this hour. @param weight the share of a row that it counts as */
  takeOfNetwork(network: string, weight: number): boolean
  /** Whether this was not seen within the last hour. */
  isNew(key: string): boolean
  /** Adds the row's count to the equal row that waits; `at` stays that of the first. */
  hold(row: EventRow): void
  /** The rows that wait. They wait no longer. */
  release(): EventRow[]
}

/** The limits count in this process. @param now milliseconds since 1970 @param rows_per_hour of one network, or of one member */
export function startEventLimits(now: () => number, rows_per_hour: number): EventLimits {
  const hour = { most: rows_per_hour, seconds: HOUR_SECONDS }
  const ofMember = buckets({ ...hour, keys: MOST_MEMBERS }, now)
  const ofNetwork = buckets(hour, now)
  const once = buckets({ most: 1, seconds: HOUR_SECONDS }, now)
  const held = new Map<string, EventRow>()
  const keyOf = ({ event, member_id, ip, fields }: EventRow) => JSON.stringify([event, member_id, ip, fields])

  function hold(row: EventRow): void {
    const before = held.get(keyOf(row))
    if (before) before.count += row.count
    else if (held.size < MOST_HELD || row.ip === null) held.set(keyOf(row), { ...row })
    // Of more networks than that at once, the sum of each event is kept.
    else hold({ ...row, member_id: null, ip: null, fields: {} })
  }

  return {
    takeOfMember: (key) => ofMember.take([{ key, weight: 1 }]) === 0,
    takeOfNetwork: (key, weight) => ofNetwork.take([{ key, weight }]) === 0,
    isNew: (key) => once.take([{ key, weight: 1 }]) === 0,
    hold,
    release() {
      const rows = [...held.values()]
      held.clear()
      return rows
    },
  }
}
