// Two processes on one PGlite folder would both write and neither would notice, so the folder has an owner.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A problem that the person who starts the sandbox can mend; shown as one line. */
export class StartProblem extends Error {}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * A process, so that neither a dead one nor another one that was later given its number is taken for it: on Linux its number and
 * the moment it started, elsewhere its number. Empty for a process that is gone, or dead and not yet fetched by its parent.
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The number of the process that has the folder, or null when nobody has. */
function ownerOf(file: string): number | null {
  const owner = read(file)
  const pid = Number.parseInt(owner, 10)
  return pid > 0 && identityOf(pid) === owner ? pid : null
}

const held = new Set<string>()

/** Takes the folder for this process. @returns gives it back @throws StartProblem when another process has it */
export function takeFolder(folder: string): () => void {
  const file = join(folder, 'owner.pid')
  if (held.has(file)) throw new StartProblem(`the data folder ${folder} is in use by this process already`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let left = 2; left > 0; left -= 1) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, identityOf(process.pid))
      closeSync(handle)
      held.add(file)
      return () => {
        held.delete(file)
        rmSync(file, { force: true })
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (ownerOf(file) !== null) break
      rmSync(file, { force: true })
    }
  }
  throw new StartProblem(`the data folder ${folder} is in use by process ${ownerOf(file)}: stop it, or set DATA_DIR`)
}
