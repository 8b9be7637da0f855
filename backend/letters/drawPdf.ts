// Security D7, E4: a PDF becomes a picture of its pages, so that nothing of the file is stored. PDFium reads it, in a process of its own.
import { fork } from 'node:child_process'
import { extname, join } from 'node:path'

/** Ten pages take two seconds on a slow machine. */
const MOST_MS = 20_000

// In dist/server both are plain JavaScript.
const program = join(import.meta.dirname, `drawing${extname(import.meta.filename)}`)

/**
 * Draws the pages of a PDF below each other.
 * NOTE: the process starts without the environment, which has the secrets of the server.
 * @returns a JPEG; null for a file that cannot be drawn, also within 20 s and 384 MB
 */
export function drawPdf(bytes: Uint8Array, most_ms = MOST_MS): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: most_ms,
      killSignal: 'SIGKILL',
    })
    const end = (drawn: unknown) => {
      resolve(drawn instanceof Uint8Array ? drawn : null)
      child.kill('SIGKILL')
    }
    child.once('message', end)
    child.once('error', () => end(null))
    child.once('exit', () => resolve(null))
    // The child may have ended already: then its exit is the answer.
    child.send(bytes, () => {})
  })
}
