// The embedded database of one process. A server that fails for good starts itself again; PGlite has to be opened again from here.
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { StartProblem } from '../startProblem.ts'
import { DISK_FULL, DatabaseUnavailable } from './unavailable.ts'

/** A new database takes 43 MB, and each file of the write-ahead log 16 MB. */
const ROOM = 64 * 1024 * 1024
const FULL = 'its disk is full: 64 MB must be free'

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize >= ROOM
}

export type EmbeddedPglite = {
  /** The open database. */
  current: () => PGlite
  /** The database for a new connection. It opens the folder again after `lose`. @throws DatabaseUnavailable */
  connect: () => Promise<PGlite>
  /** Notes that the open database takes no more queries. NOTE: it is not closed, because closing would write what it has left half done. */
  lose: () => void
  close: () => Promise<void>
}

/**
 * @param place `folder`: its files; none: in memory, where a lost database stays lost. `dump`: what a new one begins with
 * @throws StartProblem if the folder cannot be opened
 */
export async function openPglite({
  folder,
  dump,
}: {
  folder?: string
  dump?: Blob | undefined
}): Promise<EmbeddedPglite> {
  const open = () => PGlite.create({ ...(folder && { dataDir: folder }), ...(dump && { loadDataDir: dump }) })
  let isLost = false
  let pglite = await open().catch((error: unknown) => {
    // PGlite throws an object without a message when a file cannot be written.
    const why = error instanceof Error ? error.message : 'its files cannot be written'
    throw new StartProblem(
      `the database in ${folder ?? 'memory'} cannot be opened (${folder && !hasRoom(folder) ? FULL : why})`,
    )
  })
  return {
    current: () => pglite,
    async connect() {
      if (!isLost || !folder) return pglite
      if (!hasRoom(folder))
        throw new DatabaseUnavailable(
          Object.assign(new Error(`the database has ended, and ${FULL}`), { code: DISK_FULL }),
        )
      pglite = await open().catch((error: unknown) => {
        throw new DatabaseUnavailable(error)
      })
      isLost = false
      return pglite
    },
    lose: () => void (isLost = true),
    close: async () => {
      if (!isLost) await pglite.close()
    },
  }
}
