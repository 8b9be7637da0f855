// A pool of pg with the values that the code expects.
import pg from 'pg'

const INT8_OID = 20
const DATE_OID = 1082

// pg gives int8 as text and a day as a moment in the local zone.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8_OID) return Number
  if (oid === DATE_OID) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}

/** A broken connection is replaced, and its query fails. Without this listener, the error would end the process. */
export function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types: { getTypeParser } })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
