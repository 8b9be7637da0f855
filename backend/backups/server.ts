// Backups of a PostgreSQL server: copies of its data in FOLDER/base, and its write-ahead log in FOLDER/wal, which together lead to any moment since the oldest copy.
import { appendFile, chmod, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartProblem } from '../startProblem.ts'
import { runProgram } from './programs.ts'
import { nameOf, timeOf } from './times.ts'

/** What the server keeps of its log for the receiver while that is away. */
const SLOT = 'daemun_backup'

const baseIn = (folder: string) => join(folder, 'base')
const walIn = (folder: string) => join(folder, 'wal')

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/**
 * Copies the data of the running server and checks the copy.
 * @returns the folder of the copy, whose name is the time at which it was whole
 */
export async function copyServer(database_url: string, folder: string, now: () => Date): Promise<string> {
  const unfinished = join(baseIn(folder), `unfinished.${process.pid}`)
  await makeFolder(baseIn(folder))
  try {
    const options = ['--checkpoint=fast', '--wal-method=stream', '--manifest-checksums=SHA256', '--no-password']
    await runProgram('pg_basebackup', [`--pgdata=${unfinished}`, ...options], { database_url })
    await runProgram('pg_verifybackup', ['--quiet', unfinished])
    const whole = join(baseIn(folder), nameOf(now()))
    await rename(unfinished, whole)
    return whole
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Receives the server's write-ahead log as it is written, until the signal. The server keeps what the receiver has not received. */
export async function receiveLog(database_url: string, folder: string, signal: AbortSignal): Promise<void> {
  await makeFolder(walIn(folder))
  const slot = [`--slot=${SLOT}`, '--no-password']
  await runProgram('pg_receivewal', ['--create-slot', '--if-not-exists', ...slot], { database_url })
  if (signal.aborted) return
  await runProgram('pg_receivewal', [`--directory=${walIn(folder)}`, '--synchronous', ...slot], {
    database_url,
    signal,
  })
}

/** The newest copy that was whole at that time. */
async function copyBefore(folder: string, to: Date | null): Promise<string> {
  const names = await readdir(baseIn(folder)).catch(() => [])
  const whole = names.filter((name) => {
    const at = timeOf(name)
    return at !== null && (to === null || at <= to)
  })
  const newest = whole.toSorted().at(-1)
  if (!newest) throw new StartProblem(`${folder} has no copy from before ${to?.toISOString() ?? 'now'}`)
  return join(baseIn(folder), newest)
}

/** As a value of the server's configuration. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** NOTE: the server refuses the T and the Z of ISO 8601 here. */
const timestamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00')
/** As an argument of the shell that runs `restore_command`, where % is a placeholder. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** What the server reads at its next start: where the log is, and at which moment to stop. */
function recovery(folder: string, to: Date | null): string {
  const segment = `${shellQuoted(resolve(walIn(folder)))}/%f`
  // The receiver's newest segment is not whole yet.
  const command = `cp ${segment} "%p" || cp ${segment}.partial "%p"`
  // A copy of a restored server still has the moment of that restore. An empty one replaces it.
  return [
    `restore_command = ${quoted(command)}`,
    `recovery_target_time = ${quoted(to ? timestamp(to) : '')}`,
    "recovery_target_action = 'promote'",
    '',
  ].join('\n')
}

/**
 * Makes a data folder from a backup. The server that starts on it replays the log, up to the moment `to` or to its end, and then takes writes.
 * @param into a folder that is empty or not there
 * @returns the copy that it began with
 */
export async function restoreServer(folder: string, into: string, to: Date | null): Promise<string> {
  const copy = await copyBefore(folder, to)
  const there = await readdir(into).catch(() => [])
  if (there.length > 0) throw new StartProblem(`${into} is not empty: move it away first`)
  await makeFolder(into)
  await cp(copy, into, { recursive: true, verbatimSymlinks: true })
  await chmod(into, 0o700)
  await appendFile(join(into, 'postgresql.auto.conf'), recovery(folder, to))
  await writeFile(join(into, 'recovery.signal'), '', { mode: 0o600 })
  return copy
}
