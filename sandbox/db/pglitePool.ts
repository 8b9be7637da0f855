// PostgreSQL in this process, dressed as a pool of one connection for Kysely's PostgresDialect: a client is handed out only
// after the one before was released, so that two transactions cannot mix.
import { PGlite, types } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

const DATE_OID = 1082

export async function openPglite(dataDir: string | null, dump?: Blob): Promise<PGlite> {
  const parsers = { [DATE_OID]: (text: string) => text, [types.INT8]: Number }
  return PGlite.create({ ...(dataDir && { dataDir }), ...(dump && { loadDataDir: dump }), parsers })
}

export function poolOfOne(pglite: PGlite): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  return {
    async connect() {
      const before = last
      let release = () => {}
      last = new Promise((resolve) => {
        release = resolve
      })
      await before
      return clientOf(pglite, release)
    },
    async end() {
      await last
      await pglite.close()
    },
  }
}

function clientOf(pglite: PGlite, release: () => void): PostgresPoolClient {
  async function run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { rows, affectedRows } = await pglite.query<R>(text, [...parameters])
    // Kysely asks for pg's command tag only to know whether rows were changed.
    const changes = /^\s*(insert|update|delete|merge|with)\b/i.test(text)
    return { command: changes ? 'UPDATE' : 'SELECT', rowCount: changes ? (affectedRows ?? 0) : rows.length, rows }
  }
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('cursors are not offered')
    return run<R>(text, parameters)
  }
  return { query, release }
}
