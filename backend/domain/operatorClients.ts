// What an operator does with partner services, each with an entry in the record of security events.
import { newSecret, hashOf, secondsFrom, type Ctx } from '../context.ts'
import { changeWebhookSecrets, storedWebhookSecrets } from '../db/webhookSecrets.ts'
import { aliveSecrets, endingBy, secretProblem, type ClientSettings, type OwnSettings } from '../settings/clients.ts'
import type { Picture } from '../settings/pictures.ts'
import { StartProblem } from '../startProblem.ts'
import { addVersion, partnerVersions, storedForm, type ClientVersion } from './clientVersions.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import type { SecurityEvent } from './audit/eventNames.ts'
import { record } from './audit/events.ts'
import { endTokensAt } from './sessions/sessions.ts'

/** @throws StartProblem if there is no such service, or it was removed */
async function clientNamed(ctx: Ctx, client_id: string): Promise<ClientVersion & { settings: OwnSettings }> {
  const found = (await partnerVersions(ctx.db)).find((one) => one.client_id === client_id)
  if (!found?.settings) throw new StartProblem(`no service has the ID ${client_id}`)
  return { ...found, settings: found.settings }
}

type Change = Pick<ClientVersion, 'settings' | 'secrets'> & { pictures?: readonly Picture[] }

/** @throws StartProblem if somebody else has changed the service meanwhile */
async function write(
  ctx: Ctx,
  event: SecurityEvent,
  { client_id, version }: Pick<ClientVersion, 'client_id' | 'version'>,
  { pictures = [], ...change }: Change,
  by: string,
): Promise<void> {
  const next = { client_id, version: version + 1, ...change, changed_by: by, changed_at: ctx.now() }
  if (!(await addVersion(ctx.db, next, pictures)))
    throw new StartProblem(`${client_id} was changed meanwhile: look at it and try again`)
  await record(ctx, event, { client_id }, { by, version: next.version })
}

/**
 * @param isPublic a client without a `client_secret` gets none
 * @returns the new secret; null for a public client and for one that brings its own
 */
export async function addClient(
  ctx: Ctx,
  client: ClientSettings,
  isPublic: boolean,
  by: string,
): Promise<string | null> {
  const { client_id, client_secret } = client
  const stored = (await partnerVersions(ctx.db)).find((one) => one.client_id === client_id)
  if (stored?.settings) throw new StartProblem(`${client_id} is there already: use change`)
  const made = client_secret === '' && !isPublic ? newSecret() : null
  const change = storedForm({ ...client, client_secret: made ?? client_secret }, ctx.settings.url)
  const problem = secretProblem(client, change.secrets.length)
  if (problem) throw new StartProblem(problem)
  // A service that was removed comes back without what it had: the operator may have removed it because somebody has stolen its tokens.
  if (stored) await endTokensAt(ctx, client_id)
  await write(ctx, 'operator.client_added', { client_id, version: stored?.version ?? 0 }, change, by)
  return made
}

/** Replaces the settings. The secrets stay. */
export async function changeClient(ctx: Ctx, client: ClientSettings, by: string): Promise<void> {
  if (client.client_secret !== '')
    throw new StartProblem(`${client.client_id}: a secret is changed by secret, not here`)
  if (client.webhook_secret !== undefined)
    throw new StartProblem(`${client.client_id}: a webhook_secret is changed by webhook-secret, not here`)
  const stored = await clientNamed(ctx, client.client_id)
  const { settings, pictures } = storedForm(client, ctx.settings.url)
  const problem = secretProblem(client, aliveSecrets(stored.secrets, ctx.now()).length)
  if (problem) throw new StartProblem(problem)
  await write(ctx, 'operator.client_changed', stored, { settings, secrets: stored.secrets, pictures }, by)
}

/**
 * Adds a secret. Those before it end after so many seconds.
 * @returns the new secret, which nothing shows again
 */
export async function addSecret(ctx: Ctx, client_id: string, seconds: number, by: string): Promise<string> {
  const stored = await clientNamed(ctx, client_id)
  const made = newSecret()
  const end = secondsFrom(ctx.now(), seconds).toISOString()
  const ending = endingBy(aliveSecrets(stored.secrets, ctx.now()), end)
  const secrets = [{ hash: hashOf(made), ends_at: null }, ...(seconds > 0 ? ending : [])]
  await write(ctx, 'operator.client_secret', stored, { settings: stored.settings, secrets }, by)
  return made
}

/** The service signs nobody in any more. Its members' consents and events stay. */
export async function removeClient(ctx: Ctx, client_id: string, by: string): Promise<void> {
  await write(ctx, 'operator.client_removed', await clientNamed(ctx, client_id), { settings: null, secrets: [] }, by)
  await changeWebhookSecrets(ctx, client_id, () => [])
}

/**
 * Adds a secret that signs webhooks. Those before it end after so many seconds; until then each call has a signature of both.
 * @returns the new secret, which nothing shows again
 * @throws StartProblem if the service has no address for webhooks
 */
export async function addWebhookSecret(ctx: Ctx, client_id: string, seconds: number, by: string): Promise<string> {
  const { settings } = await clientNamed(ctx, client_id)
  if (!settings.webhook_uri) throw new StartProblem(`${client_id} has no webhook_uri: use change`)
  const secret = newWebhookSecret()
  const end = secondsFrom(ctx.now(), seconds).toISOString()
  await changeWebhookSecrets(ctx, client_id, (alive) => [
    { secret, ends_at: null },
    ...(seconds > 0 ? endingBy(alive, end) : []),
  ])
  await record(ctx, 'operator.webhook_secret', { client_id }, { by })
  return secret
}

/**
 * The first secret of a service that has an address for webhooks.
 * @param given the secret that the service brings, if it brings one
 * @returns a new secret; null if the service brings one, has one already or has no address
 */
export async function firstWebhookSecret(
  ctx: Ctx,
  { client_id, webhook_uri, webhook_secret: given }: ClientSettings,
  by: string,
): Promise<string | null> {
  if (!webhook_uri || (await storedWebhookSecrets(ctx, client_id)).length > 0) return null
  if (given === undefined) return addWebhookSecret(ctx, client_id, 0, by)
  await changeWebhookSecrets(ctx, client_id, () => [{ secret: given, ends_at: null }])
  await record(ctx, 'operator.webhook_secret', { client_id }, { by })
  return null
}

/** Every version of a service, the newest first. @throws StartProblem if there is none */
export async function versionsOf(ctx: Ctx, client_id: string): Promise<ClientVersion[]> {
  const rows = await ctx.db
    .selectFrom('client_versions')
    .selectAll()
    .where('client_id', '=', client_id)
    .orderBy('version', 'desc')
    .execute()
  if (rows.length === 0) throw new StartProblem(`no service has the ID ${client_id}`)
  return rows as ClientVersion[]
}
