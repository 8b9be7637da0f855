// An object that pg uses like a socket, with PGlite behind it, so that one driver serves both databases. A query is
// one message in each direction. PGlite's own `query` enters the database six times and takes four times as long.
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import type { EmbeddedPglite } from './embeddedPglite.ts'

const ERROR = 'E'.charCodeAt(0)
/** The type of a message, one byte, and its length, which counts itself. */
const [TYPE, LENGTH] = [1, 4]

/** Whether the answer has an error after which a server ends the connection. PGlite goes on, in a state in which nothing works. */
function isLast(answer: Buffer): boolean {
  for (let at = 0; at + TYPE + LENGTH <= answer.length; at += TYPE + answer.readInt32BE(at + TYPE)) {
    if (answer[at] !== ERROR) continue
    const fields = answer.toString('latin1', at + TYPE + LENGTH, at + TYPE + answer.readInt32BE(at + TYPE))
    if (/(?:^|\0)V(?:FATAL|PANIC)\0/.test(fields)) return true
  }
  return false
}

export class PgliteSocket extends Duplex {
  readonly #database: EmbeddedPglite
  #pglite: PGlite

  constructor(database: EmbeddedPglite) {
    super({ allowHalfOpen: false })
    this.#database = database
    this.#pglite = database.current()
  }

  /** A new connection to a server has no state of an earlier one. PGlite has to be reset for that. */
  connect(): this {
    this.#connect().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  async #connect(): Promise<void> {
    this.#pglite = await this.#database.connect()
    await this.#pglite.exec('discard all')
  }

  // Further methods of a socket that pg calls.
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  async #exchange(message: Uint8Array): Promise<void> {
    const answers: Uint8Array[] = []
    // The database writes every answer to the same memory, so each is copied before the next.
    const onRawData = (bytes: Uint8Array) => void answers.push(bytes.slice())
    await this.#pglite.runExclusive(() => this.#pglite.execProtocolRawStream(message, { syncToFs: false, onRawData }))
    const answer = Buffer.concat(answers)
    this.push(answer)
    if (!isLast(answer)) return
    this.#database.lose()
    this.push(null)
  }

  override _read(): void {}

  override _write(message: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#exchange(message).then(() => done(), done)
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#exchange(Buffer.concat(messages.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }
}
