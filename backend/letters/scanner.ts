// Security D7: a virus scanner of the operator (ClamAV's daemon) sees each enrollment letter before any library reads it.
import { connect } from 'node:net'
import type { Ctx } from '../context.ts'
import { refuse } from '../domain/refusal.ts'
import { summedUp } from '../log.ts'
import { traced } from '../tracing/spans.ts'

/** 5 s: the app gives an upload up after ten without an answer. */
const TIMEOUT_MS = 5000
const RETRY_AFTER_SECONDS = 30
const MINUTE_MS = 60_000
const USUAL_PORT = 3310

/** An answer of the daemon has one line. */
const MOST_CHARACTERS = 1000

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Sends the command INSTREAM: each part has its length before it, and an empty part is the last. @throws Error if the daemon does not answer in time */
function answerTo(bytes: Uint8Array, { hostname, port }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || USUAL_PORT })
    const late = setTimeout(() => socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer = (answer + text).slice(0, MOST_CHARACTERS)
    })
    socket.once('error', reject).once('close', () => {
      clearTimeout(late)
      resolve(answer.replaceAll('\0', '').trim())
    })
    socket.write('zINSTREAM\0')
    socket.write(lengthOf(bytes.length))
    socket.write(bytes)
    socket.write(lengthOf(0))
  })
}

/**
 * @param url of the daemon, clamd://127.0.0.1:3310; null: no scanner
 * @returns whether the scanner finds a virus. @throws Refused 503 if it gives no answer that says so or not: what nobody has seen is not stored
 */
export function letterScanner(url: string | null, { log, now }: Pick<Ctx, 'log' | 'now'>): Ctx['isInfected'] {
  if (url === null) return () => Promise.resolve(false)
  const daemon = new URL(url)
  const noteFailure = summedUp('letters.scanner_failed', MINUTE_MS, log, now)
  return async (bytes) => {
    const answer = await traced('client', 'virus scanner', {}, () => answerTo(bytes, daemon)).catch(
      (error: Error) => error,
    )
    if (answer === 'stream: OK') return false
    if (typeof answer === 'string' && answer.endsWith(' FOUND')) return true
    noteFailure(typeof answer === 'string' ? answer : answer.message)
    throw refuse(503, 'UNAVAILABLE', undefined, 'virus scanner', {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    })
  }
}
