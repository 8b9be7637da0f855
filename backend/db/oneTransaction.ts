// One transaction for all that a call reads and writes, so that a step of a sign-in is one commit (docs/scaling.md).
// NOTE: every query of a call runs in its asynchronous context, so no function has to hand the transaction on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

type Together = {
  isOpen: boolean
  /** Another object for each transaction. */
  name: object
  /** The connection with the transaction; null: nothing was asked since the last commit. */
  connection: PostgresPoolClient | null
  pool: PostgresPool | null
  /** Resolves when everything that was asked for so far has given the connection back. */
  turn: Promise<void>
  before: (() => Promise<void>)[]
  after: (() => void)[]
}

const current = new AsyncLocalStorage<Together | null>()

/** What identifies this transaction; null outside one. */
export function thisTransaction(): object | null {
  const one = current.getStore()
  return one?.isOpen ? one.name : null
}

/** Runs work that is no part of the transaction of this call. It takes another connection. */
export const outside = <T>(work: () => T): T => current.run(null, work)

async function takeTurn(one: Together): Promise<() => void> {
  const before = one.turn
  let pass = () => {}
  one.turn = new Promise<void>((resolve) => (pass = resolve))
  await before
  return pass
}

/** A transaction within this one. */
const NESTED: Record<string, string> = {
  begin: 'savepoint nested',
  commit: 'release savepoint nested',
  rollback: 'rollback to savepoint nested',
}

function within(connection: PostgresPoolClient, release: () => void): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('cursors are not offered')
    return connection.query<R>(NESTED[text] ?? text, values)
  }
  return { query, release }
}

async function begin(pool: PostgresPool): Promise<PostgresPoolClient> {
  const connection = await pool.connect()
  try {
    await connection.query('begin', [])
    return connection
  } catch (error) {
    connection.release()
    throw error
  }
}

/**
 * A pool whose connections are, in `together`, one connection with one transaction. Its statements wait for each other, as on a pool of one
 * connection, and a transaction within it is a savepoint.
 */
export const poolTogether = (pool: PostgresPool): PostgresPool => ({
  async connect() {
    const one = current.getStore()
    if (!one?.isOpen || (one.pool ?? pool) !== pool) return pool.connect()
    const pass = await takeTurn(one)
    try {
      // Work that the call does not wait for goes on after the commit.
      if (!one.isOpen) return await pool.connect().finally(pass)
      one.pool = pool
      one.connection ??= await begin(pool)
      return within(one.connection, pass)
    } catch (error) {
      pass()
      throw error
    }
  },
  end: () => pool.end(),
})

/** @throws Error if a statement has failed: the server then answers `commit` with a rollback */
async function commit(connection: PostgresPoolClient): Promise<void> {
  try {
    const { command }: { command: string } = await connection.query('commit', [])
    if (command !== 'COMMIT') throw new Error('a statement of this transaction has failed')
  } finally {
    connection.release()
  }
}

/** Nobody waits for a rollback: on a server that does not answer, it would delay the answer that says so. */
function rollBack(connection: PostgresPoolClient): void {
  connection
    .query('rollback', [])
    .catch(() => {})
    .finally(() => connection.release())
}

/** @param isLast whether statements that follow belong to no transaction any more */
async function end(one: Together, { isKept, isLast }: { isKept: boolean; isLast: boolean }): Promise<void> {
  if (isKept) for (const work of one.before.splice(0)) await work()
  const pass = await takeTurn(one)
  const { connection } = one
  one.connection = null
  one.isOpen = !isLast
  one.name = {}
  try {
    if (connection && isKept) await commit(connection)
    else if (connection) rollBack(connection)
  } finally {
    pass()
  }
  if (isKept) for (const follow of one.after.splice(0)) outside(follow)
}

/**
 * Runs work as one transaction, or as a part of that in which it is called. It begins with the first statement, and is committed before this resolves.
 * @param isKept whether what was written stays, also when the work has failed with this error
 */
export async function together<T>(work: () => Promise<T>, isKept: (error?: unknown) => boolean): Promise<T> {
  if (thisTransaction()) return work()
  const one: Together = {
    isOpen: true,
    name: {},
    connection: null,
    pool: null,
    turn: Promise.resolve(),
    before: [],
    after: [],
  }
  return current.run(one, async () => {
    const done = await work().then(
      (value) => ({ value, isKept: isKept() }),
      (error: unknown) => ({ error, isKept: isKept(error) }),
    )
    try {
      await end(one, { isKept: done.isKept, isLast: true })
    } catch (error) {
      // What is written last may fail while the transaction is open.
      if (one.isOpen) await end(one, { isKept: false, isLast: true })
      throw error
    }
    if ('error' in done) throw done.error
    return done.value
  })
}

/** Runs work without a connection, and outside the transaction of the call: what was written so far is committed before. */
export function apart<T>(work: () => Promise<T>): Promise<T> {
  const one = current.getStore()
  return one?.isOpen ? end(one, { isKept: true, isLast: false }).then(() => outside(work)) : work()
}

/** Runs work as the last of the transaction of this call. */
export function beforeCommit(work: () => Promise<void>): void {
  current.getStore()?.before.push(work)
}

/** Runs work when what the call has written is there for others; outside a transaction at once. */
export function afterCommit(work: () => void): void {
  const one = current.getStore()
  if (one?.isOpen) one.after.push(work)
  else work()
}
