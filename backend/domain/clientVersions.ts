// The partner services, as rows that are added and never changed: the newest row of a service counts. Every instance follows them.
import { timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { hashOf, type Ctx } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { accountClient } from './account/builtInService.ts'
import { writeService } from '../db/seed.ts'
import { changeWebhookSecrets, storedWebhookSecrets } from '../db/webhookSecrets.ts'
import {
  ACCOUNT_CLIENT,
  aliveSecrets,
  type ClientSecret,
  type ClientSettings,
  type OwnSettings,
  type ServingClient,
} from '../settings/clients.ts'
import { withAddresses, type Picture } from '../settings/pictures.ts'

export type ClientVersion = {
  client_id: string
  version: number
  /** Null: the service was removed. */
  settings: OwnSettings | null
  secrets: ClientSecret[]
  /** Null: a start wrote it, from the settings or for the demonstration. */
  changed_by: string | null
  changed_at: Date
}

/** The newest version of each service, removed ones too, in the order of their IDs. */
async function latestVersions(db: Kysely<Schema>): Promise<ClientVersion[]> {
  const rows = await db
    .selectFrom('client_versions')
    .distinctOn('client_id')
    .selectAll()
    .orderBy('client_id')
    .orderBy('version', 'desc')
    .execute()
  // Only `addVersion` writes these values.
  return rows as ClientVersion[]
}

/** Those that operators know: without the built-in service. */
export const partnerVersions = async (db: Kysely<Schema>): Promise<ClientVersion[]> =>
  (await latestVersions(db)).filter(({ client_id }) => client_id !== ACCOUNT_CLIENT)

/** Changes with each version that is added. */
export async function stampOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from client_versions`.execute(db)
  return rows[0]?.last ?? 0
}

export async function servingClients(db: Kysely<Schema>): Promise<ServingClient[]> {
  const latest = await latestVersions(db)
  return latest.flatMap(({ settings, secrets }) => (settings ? [{ ...settings, secrets }] : []))
}

/**
 * Adds the next version of a service, stores pictures that are new, and writes what the app shows of it.
 * @returns false if another process has added that version first
 */
export async function addVersion(
  db: Kysely<Schema>,
  { client_id, version, settings, secrets, changed_by, changed_at }: ClientVersion,
  pictures: readonly Picture[],
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('client_versions')
      .values({
        client_id,
        version,
        settings: settings && JSON.stringify(settings),
        secrets: JSON.stringify(secrets),
        changed_by,
        changed_at,
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'version']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added && settings) await writeService(tx, settings)
    if (added && pictures.length > 0)
      await tx
        .insertInto('pictures')
        .values(pictures.map((one) => ({ ...one, at: changed_at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return added !== undefined
  })
}

type StoredForm = Pick<ClientVersion, 'secrets'> & { settings: OwnSettings; pictures: Picture[] }

/** What is stored of a client of the settings, with the pictures that its files hold. @param url the backend's own address */
export function storedForm(
  { client_secret, webhook_secret: _signs, service, ...settings }: ClientSettings,
  url: string,
): StoredForm {
  const addressed = service && withAddresses(service, url)
  return {
    // As the database returns it: without the properties that are undefined.
    settings: JSON.parse(JSON.stringify({ ...settings, service: addressed?.service })) as OwnSettings,
    secrets: client_secret === '' ? [] : [{ hash: hashOf(client_secret), ends_at: null }],
    pictures: addressed?.pictures ?? [],
  }
}

/** A start stores the secret of the settings, and takes another one out. */
async function seedWebhookSecret(ctx: Ctx, { client_id, webhook_secret }: ClientSettings): Promise<void> {
  const stored = await storedWebhookSecrets(ctx, client_id)
  if (stored[0]?.secret === webhook_secret) return
  await changeWebhookSecrets(ctx, client_id, () => (webhook_secret ? [{ secret: webhook_secret, ends_at: null }] : []))
}

/**
 * Stores the built-in service and those of the settings. A service that an operator has changed or removed by command stays as it is.
 * @returns the IDs of services that a start has stored and the settings no longer have
 */
export async function seedClients(ctx: Ctx): Promise<string[]> {
  const latest = new Map((await latestVersions(ctx.db)).map((one) => [one.client_id, one]))
  for (const client of [accountClient(ctx.settings), ...ctx.settings.clients]) {
    const { settings, secrets, pictures } = storedForm(client, ctx.settings.url)
    const stored = latest.get(client.client_id)
    latest.delete(client.client_id)
    const isSame = isDeepStrictEqual([stored?.settings, stored?.secrets], [settings, secrets])
    const isOperators = stored !== undefined && stored.changed_by !== null
    if (!isOperators) await seedWebhookSecret(ctx, client)
    if (isOperators || isSame) continue
    const version = (stored?.version ?? 0) + 1
    const { client_id } = client
    await addVersion(
      ctx.db,
      { client_id, version, settings, secrets, changed_by: null, changed_at: ctx.now() },
      pictures,
    )
  }
  return [...latest.values()].flatMap((one) => (one.changed_by === null ? [one.client_id] : []))
}

/** Whether a text is a secret of the client that counts now. */
export function isSecretOf({ secrets }: ServingClient, text: string, now: Date): boolean {
  const hash = Buffer.from(hashOf(text))
  return aliveSecrets(secrets, now).some((one) => timingSafeEqual(Buffer.from(one.hash), hash))
}
