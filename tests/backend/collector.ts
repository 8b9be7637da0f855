// An OpenTelemetry collector that keeps what it gets by OTLP/HTTP in JSON.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const Value = z.object({ stringValue: z.optional(z.string()), intValue: z.optional(z.union([z.number(), z.string()])) })
const Attribute = z.object({ key: z.string(), value: Value })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(Attribute),
})
const Body = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
export type Exported = z.infer<typeof Span>

export async function startCollector() {
  const bodies: string[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      if (req.url === '/v1/traces') bodies.push(body)
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that came, as it came. */
    sent: () => bodies.join('\n'),
    spans: (): Exported[] =>
      bodies.flatMap((body) =>
        Body.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export const attributesOf = (span: Exported | undefined): Record<string, string | number | undefined> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
