// Backups of the embedded database. One process owns its folder: a running backend writes the copy, when a command asks it by a file.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import * as z from 'zod/mini'
import { isTaken, takeFolder } from '../db/lockFile.ts'
import { StartProblem } from '../startProblem.ts'
import { nameOf } from './times.ts'

const REQUEST = 'backup.request.json'
const FAILED = 'backup.failed'
const Request = z.object({ to: z.string() })

/** How often a backend looks for a request, in milliseconds. */
const LOOK_MS = 1_000
/** How long a command waits for the copy: a gigabyte takes a minute. */
const MOST_MS = 600_000
const PAUSE_MS = 100

/** Writes a file that is there only when it is whole. */
function writeWhole(file: string, bytes: Uint8Array | string): void {
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, bytes, { mode: 0o600 })
    renameSync(unfinished, file)
  } finally {
    // On a full disk, what was written of it takes the last space.
    rmSync(unfinished, { force: true })
  }
}

const bytesOf = async (dump: Blob): Promise<Uint8Array> => new Uint8Array(await dump.arrayBuffer())

/** Answers requests for a copy of this folder. @returns the function that ends it */
export function answerBackups(folder: string, dump: () => Promise<Blob>): () => void {
  const [request, failed] = [join(folder, REQUEST), join(folder, FAILED)]
  let isBusy = false
  const look = async () => {
    if (isBusy || !existsSync(request)) return
    isBusy = true
    try {
      const { to } = Request.parse(JSON.parse(readFileSync(request, 'utf8')))
      rmSync(request)
      writeWhole(to, await bytesOf(await dump()))
    } catch (error) {
      rmSync(request, { force: true })
      writeWhole(failed, error instanceof Error && 'code' in error ? String(error.code) : 'the copy has failed')
    } finally {
      isBusy = false
    }
  }
  // A disk that takes neither the copy nor the reason must not end the process. The command gives up by itself.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** Asks the backend that runs on the folder. */
async function askFor(folder: string, to: string): Promise<void> {
  const [request, failed] = [join(folder, REQUEST), join(folder, FAILED)]
  rmSync(failed, { force: true })
  writeWhole(request, JSON.stringify({ to }))
  for (const until = performance.now() + MOST_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    if (existsSync(to)) return
    if (existsSync(failed))
      throw new StartProblem(`the backend cannot write the copy: ${await readFile(failed, 'utf8')}`)
    if (!isTaken(folder)) break
  }
  rmSync(request, { force: true })
  throw new StartProblem('the process that owns the data folder wrote no copy: is it the backend?')
}

/** Copies the embedded database of a folder, which a backend may serve from meanwhile. @returns the file */
export async function copyEmbedded(folder: string, backups: string, now: () => Date): Promise<string> {
  const data = join(folder, 'postgres')
  if (!existsSync(data)) throw new StartProblem(`there is no database in ${folder}: set DATA_DIR or DATABASE_URL`)
  await mkdir(backups, { recursive: true, mode: 0o700 })
  const file = resolve(backups, `${nameOf(now())}.tgz`)
  if (isTaken(folder)) await askFor(folder, file)
  else {
    const release = takeFolder(folder)
    try {
      const database = await PGlite.create({ dataDir: data })
      writeWhole(file, await bytesOf(await database.dumpDataDir('gzip')))
      await database.close()
    } finally {
      release()
    }
  }
  return file
}

/**
 * Makes the database of a folder from a copy. The former one stays beside it.
 * @returns where the former one is, or null
 * @throws StartProblem if a process uses the folder or the copy cannot be read
 */
export async function restoreEmbedded(file: string, folder: string, now: () => Date): Promise<string | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartProblem(`${file} cannot be read (${error.code})`)
  })
  const release = takeFolder(folder)
  try {
    const [data, made] = [join(folder, 'postgres'), join(folder, `restored.${process.pid}`)]
    try {
      const database = await PGlite.create({ dataDir: made, loadDataDir: new Blob([bytes]) })
      await database.query('select 1 from keys limit 1')
      await database.close()
    } catch (error) {
      await rm(made, { recursive: true, force: true })
      throw new StartProblem(`${file} is not a whole copy (${error instanceof Error ? error.message : 'unknown'})`)
    }
    const former = existsSync(data) ? join(folder, `postgres.before-${nameOf(now())}`) : null
    if (former) await rename(data, former)
    await rename(made, data)
    return former
  } finally {
    release()
  }
}
