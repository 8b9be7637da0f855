// What the page shows of the webhooks of a service.
import { html, type Markup } from '../../server/page.ts'
import type { Received } from './webhooks.ts'

/** The newest first; nothing before the first one. */
export const webhookList = (name: string, received: readonly Received[]): Markup | string =>
  received.length === 0
    ? ''
    : html`
        <details>
          <summary>Webhooks (${String(received.length)})</summary>
          <table class="facts" aria-label="Webhooks of ${name}">
            ${received.map(
              ({ id, type, timestamp, data }) => html`
                <tr>
                  <th scope="row">${type}<br /><span class="soft">${timestamp}</span></th>
                  <td><code>${JSON.stringify(data)}</code><br /><span class="soft">${id}, signature checked</span></td>
                </tr>
              `,
            )}
          </table>
        </details>
      `
