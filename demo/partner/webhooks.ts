// The webhooks that the partner has received, checked by the library of Standard Webhooks. The newest ones stay in memory for the page.
import { Webhook as Signed } from 'standardwebhooks'
import { Webhook } from '../../contract/shapes/webhooks.ts'
import type { ServiceKey } from './services.ts'

export type Received = { id: string; service: ServiceKey; type: string; timestamp: string; data: object }

const SHOWN = 20

export function createWebhooks() {
  const received: Received[] = []
  return {
    /** The newest first. */
    of: (service: ServiceKey): readonly Received[] => received.filter((one) => one.service === service),
    /**
     * Keeps a call. The same call may come again, when its answer was lost: its ID counts once.
     * @throws when the signature is wrong, the call is older than five minutes, or it is no webhook
     */
    take(service: ServiceKey, secret: string, body: string, headers: Record<string, string>): void {
      const { type, timestamp, data } = Webhook.parse(new Signed(secret).verify(body, headers))
      const id = headers['webhook-id'] ?? ''
      if (received.some((one) => one.id === id)) return
      received.unshift({ id, service, type, timestamp, data })
      received.splice(SHOWN)
    },
    clear: (): void => void received.splice(0),
  }
}
