// Security D7, E4: draws the pages of a PDF. A process of its own runs this file (drawPdf.ts): it reads the PDF from its parent, and answers with one
// picture or with null. It has no settings, no database and no secrets.
import { Worker } from 'node:worker_threads'
import { drawPages } from './drawPages.ts'

/** A drawing takes 150 MB. A file that needs more is an attack. */
const MOST_BYTES = 384 * 1024 * 1024

/**
 * Ends this process above the limit, from a thread of its own, because PDFium does not yield while it draws.
 * NOTE: the limits of V8 do not count the memory of WebAssembly.
 */
const watch = new Worker(
  `setInterval(() => process.memoryUsage.rss() > ${MOST_BYTES} && process.kill(process.pid, 'SIGKILL'), 10)`,
  { eval: true, execArgv: [] },
)

process.once('message', (bytes: Uint8Array) => {
  void drawPages(bytes).then((drawn) => process.send?.(drawn, () => void watch.terminate().then(() => process.exit(0))))
})
