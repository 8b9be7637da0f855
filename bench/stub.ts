// A backend that answers at once and always the same, because the benchmark measures the app.
import { generateKeyPairSync } from 'node:crypto'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type * as z from 'zod/mini'
import type { ServiceInfo, Welcome } from '../contract/shapes/welcome.ts'
import type { Line } from './line.ts'

export type Stub = {
  url: string
  /** When the browser arrived at the sign-in's destination; 0 until then. */
  arrived: () => number
  close: () => void
}

const hex = (base64url: string) => Buffer.from(base64url, 'base64url').toString('hex')

/** @param pem key and certificate @param line the network line to it */
export async function startStub(pem: string, line: Line): Promise<Stub> {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
  const welcome = (query: URLSearchParams): z.input<typeof Welcome> => ({
    client_id: 'service-a',
    transaction_id: query.get('transaction_id') ?? '',
    state: query.get('state') ?? '',
    modulus: hex(n),
    exponent: hex(e),
    enc_alg: 'RSA-OAEP-256',
    stay_session: false,
    callback_url: '',
    amrs: ['PWD'],
    sso_sessions: [],
    possible_sso_login: false,
  })
  const service: z.input<typeof ServiceInfo> = {
    rp_id: 'service-a',
    rp_name: 'Service',
    display_name: '서비스',
    display_name_en: 'Service',
    display_name_cn: '服务',
    permission: 'EVERYONE',
  }
  let url = ''
  let arrived = 0
  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    'GET /v1/init/login': welcome,
    'GET /v1/profile/rp': () => service,
    'POST /v1/verify/pwd': () => ({ location: `${url}/done` }),
  }
  const answerTo = (req: Http2ServerRequest, res: Http2ServerResponse) => {
    const { pathname, searchParams } = new URL(req.url, url)
    res.setHeader('access-control-allow-origin', req.headers.origin ?? '*')
    res.setHeader('access-control-allow-credentials', 'true')
    res.setHeader('access-control-allow-headers', req.headers['access-control-request-headers'] ?? '')
    res.setHeader('access-control-allow-methods', 'GET, POST')
    res.setHeader('vary', 'origin')
    res.setHeader('timing-allow-origin', '*')
    req.resume()
    if (req.method === 'OPTIONS') return void res.writeHead(204).end()
    if (pathname === '/done') {
      arrived = Date.now()
      return void res.writeHead(200, { 'content-type': 'text/plain' }).end('done')
    }
    const answer = answers[`${req.method} ${pathname}`]
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    res.end(JSON.stringify(answer ? { data: answer(searchParams) } : { code: 404 }))
  }
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, answerTo)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://localhost:${await line.open((server.address() as AddressInfo).port)}`
  return { url, arrived: () => arrived, close: () => server.close() }
}
