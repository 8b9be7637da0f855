// A service that receives webhooks, and checks each one with the library of Standard Webhooks.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Signed } from 'standardwebhooks'
import * as z from 'zod/mini'
import { Webhook, WEBHOOKS } from '../../contract/shapes/webhooks.ts'

export type Heard = {
  service: string
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
  headers: Record<string, string>
  body: string
}

/** @param secretOf the secret of a service, by its name in the path */
export async function startReceiver(secretOf: (service: string) => string) {
  const heard: Heard[] = []
  const receiver = {
    /** The status of an answer, or null for no answer at all. */
    answer: (_service: string): number | null => 204,
    heard,
    uri: (service: string) => `http://127.0.0.1:${port}/${service}`,
    of: (service: string) => heard.filter((one) => one.service === service),
    told: (service: string) => heard.flatMap((one) => (one.service === service ? [[one.type, one.data] as const] : [])),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (text: Buffer) => (body += text.toString()))
    request.on('end', () => {
      const service = request.url?.slice(1) ?? ''
      const headers = request.headers as Record<string, string>
      const { type, timestamp, data } = Webhook.parse(new Signed(secretOf(service)).verify(body, headers))
      z.parse(WEBHOOKS[type].data, data)
      heard.push({ service, id: headers['webhook-id'] ?? '', type, timestamp, data, headers, body })
      const status = receiver.answer(service)
      if (status !== null) response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
