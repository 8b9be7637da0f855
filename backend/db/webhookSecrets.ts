// The secrets that sign webhooks, in one row of the table `keys`: a receiver checks with the same secret, so a hash would not do. The row is encrypted as the
// other ones are.
import type { Ctx } from '../context.ts'
import { aliveSecrets } from '../settings/clients.ts'
import { changeRow, createRow, readRow } from './keyRows.ts'

/** @property ends_at ISO 8601; null: until another secret follows */
type WebhookSecret = { secret: string; ends_at: string | null }
/** By client ID, the newest first. */
type Stored = Readonly<Record<string, readonly WebhookSecret[]>>
type Of = Pick<Ctx, 'db' | 'now'> & { keys: Pick<Ctx['keys'], 'encryption'> }

const ROW = 'webhooks'

async function read({ db, keys }: Of): Promise<Stored> {
  // Only this file writes the value.
  return ((await readRow(db, ROW, keys.encryption))?.value ?? {}) as Stored
}

/** The secrets of a service that count now, with their ends. */
export const storedWebhookSecrets = async (of: Of, client_id: string): Promise<WebhookSecret[]> =>
  aliveSecrets((await read(of))[client_id] ?? [], of.now())

/** The secrets that sign a webhook to this service now. */
export const webhookSecretsOf = async (of: Of, client_id: string): Promise<string[]> =>
  (await storedWebhookSecrets(of, client_id)).map(({ secret }) => secret)

/** Changes the secrets of one service. @param change returns those that it has then; none takes the service out */
export async function changeWebhookSecrets(
  of: Of,
  client_id: string,
  change: (alive: readonly WebhookSecret[]) => readonly WebhookSecret[],
): Promise<void> {
  const { db, now, keys } = of
  await createRow(db, ROW, {}, now(), keys.encryption)
  await changeRow(db, ROW, keys.encryption, async (before) => {
    const { [client_id]: own = [], ...others } = before as Stored
    const next = change(aliveSecrets(own, now()))
    return next.length > 0 ? { ...others, [client_id]: next } : others
  })
}
