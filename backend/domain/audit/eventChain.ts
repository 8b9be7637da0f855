// Security D12: a chain of hashes over the security events, so that a changed or missing row is found (docs/operators.md, "The record of security events").
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { secondsFrom, type Ctx } from '../../context.ts'
import type { AuditEvent, AuditSeal, Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/standby.ts'

const EVENTS_A_SEAL = 1000
/** PostgreSQL uses up an ID when a statement fails. Until then, a missing ID may belong to a statement that is still under way. */
const GAP_SECONDS = 600
/** What the first seal continues. */
const BEGINNING = '0'.repeat(64)
/** `sweep_events` deletes nothing younger (db/migrations/partitions.ts). */
const RETENTION_SECONDS = 90 * 86_400
const DIGEST_LENGTH = 32

const TURN = sql`hashtextextended('daemun event seals', 0)`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An event as the chain and the export read it: one line of JSON with a fixed order of names. */
export function eventLine({ id, at, fields, ...event }: AuditEvent): string {
  const { event: name, member_id, login_id_hash, client_id, ip, visit, request_id, count } = event
  const sorted = Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const who = { member_id, login_id_hash, client_id, ip, visit, request_id }
  return JSON.stringify({ id, at: at.toISOString(), event: name, ...who, fields: sorted, count })
}

/** The first 128 bits of the SHA-256 of the event's line. */
const digestOf = (event: AuditEvent): string => sha256(eventLine(event)).slice(0, DIGEST_LENGTH)

type Sealed = Pick<AuditSeal, 'from_id' | 'to_id' | 'last_at' | 'digests' | 'previous'>

const hashOfSeal = ({ from_id, to_id, last_at, digests, previous }: Sealed): string =>
  sha256(JSON.stringify([previous, from_id, to_id, last_at.toISOString(), digests]))

/** The events after this ID in order of their IDs, as far as no earlier one can still come. */
async function ready(ctx: Ctx, db: Kysely<Schema>, after: number | null): Promise<AuditEvent[]> {
  const events = await db
    .selectFrom('audit_events')
    .selectAll()
    .$if(after !== null, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id')
    .limit(EVENTS_A_SEAL)
    .execute()
  const settled = secondsFrom(ctx.now(), -GAP_SECONDS)
  const follows = (id: number, at: number) => id === (events[at - 1]?.id ?? after ?? id - 1) + 1
  const gap = events.findIndex(({ id, at }, index) => !follows(id, index) && at > settled)
  return gap < 0 ? events : events.slice(0, gap)
}

/** Seals up to 1,000 events. One process at a time does it. @returns how many */
export async function sealOnce(ctx: Ctx): Promise<number> {
  const seal = await ctx.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_xact_lock(${TURN}) as is`.execute(db)
    if (!rows[0]?.is) return null
    const last = await db
      .selectFrom('audit_seals')
      .select(['to_id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const events = await ready(ctx, db, last?.to_id ?? null)
    const [first, newest] = [events[0], events.at(-1)]
    if (!first || !newest) return null
    const sealed: Sealed = {
      from_id: first.id,
      to_id: newest.id,
      last_at: new Date(Math.max(...events.map(({ at }) => at.getTime()))),
      digests: events.map((event) => [event.id, digestOf(event)]),
      previous: last?.hash ?? BEGINNING,
    }
    const hash = hashOfSeal(sealed)
    await db
      .insertInto('audit_seals')
      .values({ ...sealed, digests: JSON.stringify(sealed.digests), hash })
      .execute()
    return { to_id: newest.id, events: events.length, hash }
  })
  // The log leaves the machine, so it proves what the chain was, even to the owner of the database.
  if (seal) ctx.log('events.sealed', seal)
  return seal?.events ?? 0
}

/** Seals the events that are there. */
export async function sealEvents(ctx: Ctx): Promise<void> {
  while ((await sealOnce(ctx)) === EVENTS_A_SEAL);
}

/** Every seal, the oldest first. */
async function* sealsOf(db: Reader): AsyncGenerator<AuditSeal> {
  for (let after = 0; ;) {
    const seals = await db
      .selectFrom('audit_seals')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(20)
      .execute()
    yield* seals
    const last = seals.at(-1)
    if (!last) return
    after = last.id
  }
}

/** The first event that is not as it was sealed, in words; null: all are. */
function wrongEvent(digests: AuditSeal['digests'], events: readonly AuditEvent[]): string | null {
  const found = new Map(events.map((event) => [event.id, event]))
  for (const [id, digest] of digests) {
    const event = found.get(id)
    if (!event) return `event ${id} is missing`
    if (digestOf(event) !== digest) return `event ${id} has changed`
  }
  const sealed = new Set(digests.map(([id]) => id))
  const added = events.find(({ id }) => !sealed.has(id))
  return added ? `event ${added.id} was added later` : null
}

/**
 * What does not fit in a seal and its events, in words; null: all fits.
 * @param before the seal before, or null for the oldest one
 * @param isSwept whether the events of this seal and of all before it are gone, and were old enough
 */
function problemOf(seal: AuditSeal, before: AuditSeal | null, events: readonly AuditEvent[], isSwept: boolean) {
  const [first, last] = [seal.digests[0]?.[0], seal.digests.at(-1)?.[0]]
  if (hashOfSeal(seal) !== seal.hash || first !== seal.from_id || last !== seal.to_id) return 'the seal has changed'
  if (before !== null && seal.previous !== before.hash) return 'the seal before it is missing'
  if (isSwept) return null
  return before === null && seal.previous !== BEGINNING
    ? 'earlier seals are missing before their time'
    : wrongEvent(seal.digests, events)
}

export type Verified = {
  /** The first seal and event that do not fit; null: all fit. */
  problem: string | null
  seals: number
  events: number
  /** The newest events, which no seal covers yet. */
  unsealed: number
  lastHash: string | null
  /** Whether the chain has the expected hash. */
  hasExpected: boolean
}

/**
 * Computes the chain again.
 * @param expected a hash that the chain had earlier
 */
export async function verifyEvents(db: Reader, now: Date, expected?: string): Promise<Verified> {
  const state: Verified = { problem: null, seals: 0, events: 0, unsealed: 0, lastHash: null, hasExpected: false }
  let before: AuditSeal | null = null
  // The sweep drops a day of events at once, and deletes their seals later. The newest one stays.
  let isSwept = true
  for await (const seal of sealsOf(db)) {
    const events = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('id', '<=', seal.to_id)
      .$if(before !== null, (query) => query.where('id', '>', before?.to_id ?? 0))
      .execute()
    isSwept &&= events.length === 0 && seal.last_at < secondsFrom(now, -RETENTION_SECONDS)
    const problem = problemOf(seal, before, events, isSwept)
    if (problem) return { ...state, problem: `seal ${seal.id}: ${problem}` }
    state.seals += 1
    state.events += events.length
    state.lastHash = seal.hash
    state.hasExpected ||= seal.hash === expected || seal.previous === expected
    before = seal
  }
  const { count } = await db
    .selectFrom('audit_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>', before?.to_id ?? 0)
    .executeTakeFirstOrThrow()
  return { ...state, unsealed: count }
}
