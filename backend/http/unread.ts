// Security D10: answers to requests that Node's parser refuses. They have the same headers as all others.
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { headersTooLarge } from '../../server/headersTooLarge.ts'
import type { Page } from '../../server/page.ts'
import { answerHeaders } from './headers.ts'

const REPLIES: Record<string, { status: number; code: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT' },
}
const OTHER = { status: 400, code: 'BAD_REQUEST' }

/**
 * @param url the public address of the server. With https, the answers have Strict-Transport-Security.
 * @param tooLarge for a status that a member meets in the address bar
 */
export function answerUnread(server: Server, url: string, tooLarge: Page = headersTooLarge): void {
  const last = new WeakMap<Socket, ServerResponse>()
  // NOTE: without a listener Node answers 417 by itself, without any of these headers.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    last.set(req.socket, res)
    res.shouldKeepAlive = false
    const body = JSON.stringify({ code: 'EXPECTATION_FAILED' })
    const headers = { ...answerHeaders({ url }), 'Content-Type': 'application/json; charset=utf-8' }
    res.writeHead(417, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
  })
  server.on('request', (req, res) => last.set(req.socket, res))
  server.on('clientError', ({ code: error = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const { status, code } = REPLIES[error] ?? OTHER
    const page = status === 431 ? tooLarge : null
    const before = last.get(socket)
    // If an answer has begun, a second one would become part of it.
    const isHeard = before?.headersSent === true && !(before.writableFinished && before.req.complete)
    if (isHeard || !socket.writable) return void socket.destroy()
    // Bytes behind a request whose answer closes the connection are not a request.
    if (before?.headersSent && !before.shouldKeepAlive) return socket.destroySoon()
    const body = page?.html ?? JSON.stringify({ code })
    const headers = {
      ...answerHeaders({ url }),
      'Content-Type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      ...(page && { 'Content-Security-Policy': page.policy }),
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  })
}
