// Contract: the OpenAPI 3.1 document of the calls that a service receives, made from the table of events (docs/partners.md, "Webhooks").
import * as z from 'zod/mini'
import { Webhook, WEBHOOKS } from '../contract/shapes/webhooks.ts'

const DESCRIPTION = `What a service with a \`webhook_uri\` is told of its members, from server to server. docs/partners.md, "Webhooks", says how to
check a signature, in which order calls come, and when they stop.`

/** The headers of Standard Webhooks. */
const HEADERS = {
  'webhook-id': 'Names the call. A call that comes again has the same one.',
  'webhook-timestamp': 'When the call was sent, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the signature in base64. While two secrets count, one of each, with a space between them.',
}
const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

const responses = {
  '204': { description: 'Taken. Any other 2xx says the same.' },
  '4XX': {
    description:
      'Not taken. The call comes again for about a day, as after a 5xx, a redirect, or no answer within 10 s.',
  },
}

type Event = keyof typeof WEBHOOKS

/** The schema of a body with this event. */
function bodyOf(type: Event): object {
  const body = z.extend(Webhook, { type: z.literal(type), data: WEBHOOKS[type].data })
  const { $schema: _version, ...schema } = z.toJSONSchema(body, { io: 'input' })
  return schema
}

/** `member.joined` → `memberJoined` */
const operationIdOf = (type: Event): string => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())

/** One webhook per event, by its `type`. */
export const webhookApi = (): object => ({
  openapi: '3.1.0',
  info: { title: 'Webhooks', version: '1.0.0', description: DESCRIPTION },
  servers: [{ url: 'https://service.example/webhooks', description: 'The `webhook_uri` of the service' }],
  webhooks: Object.fromEntries(
    (Object.keys(WEBHOOKS) as Event[]).map((type) => [
      type,
      {
        post: {
          operationId: operationIdOf(type),
          summary: WEBHOOKS[type].says,
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: bodyOf(type) } } },
          responses,
        },
      },
    ]),
  ),
})
