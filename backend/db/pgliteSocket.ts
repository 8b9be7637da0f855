// An object that pg uses like a socket, with PGlite behind it, so that one driver serves both databases. A query is
// one message in each direction. PGlite's own `query` enters the database six times and takes four times as long.
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

export class PgliteSocket extends Duplex {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  /** A new connection to a server has no state of an earlier one. PGlite has to be reset for that. */
  connect(): this {
    this.#pglite.exec('discard all').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
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
    this.push(Buffer.concat(answers))
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
