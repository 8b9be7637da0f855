// A service that hears of ended sessions, from server to server.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, type JWTPayload } from 'jose'
import { PARTNER } from './start.ts'

export async function startLogoutListener() {
  /** What the logout tokens say, in the order of their arrival. */
  const heard: JWTPayload[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (text: Buffer) => (body += text.toString()))
    request.on('end', () => {
      heard.push(decodeJwt(new URLSearchParams(body).get('logout_token') ?? ''))
      response.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`
  return {
    heard,
    uri,
    /** The settings of the service. */
    client: {
      client_id: 'listener',
      client_secret: 'a secret of the listener, long enough',
      redirect_uris: [`${PARTNER}/callback`],
      post_logout_redirect_uris: [`${PARTNER}/`],
      backchannel_logout_uri: uri,
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type LogoutListener = Awaited<ReturnType<typeof startLogoutListener>>
