// Two processes on one PGlite folder would corrupt it unnoticed, so one process owns the folder.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartProblem } from '../startProblem.ts'

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Identifies a process: on Linux by its ID and its start time, so that a later process with the same ID is not mistaken for it;
 * elsewhere by its ID. Empty for a process that has ended, or is a zombie.
 */
function identityOf(pid: number): string {
  if (!existsSync('/proc/self/stat')) return isRunning(pid) ? String(pid) : ''
  const stat = read(`/proc/${pid}/stat`)
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === '' || state === 'Z' ? '' : `${pid} ${fields[18]}`
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** The ID of the process that a lock names, or null if that process has ended. */
function ownerIn(owner: string): number | null {
  const pid = Number.parseInt(owner, 10)
  return pid > 0 && identityOf(pid) === owner ? pid : null
}

/**
 * Writes this process into the lock file, unless the file exists.
 * NOTE: reads the file again, because another start may have found it while it was still empty, and removed it.
 */
function write(file: string): boolean {
  const owner = identityOf(process.pid)
  try {
    writeFileSync(file, owner, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw unwritable(dirname(file), error)
  }
  return read(file) === owner
}

/** Removes a stale lock. If two processes try at once, only one moves the file; a file that turns out not to be stale is put back. */
function takeAway(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside) === stale) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** Whether a process owns the folder. */
export const isTaken = (folder: string): boolean => ownerIn(read(join(folder, 'owner.pid'))) !== null

const held = new Set<string>()

function unwritable(folder: string, error: unknown): StartProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new StartProblem(`the data folder ${folder} cannot be written (${code}): set DATA_DIR to one that can`)
}

/** Creates the folder and tries to write into it. @throws StartProblem that names DATA_DIR, for example on a read-only disk */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw unwritable(folder, error)
  }
}

/** Locks the folder for this process. @returns the function that unlocks it @throws StartProblem if another process owns it */
export function takeFolder(folder: string): () => void {
  const file = join(folder, 'owner.pid')
  if (held.has(file)) throw new StartProblem(`the data folder ${folder} is in use by this process already`)
  makeFolder(folder)
  for (let left = 2; left > 0; left -= 1) {
    if (write(file)) {
      held.add(file)
      return () => {
        held.delete(file)
        rmSync(file, { force: true })
      }
    }
    const owner = read(file)
    if (ownerIn(owner) !== null) break
    takeAway(file, owner)
  }
  const pid = ownerIn(read(file))
  const owner = pid === null ? 'another start' : `process ${pid}`
  throw new StartProblem(`the data folder ${folder} is in use by ${owner}: stop it, or set DATA_DIR`)
}
