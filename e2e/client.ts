// An OpenID Connect client written from the specifications alone: fetch, node:crypto and an HTTP server. It shares nothing
// with the partner, so that both can only agree on what the standard says.
import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ports, backend, secondClient } from './addresses.ts'

type Json = Record<string, unknown>
type Discovery = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  userinfo_endpoint: string
} & {
  jwks_uri: string
}
export type Received = { header: Json; claims: Json; userinfo: Json; tokens: Json }

const { client_id, base, callback } = secondClient
const random = () => randomBytes(32).toString('base64url')
const json = async (url: string, init?: RequestInit) => (await (await fetch(url, init)).json()) as Json
const part = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json

async function discover(): Promise<Discovery> {
  const found = (await json(`${backend}/.well-known/openid-configuration`)) as Discovery & Json
  if (found.issuer !== backend) throw new Error(`the issuer calls itself ${found.issuer}`)
  return found
}

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ client_id, ...form }) })

/** Checks the signature against the issuer's published keys, and every claim that OpenID Connect Core §3.1.3.7 names. */
async function checked(id_token: string, { jwks_uri, issuer }: Discovery, nonce: string) {
  const [head = '', body = '', signature = ''] = id_token.split('.')
  const [header, claims] = [part(head), part(body)]
  const { keys } = (await json(jwks_uri)) as { keys: (JsonWebKey & Json)[] }
  const jwk = keys.find(({ kid }) => kid === header.kid)
  if (!jwk) throw new Error('signed with a key that is not published')
  if (header.alg !== 'RS256') throw new Error(`signed with ${String(header.alg)}`)
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  const now = Date.now() / 1000
  const isGood =
    isSigned &&
    claims.iss === issuer &&
    [claims.aud].flat().includes(client_id) &&
    claims.nonce === nonce &&
    Number(claims.exp) > now &&
    Number(claims.iat) <= now + 5
  if (!isGood) throw new Error('the ID token does not hold')
  return { header, claims }
}

/**
 * Listens on its own port. `/start?…` begins a sign-in with further request parameters. The callback page shows the result in one
 * word, and `received` holds the tokens and claims of the last success.
 */
export function startClient() {
  const flows = new Map<string, { verifier: string; nonce: string }>()
  const kept: { last: Received | null } = { last: null }

  async function begin(wishes: URLSearchParams): Promise<string> {
    const { authorization_endpoint } = await discover()
    const [state, verifier, nonce] = [random(), random(), random()]
    flows.set(state, { verifier, nonce })
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const query = {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile email',
      state,
      nonce,
    }
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    return `${authorization_endpoint}?${new URLSearchParams({ ...query, ...pkce, ...Object.fromEntries(wishes) }).toString()}`
  }

  async function finish(answer: URLSearchParams): Promise<string> {
    const flow = flows.get(answer.get('state') ?? '')
    if (!flow) return 'wrong state'
    flows.delete(answer.get('state') ?? '')
    const provider = await discover()
    if (answer.get('iss') !== provider.issuer) return 'wrong issuer'
    if (answer.has('error')) return answer.get('error') ?? ''
    const { verifier, nonce } = flow
    const grant = { grant_type: 'authorization_code', code: answer.get('code') ?? '', redirect_uri: callback }
    const response = await post(provider.token_endpoint, { ...grant, code_verifier: verifier })
    const tokens = (await response.json()) as Json
    if (!response.ok) return String(tokens.error)
    const { header, claims } = await checked(String(tokens.id_token), provider, nonce)
    const authorization = `Bearer ${String(tokens.access_token)}`
    const userinfo = await json(provider.userinfo_endpoint, { headers: { authorization } })
    kept.last = { header, claims, userinfo, tokens }
    return 'signed in'
  }

  const page = (word: string) => `<!doctype html><html lang="en"><title>client</title><h1>${word}</h1>`
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', base)
    if (url.pathname === '/start') return response.writeHead(303, { location: await begin(url.searchParams) }).end()
    const word = url.pathname === '/back' ? await finish(url.searchParams) : 'nothing here'
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page(word))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(page(String(error))))
  })

  return {
    listen: () => new Promise<void>((resolve) => server.listen(ports.client, () => resolve())),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    received: () => {
      if (!kept.last) throw new Error('nobody has signed in')
      return kept.last
    },
    /** The endpoints that need no browser. */
    token: async (form: Record<string, string>) => post((await discover()).token_endpoint, form),
    begin,
  }
}
