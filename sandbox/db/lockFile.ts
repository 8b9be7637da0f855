// Two processes on one PGlite folder would both write and neither would notice, so the folder has an owner.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A problem that the person who starts the sandbox can mend; shown as one line. */
export class StartProblem extends Error {}

const ownerOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  // Our own id in the file is what a container of the same image left behind when it was killed.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
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
      writeSync(handle, String(process.pid))
      closeSync(handle)
      held.add(file)
      return () => {
        held.delete(file)
        rmSync(file, { force: true })
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (isAlive(ownerOf(file))) break
      rmSync(file, { force: true })
    }
  }
  throw new StartProblem(
    `the data folder ${folder} is in use by process ${ownerOf(file)}: stop it, or set SANDBOX_DATA_DIR`,
  )
}
