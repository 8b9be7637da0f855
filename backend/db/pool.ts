// The connections for Kysely: pg's pools, with a prepared statement for every query with parameters. A connection plans each text
// once. Planning is the largest part of the cost of such small queries.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { traced } from '../tracing/spans.ts'
import { asUnavailable, DatabaseUnavailable, replica } from './unavailable.ts'

/** The maximum number of prepared statements. Queries with lists of values have one text per length. Further texts are not prepared. */
const MOST_NAMES = 1000
const names = new Map<string, string>()

/**
 * All columns of a table: `select *`, `select "t".*`, `returning *`. NOTE: PostgreSQL refuses such a prepared statement on the connection for ever once
 * the next release has added a column ("cached plan must not change result type").
 */
const ALL_COLUMNS = /\*(?=,| from|$)/

function nameOf(text: string): string | undefined {
  if (ALL_COLUMNS.test(text)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

/** The message of pg's `query_timeout` error, which has no code. */
const TIMED_OUT = 'Query read timeout'

/** The connections of this process, those that it may open, and the calls that wait for one. */
export type Connections = { in_use: number; idle: number; max: number; waiting: number }

/** NOTE: of several servers one serves, so the limit is that of one pool. */
export const connectionsIn = (servers: readonly pg.Pool[]): Connections => {
  const sum = (of: (pool: pg.Pool) => number) => servers.reduce((all, pool) => all + of(pool), 0)
  const idle = sum(({ idleCount }) => idleCount)
  return {
    in_use: sum(({ totalCount }) => totalCount) - idle,
    idle,
    max: servers[0]?.options.max ?? 0,
    waiting: sum(({ waitingCount }) => waitingCount),
  }
}

type Connection = PostgresPoolClient & { since: number; isChecked: boolean }

/** Why a server of several cannot be used now, or null. One that follows another takes no writes. */
async function refusalOf(connection: Connection): Promise<unknown> {
  if (connection.isChecked) return null
  const { rows } = await connection.query<{ follows: boolean }>('select pg_is_in_recovery() as follows', [])
  connection.isChecked = rows[0]?.follows === false
  return connection.isChecked ? null : replica()
}

/**
 * Connections to the first of these servers that takes writes. When it fails, or has become a replica, the next one is tried.
 * @param servers one pool for each
 * @property prepares whether each query with parameters becomes a prepared statement of its connection
 */
export function poolFor(servers: readonly pg.Pool[], { prepares }: { prepares: boolean }): PostgresPool {
  /** One wrapper per client, because Kysely identifies connections by object. */
  const clients = new WeakMap<pg.PoolClient, Connection>()
  /** How often a server was seen to be a replica. A connection from before then can write nothing, although it stays open. */
  let demotions = 0
  let current = 0
  const moveOn = (from: number) => {
    if (from === current) current = (from + 1) % servers.length
  }
  const connectionTo = async (server: number): Promise<Connection> => {
    for (;;) {
      const client = await (servers[server] as pg.Pool).connect().catch((error: unknown) => {
        throw asUnavailable(error)
      })
      const known = clients.get(client)
      const demoted = () => {
        demotions += 1
        moveOn(server)
      }
      const connection = known ?? connectionOf(client, { prepares, since: demotions, demoted })
      clients.set(client, connection)
      if (connection.since === demotions) return connection
      client.release(true)
    }
  }
  /** Only where there is another server: a single one says by itself that it takes no writes. */
  const usable = async (server: number): Promise<Connection> => {
    const connection = await connectionTo(server)
    if (servers.length === 1) return connection
    const refusal = await refusalOf(connection).catch((error: unknown) => error)
    if (refusal === null) return connection
    connection.release()
    throw refusal
  }
  return {
    async connect() {
      for (let tried = 1; ; tried += 1) {
        const server = current
        try {
          return await usable(server)
        } catch (error) {
          moveOn(server)
          if (tried >= servers.length) throw error
        }
      }
    },
    async end() {
      await Promise.all(servers.map((server) => server.end()))
    },
  }
}

const verbOf = (text: string): string => /\w+/.exec(text)?.[0] ?? 'query'

type Made = { prepares: boolean; since: number; demoted: () => void }

function connectionOf(client: pg.PoolClient, { prepares, since, demoted }: Made): Connection {
  // The connection of a query that has timed out may never become free again.
  let isUseless = false
  /** The error that ended the connection. The rollback after it would fail for want of a connection, and hide why. */
  let ended: unknown = null
  async function run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (ended) throw ended
    const name = prepares && values.length > 0 ? nameOf(text) : undefined
    const ask = () => client.query<R & pg.QueryResultRow>({ name, text, values: [...values] })
    const asked = traced('client', verbOf(text), { 'db.system.name': 'postgresql', 'db.query.text': text }, ask)
    const { command, rowCount, rows } = await asked.catch((reason: unknown) => {
      const error = asUnavailable(reason)
      const isDemoted = error instanceof DatabaseUnavailable && error.isReadOnly
      if (isDemoted && !isUseless) demoted()
      if (reason instanceof pg.DatabaseError && /FATAL|PANIC/.test(reason.severity ?? '')) ended = error
      isUseless ||= isDemoted || (reason instanceof Error && reason.message === TIMED_OUT)
      throw error
    })
    return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('cursors are not offered')
    return run<R>(text, values)
  }
  return { query, release: () => client.release(isUseless), since, isChecked: false }
}
