// Faults: a disk is full, such as that of the log.

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether an error says that a disk is full. */
export const isDiskFull = (error: NodeJS.ErrnoException): boolean => FULL.has(error.code)

/** Loses the lines that a full disk cannot take. Without a listener, the first of them would end the process. */
export function outliveFullLog(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isDiskFull(error)) throw error
    })
}
