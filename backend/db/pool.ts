// The connection pool for Kysely: pg's pool, with a prepared statement for every query with parameters. A connection plans each text
// once. Planning is the largest part of the cost of such small queries.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { asUnavailable, DatabaseUnavailable } from './unavailable'

/** The maximum number of prepared statements. Queries with lists of values have one text per length. Further texts are not prepared. */
const MOST_NAMES = 1000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

/** The message of pg's `query_timeout` error, which has no code. */
const TIMED_OUT = 'Query read timeout'

export function preparing(pool: pg.Pool): PostgresPool {
  /** One wrapper per client, because Kysely identifies connections by object. */
  const clients = new WeakMap<pg.PoolClient, Connection>()
  /** How often the server was seen to be a replica. A connection from before then can write nothing, although it stays open. */
  let demotions = 0
  const clientOf = (client: pg.PoolClient): Connection => {
    const made = clients.get(client) ?? connectionOf(client, demotions, () => (demotions += 1))
    clients.set(client, made)
    return made
  }
  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw asUnavailable(error)
        })
        const connection = clientOf(client)
        if (connection.since === demotions) return connection
        client.release(true)
      }
    },
    end: () => pool.end(),
  }
}

type Connection = PostgresPoolClient & { since: number }

function connectionOf(client: pg.PoolClient, since: number, onDemotion: () => void): Connection {
  // The connection of a query that has timed out may never become free again.
  let isUseless = false
  async function run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = values.length > 0 ? nameOf(text) : undefined
    const asked = client.query<R & pg.QueryResultRow>({ name, text, values: [...values] })
    const { command, rowCount, rows } = await asked.catch((reason: unknown) => {
      const error = asUnavailable(reason)
      const isDemoted = error instanceof DatabaseUnavailable && error.isReadOnly
      if (isDemoted && !isUseless) onDemotion()
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
  return { query, release: () => client.release(isUseless), since }
}
