// The rows of the provider's state. In the one transaction of a call, they are gathered and written by one statement at its end.
import { errors, type AdapterPayload } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { beforeCommit, thisTransaction } from '../db/oneTransaction.ts'
import { holdForReading } from '../domain/members/hold.ts'

/** `id`, `grant_id` and `uid` are hashes. */
type PayloadRow = {
  model: string
  id: string
  payload: string
  grant_id: string | null
  uid: string | null
  expires_at: Date | null
}
type Key = Pick<PayloadRow, 'model' | 'id'>

/** `held`: the members whose rows this transaction holds. `sessions`: the rows of the sessions that it has read. */
type Gathered = {
  writes: Map<string, { key: Key; row: PayloadRow | null }>
  held: Set<string>
  sessions: Set<string>
}
const gatheredBy = new WeakMap<object, Gathered>()

function gathered(): Gathered | null {
  const transaction = thisTransaction()
  if (!transaction) return null
  const known = gatheredBy.get(transaction)
  if (known) return known
  const made: Gathered = { writes: new Map(), held: new Set(), sessions: new Set() }
  gatheredBy.set(transaction, made)
  return made
}

/** Whether the database stores a JSON text: without U+0000 and half a surrogate pair. A backslash that is itself escaped begins neither. */
export const isStorable = (json: string): boolean => !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)

/** Notes that this call has read the session of a row. @param id hashed */
export const noteSession = (id: string): void => void gathered()?.sessions.add(id)

/** @param row null: it is deleted */
export async function write(ctx: Ctx, key: Key, row: PayloadRow | null): Promise<void> {
  const later = gathered()
  if (!later) return execute(ctx, [{ key, row }])
  if (later.writes.size === 0) beforeCommit(() => writeGathered(ctx))
  later.writes.set(`${key.model} ${key.id}`, { key, row })
}

/** What this call has gathered for a row. Null: the row is deleted. Undefined: nothing. */
export function gatheredFor(model: string, column: 'id' | 'uid', hash: string) {
  const writes = [...(gathered()?.writes.values() ?? [])].filter(({ key }) => key.model === model)
  if (column === 'id') return writes.find(({ key }) => key.id === hash)?.row
  return writes.find(({ row }) => row?.[column] === hash)?.row
}

/** Writes what was gathered, for a statement that is about rows of other IDs. */
export async function writeGathered(ctx: Ctx): Promise<void> {
  const later = gathered()
  if (!later || later.writes.size === 0) return
  const writes = [...later.writes.values()]
  later.writes.clear()
  await execute(ctx, writes)
}

const members = (rows: readonly PayloadRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ payload }) => {
      const { accountId } = JSON.parse(payload) as AdapterPayload
      return accountId === undefined ? [] : [accountId]
    }),
  ),
]

/**
 * What ends a member's codes and sessions waits for this transaction, or comes before it.
 * @returns whether these members are there. NOTE: the session of one who is gone may still be in a browser.
 */
export async function hold({ db }: Ctx, ids: readonly string[]): Promise<boolean> {
  const held = gathered()?.held
  if (!held) return true
  const others = ids.filter((id) => !held.has(id))
  if (others.length > 0) for (const id of await holdForReading(db, others)) held.add(id)
  return ids.every((id) => held.has(id))
}

/**
 * Writes the session that the call has read, unless it was ended meanwhile: the transaction holds the member by now.
 * @throws SessionNotFound, which takes back all that the call has written
 */
async function keepSession({ db }: Ctx, { model, id, ...row }: PayloadRow): Promise<void> {
  const kept = db.updateTable('oidc_payloads').set(row).where('model', '=', model).where('id', '=', id).returning('id')
  if (!(await kept.executeTakeFirst())) throw new errors.SessionNotFound('the session has ended')
}

async function execute(ctx: Ctx, writes: readonly { key: Key; row: PayloadRow | null }[]): Promise<void> {
  // In one order, so that two calls do not wait for each other.
  const all = writes
    .flatMap(({ row }) => row ?? [])
    .toSorted((a, b) => (`${a.model} ${a.id}` < `${b.model} ${b.id}` ? -1 : 1))
  const gone = writes.filter(({ row }) => row === null).map(({ key }) => key)
  await hold(ctx, members(all))
  const { db } = ctx
  const { sessions } = gathered() ?? {}
  const isRead = ({ model, id }: PayloadRow) => model === 'Session' && sessions?.has(id) === true
  for (const row of all.filter(isRead)) await keepSession(ctx, row)
  const rows = all.filter((row) => !isRead(row))
  const deletion = db
    .deleteFrom('oidc_payloads')
    .where((eb) => eb.or(gone.map(({ model, id }) => eb.and([eb('model', '=', model), eb('id', '=', id)]))))
  if (rows.length === 0) return void (gone.length > 0 && (await deletion.execute()))
  await (gone.length > 0 ? db.with('gone', () => deletion) : db)
    .insertInto('oidc_payloads')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['model', 'id']).doUpdateSet((eb) => ({
        payload: eb.ref('excluded.payload'),
        grant_id: eb.ref('excluded.grant_id'),
        uid: eb.ref('excluded.uid'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute()
}
