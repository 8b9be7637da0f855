// A server that npm has started ends together with npm.

const LOOK_MS = 500

/**
 * Sends this process SIGTERM when npm has gone.
 * NOTE: npm passes a signal on to its shell, which ends without passing it on. Only the new parent shows it.
 *
 * @param ppid the parent when this process began, if it may have gone since
 */
export function endWithNpm(ppid = process.ppid): void {
  if (!process.env.npm_lifecycle_event) return
  const look = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
