// The floors of `npm run bench:press`: a plain form that its server answers with a redirect, and React with nothing else, which sends the
// app's own request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { backend } from '../e2e/addresses.ts'
import { buildReact, floorPage, formOf } from './floors.ts'
import { seal } from '../conformance/seal.ts'
import { Verified, Welcome } from './signIn.ts'

const REQUEST = `const query = new URLSearchParams(location.search)
const visit = { transaction_id: query.get('transaction_id'), state: query.get('state') }
const call = (path, more) => fetch('${backend}' + path, { credentials: 'include', ...more }).then((answer) => answer.json())
const welcome = call('/v1/init/login?' + new URLSearchParams(visit))
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16))
const base64 = (octets) => btoa(String.fromCharCode(...octets))
const url = (hex) => base64(bytes(hex)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
async function sealed(password, { modulus, exponent }) {
  const jwk = { kty: 'RSA', n: url(modulus), e: url(exponent), alg: 'RSA-OAEP-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return base64(new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(password))))
}
async function send(form) {
  const { login_id, password } = Object.fromEntries(new FormData(form))
  const { data } = await welcome
  const body = JSON.stringify({ login_id, password: await sealed(password, data), ...visit, stay_session: false })
  const headers = { 'content-type': 'application/json' }
  location.assign((await call('/v1/verify/pwd', { method: 'POST', headers, body })).data.location)
}`

/** Builds React's form, which sends the app's own request. @returns the folder of the build */
export const buildReactFloor = (folder: string): Promise<string> => buildReact(folder, 'void send(e.target)', REQUEST)

/** Where the plain form is sent. */
export const PLAIN_SUBMIT = '/sign-in'

/** What a server of plain forms does: it keeps the visit in the form, asks the backend itself, and redirects. */
async function answerPlain(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', backend)
  const visit = { transaction_id: searchParams.get('transaction_id') ?? '', state: searchParams.get('state') ?? '' }
  if (pathname !== PLAIN_SUBMIT) {
    const head = { 'content-type': 'text/html; charset=utf-8' }
    const action = `${PLAIN_SUBMIT}?${new URLSearchParams(visit)}`
    return void res.writeHead(200, head).end(floorPage(formOf(`method="post" action="${action}"`), ''))
  }
  const { login_id, password = '' } = Object.fromEntries(new URLSearchParams(await text(req)))
  const headers = { cookie: req.headers.cookie ?? '', origin: `http://${req.headers.host}` }
  const init = await fetch(`${backend}/v1/init/login?${new URLSearchParams(visit)}`, { headers })
  const { data: welcome } = Welcome.parse(await init.json())
  const verified = await fetch(`${backend}/v1/verify/pwd`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ login_id, password: seal(password, welcome), ...visit, stay_session: false }),
  })
  const { location } = Verified.parse(await verified.json()).data
  res.writeHead(303, { location, 'set-cookie': verified.headers.getSetCookie() }).end()
}

/** Starts the server of the plain form. */
export async function startPlain(port: number): Promise<{ close: () => Promise<void> }> {
  const server = createServer(
    (req, res) => void answerPlain(req, res).catch((error: unknown) => res.writeHead(500).end(String(error))),
  )
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
