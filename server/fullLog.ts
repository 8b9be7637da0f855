// Faults: the disk of the log is full.

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** Loses the lines that a full disk cannot take. Without a listener, the first of them would end the process. */
export function outliveFullLog(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!FULL.has(error.code)) throw error
    })
}
