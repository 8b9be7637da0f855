// A server that npm has started ends together with npm.

const LOOK_MS = 500

/**
 * Sends this process SIGTERM when npm has gone.
 * NOTE: npm passes a signal on to its shell, which ends without passing it on. Only the new parent shows it.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const look = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
