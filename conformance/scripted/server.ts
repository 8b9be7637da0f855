// A backend that was written from the contract alone: five servers on ports of their own, which answer as a test lets them.
import { constants, createHash, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { callNamed, type CallName, everyCall, payloadsOf } from '../../contract/calls.ts'
import { BACKENDS, type Backend } from '../../contract/row.ts'
import { ACCOUNT_SESSION } from './accountAnswers.ts'
import { codesOfGroup, dataOf, TOKEN, type World } from './answers.ts'
import type { Json } from './shape.ts'
import { authorizationUri, INIT_PATH, PLAIN, type Reply, type Scripted, type Style, styled } from './variants.ts'

/** The cookie by which a visit is bound to a browser: it shows that a call was sent with credentials. */
export const COOKIE = { name: 'visit', value: 'of-this-browser' }

type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

const ROUTES = everyCall.map((call) => ({
  ...call,
  // `{rp_id}` also stands for `suni`.
  pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}))
/** The literal path wins over the one with a value in it. */
const byLength = (one: { path: string }, other: { path: string }) =>
  one.path.split('{').length - other.path.split('{').length
ROUTES.sort(byLength)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** PKCS#1 v1.5 by hand: Node refuses this padding where OpenSSL cannot hide whether it was right. */
function openV15(key: KeyObject, sealed: Buffer): string {
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed)
  const end = block.indexOf(0, 2)
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1).toString() : 'not PKCS#1 v1.5'
}

function openOaep(key: KeyObject, sealed: Buffer): string {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return privateDecrypt({ key, padding, oaepHash: 'sha256' }, sealed).toString()
  } catch {
    return 'not RSA-OAEP-256'
  }
}

const hexOf = (base64url = '') => Buffer.from(base64url, 'base64url').toString('hex')

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Starts the five backends and the partner's site. `app` is the origin of the app, known once it is served. */
export async function startScripted() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  let app = ''
  let world: World = { modulus: hexOf(n), exponent: hexOf(e), partner: '', visit: { transaction_id: '', state: '' } }
  let always = new Map<CallName, Scripted>()
  let once = new Map<CallName, Scripted[]>()
  let style: Style = PLAIN
  let troubles: string[] = []
  let asked: { name: CallName; request: Asked }[] = []
  /** The step whose `init_url` was given out last. */
  let lastStep: Scripted | null = null
  /** What a member may have typed as a password. */
  let passwords: readonly string[] = []

  const cors = () => ({
    'access-control-allow-origin': app,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    vary: 'Origin',
  })

  function write(res: ServerResponse, { status, body, type, how, headers }: Reply): void {
    if (how === 'silent') return
    const bytes = Buffer.from(body)
    res.writeHead(status, {
      ...cors(),
      ...(status !== 204 && { 'content-type': type ?? 'application/json', 'content-length': bytes.length }),
      ...headers,
    })
    if (how !== 'cut') return void res.end(bytes)
    res.write(bytes.subarray(0, bytes.length / 2))
    setTimeout(() => res.destroy(), 20)
  }

  const opened = (sealed: string): string => {
    const bytes = Buffer.from(sealed, 'base64')
    return style.key === 'RSA-OAEP-256' ? openOaep(privateKey, bytes) : openV15(privateKey, bytes)
  }

  /** What the contract asks of a request: the visit, credentials, the token, the payload, sealed passwords. */
  function check(name: CallName, { url, headers, body }: Asked): void {
    const call = callNamed(name)
    const complain = (what: string) => void troubles.push(`${call.method} ${call.path}: ${what}`)
    if (headers.origin !== app) complain(`origin ${headers.origin}`)
    if (!headers.cookie?.includes(`${COOKIE.name}=${COOKIE.value}`)) complain('without credentials')
    if (call.visit === 'token' && headers['x-authenticator'] !== `Token ${TOKEN}`)
      complain(`X-Authenticator ${String(headers['x-authenticator'])}`)
    if (call.visit !== 'token' && headers['x-authenticator']) complain('an authenticator token')
    const session = headers['x-account-session']
    if (session !== undefined && (call.visit !== 'session' || session !== ACCOUNT_SESSION))
      complain(`X-Account-Session ${String(session)}`)
    const wanted = payloadsOf(call)
    const query = Object.fromEntries(url.searchParams)
    const payload = parsed(body)
    const misfits = [
      ...((wanted.query ?? z.strictObject({})).safeParse(query).error?.issues ?? []),
      ...(wanted.body?.safeParse(payload).error?.issues ?? []),
    ]
    for (const { path, message } of misfits) complain(`${path.join('.')}: ${message}`)
    if (wanted.form && !headers['content-type']?.startsWith('multipart/form-data; boundary='))
      complain('no multipart form')
    const named = wanted.form ? body : JSON.stringify(wanted.body ? payload : query)
    const namesVisit = Object.values(world.visit).every((value) => named.includes(value))
    if (['payload', 'beside'].includes(call.visit) !== namesVisit && !isWithoutVisit) complain('the name of the visit')
    if (typeof payload !== 'object' || payload === null) return
    for (const [field, value] of Object.entries(payload))
      if (/^(current_)?password$/.test(field) && !passwords.includes(opened(String(value))))
        complain(`${field}: ${opened(String(value)).startsWith('not') ? opened(String(value)) : 'another text'}`)
  }
  /** /mobileVerify begins without a visit. */
  let isWithoutVisit = false

  function answer(name: CallName, request: Asked): Reply {
    const scripted = once.get(name)?.shift() ?? always.get(name)
    const { pathname } = request.url
    const group = /codegroups\/([^/]+)\/codes$/.exec(pathname)?.[1]
    const usual: Scripted = name === 'codesOf' && group ? { data: codesOfGroup(group) } : { data: dataOf(world)[name] }
    const chosen = scripted ?? usual
    if ('step' in chosen) lastStep = chosen
    return styled(name, chosen, style, dataOf(world).initLogin)
  }

  function handle(backend: Backend, request: Asked, res: ServerResponse): void {
    const { method, url } = request
    if (method === 'OPTIONS')
      return write(res, {
        status: 204,
        body: '',
        headers: {
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-allow-headers': 'content-type, x-authenticator, x-account-session, idempotency-key',
        },
      })
    if (backend === 'auth' && method === 'GET' && url.pathname === INIT_PATH) {
      if (url.searchParams.get('flow') !== 'sms') troubles.push('init_url without its params')
      const uri = lastStep && 'step' in lastStep ? authorizationUri(lastStep.step, style) : ''
      return write(res, { status: 200, body: JSON.stringify({ auth: {}, data: { authorization_uri: uri } }) })
    }
    const route = ROUTES.find(
      (one) => one.backend === backend && one.method === method && one.pattern.test(url.pathname),
    )
    if (!route) {
      troubles.push(`${backend} has no ${method} ${url.pathname}`)
      return write(res, { status: 404, body: JSON.stringify({ code: 'NOT_FOUND' }) })
    }
    asked.push({ name: route.name, request })
    check(route.name, request)
    write(res, answer(route.name, request))
  }

  const serve = (backend: Backend) =>
    createServer((req, res) => {
      const pieces: Buffer[] = []
      req.on('data', (piece: Buffer) => pieces.push(piece))
      req.on('end', () => {
        const { method = '', url = '', headers } = req
        const body = Buffer.concat(pieces).toString()
        handle(backend, { method, url: new URL(url, 'http://localhost'), headers, body }, res)
      })
    })

  const servers = BACKENDS.map((backend) => ({ backend, server: serve(backend) }))
  const site = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    res.end('<!doctype html><html lang="ko"><title>Partner</title><h1>Partner</h1></html>')
  })
  world = { ...world, partner: await listen(site) }
  const urls = Object.fromEntries(
    await Promise.all(servers.map(async ({ backend, server }) => [backend, await listen(server)] as const)),
  ) as Record<Backend, string>

  let visits = 0
  return {
    urls,
    partner: world.partner,
    /** The visit that this browser is in. */
    visit: () => world.visit,
    /** The origin of the app, which CORS lets in. */
    letIn: (origin: string) => void (app = origin),
    /** A new visit, with nothing scripted, and each answer in this style. */
    reset(to: Style = PLAIN, typed: readonly string[] = []) {
      visits += 1
      world = { ...world, visit: { transaction_id: `visit-${visits}`, state: `state-${visits}` } }
      always = new Map()
      once = new Map()
      style = to
      troubles = []
      asked = []
      lastStep = null
      passwords = typed
      isWithoutVisit = false
    },
    withoutVisit: () => void (isWithoutVisit = true),
    /** From now on the call answers so. */
    always: (name: CallName, scripted: Scripted) => void always.set(name, scripted),
    /** The next answers of the call, one after the other. */
    next: (name: CallName, ...scripted: Scripted[]) => void once.set(name, scripted),
    /** Whether all of its next answers were given. */
    isUsual: (name: CallName) => (once.get(name) ?? []).length === 0,
    usual: (name: CallName): Json => dataOf(world)[name],
    count: (name: CallName) => asked.filter((one) => one.name === name).length,
    askedCalls: () => [...new Set(asked.map(({ name }) => name))],
    bodyOf: (name: CallName): unknown => parsed(asked.findLast((one) => one.name === name)?.request.body ?? ''),
    /** What the app asked otherwise than the contract says. */
    troubles: () => troubles,
    async close() {
      for (const { server } of [...servers, { server: site }]) {
        server.closeAllConnections()
        await new Promise((resolve) => void server.close(resolve))
      }
    },
  }
}
export type ScriptedBackend = Awaited<ReturnType<typeof startScripted>>

/** A key under which the app of a test seals its stores. */
export const storageKey = createHash('sha256').update('scripted').digest('hex')
