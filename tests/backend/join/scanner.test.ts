// Security D7: the operator's virus scanner sees each enrollment letter, over the protocol of ClamAV's daemon.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { letterScanner } from '../../../backend/letters/scanner.ts'
import { APP } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { start } from '../start.ts'
import { pdfOf } from '../../support/pdf.ts'

/** What the daemon answers to a file, or null: it ends the connection without an answer. */
let answer: (bytes: Buffer) => string | null = () => 'stream: OK'

/** The file of a complete command, or null. */
function fileIn(command: Buffer): Buffer | null {
  const start = 'zINSTREAM\0'
  if (!command.toString('latin1').startsWith(start)) return null
  const parts: Buffer[] = []
  for (let at = start.length; at + 4 <= command.length;) {
    const length = command.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(command.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

let daemon: Server
let scanner_url = ''
let backend: RunningBackend
let student: Joiner
beforeAll(async () => {
  daemon = createServer((socket: Socket) => {
    let command = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      command = Buffer.concat([command, bytes])
      const file = fileIn(command)
      if (!file) return
      const said = answer(file)
      if (said !== null) socket.write(`${said}\0`)
      socket.end()
    })
  })
  await new Promise<void>((done) => void daemon.listen(0, '127.0.0.1', done))
  scanner_url = `clamd://127.0.0.1:${(daemon.address() as AddressInfo).port}`
  backend = await start({ scanner_url })
  student = await new Joiner(backend).ready()
  await student.join(student.payload(profiles.STUDENT))
})
afterAll(async () => {
  await backend.close()
  daemon.close()
})

const pdf = pdfOf()
function send() {
  const body = new FormData()
  body.append('payload', JSON.stringify({}))
  body.append('enrollment_letter', new File([new Uint8Array(pdf)], 'letter.pdf', { type: 'application/pdf' }))
  const headers = { origin: APP, 'idempotency-key': 'letter-1-1' }
  return student.browser.send('/v1/matcher/student/resolve', { method: 'POST', body, headers })
}
const kept = async () => (await backend.ctx.db.selectFrom('letters').selectAll().execute()).length

test('a letter with a virus is refused, and the scanner has seen the whole file', async () => {
  const seen: Buffer[] = []
  answer = (bytes) => {
    seen.push(bytes)
    return 'stream: Win.Test.EICAR_HDB-1 FOUND'
  }
  expect(await send()).toMatchObject({ status: 415, body: { data: { field: 'enrollment_letter' } } })
  expect(seen).toEqual([pdf])
  expect(await kept()).toBe(0)
})

test.each([
  ['that ends without an answer', () => null],
  ['that is full', () => 'INSTREAM size limit exceeded. ERROR'],
  ['that answers nonsense', () => 'HTTP/1.1 400 Bad Request'],
])('nothing is stored by a scanner %s, and the student can try again', async (_, answers) => {
  answer = answers
  const reply = await send()
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await kept()).toBe(0)
})

test('a letter without a virus is stored', async () => {
  answer = () => 'stream: OK'
  expect((await send()).status).toBe(200)
  expect(await kept()).toBe(1)
})

test('a scanner that is away is in the log once a minute, with the number of letters', async () => {
  const lines: [string, unknown][] = []
  let now = 0
  const isInfected = letterScanner('clamd://127.0.0.1:9', {
    log: (event, fields) => void lines.push([event, fields]),
    now: () => new Date(now),
  })
  for (let count = 0; count < 3; count += 1) await expect(isInfected(pdf)).rejects.toMatchObject({ status: 503 })
  now = 60_000
  await expect(isInfected(pdf)).rejects.toMatchObject({ status: 503 })
  expect(lines).toEqual([
    ['letters.scanner_failed', { message: expect.stringContaining('ECONNREFUSED'), calls: 1 }],
    ['letters.scanner_failed', { message: expect.stringContaining('ECONNREFUSED'), calls: 3 }],
  ])
})
