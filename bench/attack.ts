// One of the attacks of `npm run load`, as a process of its own: it goes on until it is ended.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ports } from '../server/ports.ts'
import { begin, newBrowser } from './signIn.ts'

const HALF_OPEN = 5_000
const AT_ONCE = 50

/** 5,000 connections that begin a request and never end it. One that the server ends is opened again. */
function halfOpen(): void {
  const open = () => {
    const socket = connect({ port: ports(process.env).backend, host: '127.0.0.1', localAddress: '127.0.0.2' })
    socket.on('error', () => {})
    socket.once('connect', () => socket.write('POST /v1/verify/pwd HTTP/1.1\r\nHost: localhost\r\n'))
    socket.once('close', () => setTimeout(open, 100))
  }
  for (let count = 0; count < HALF_OPEN; count += 1) open()
}

/** Guesses without a pause, each from another of the 65,536 networks of a /48. */
async function guess(): Promise<void> {
  for (let at = 0; ; at = (at + 1) % 0x10000) {
    const browser = newBrowser(`2001:db8:1:${Math.floor(Math.random() * 0x10000).toString(16)}::1`)
    const guessed = begin(browser).then((visit) =>
      browser.browse('guess', '/v1/verify/pwd', {
        method: 'POST',
        headers: { origin: 'http://localhost', 'content-type': 'application/json' },
        body: JSON.stringify({ login_id: `id-${at}@demo.test`, password: 'AAAA', ...visit, stay_session: false }),
      }),
    )
    // Refused calls are what it gets. A refused connection must not become a loop without a pause.
    await guessed.catch(() => sleep(1))
  }
}

if (process.argv[2] === 'half-open') halfOpen()
else await Promise.all(Array.from({ length: AT_ONCE }, guess))
