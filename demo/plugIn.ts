// What the demonstration adds to the backend: members, two partner services, the outbox page and the API documents.
import { Hono } from 'hono'
import { isLoopback } from '../contract/url.ts'
import { hmac, type BackendKeys } from '../backend/db/keys.ts'
import { LOOPBACK } from '../backend/domain/limits/networks.ts'
import type { PlugIn } from '../backend/plugIn.ts'
import type { ClientSettings } from '../backend/settings/clients.ts'
import { StartProblem } from '../backend/startProblem.ts'
import { secretOf } from '../backend/webhooks/signature.ts'
import { seedDemo } from './members.ts'
import { SERVICES, type PartnerService } from './partner/services.ts'
import { apiDocsRoutes } from './routes/apiDocs.ts'
import { memberRoutes } from './routes/members.ts'
import { messagePreviewRoutes } from './routes/messagePreview.ts'
import { outboxRoutes } from './routes/outbox.ts'
import type { Ctx } from '../backend/context.ts'

/** @throws StartProblem if the database has members, and none of them is the demonstration's: they are an installation's */
async function mustBeDemo({ db }: Ctx): Promise<void> {
  const first = await db
    .selectFrom('members')
    .select('demo_key')
    .orderBy((eb) => eb('demo_key', 'is', null))
    .limit(1)
    .executeTakeFirst()
  if (first?.demo_key === null)
    throw new StartProblem('the database has members, and none of the demo: give the demo a database of its own')
}

/** What the app shows of a service: one is for everyone and has a banner, one is for group members and asks at its first use. */
const shown = (
  { key, client_id, name, name_en, name_cn, color }: PartnerService,
  partner_url: string,
): ClientSettings['service'] => ({
  display_name: name,
  display_name_en: name_en,
  display_name_cn: name_cn,
  icon_image_url: `${partner_url}/brand/${client_id}.svg`,
  color,
  domain: partner_url,
  ...(key === 'a'
    ? {
        banner_image_url: `${partner_url}/brand/banner-ko.svg`,
        banner_image_url_en: `${partner_url}/brand/banner-en.svg`,
        banner_image_url_cn: `${partner_url}/brand/banner-zh.svg`,
      }
    : {
        permission: 'ONLY_SK',
        asks_consent: true,
        required_profile: ['current_job_group', 'current_job', 'interest_category', 'interest_field'],
      }),
})

/** The services' secrets are derived from a key of this installation, so none is in the repository. */
const clients = (keys: BackendKeys, partner_url: string): ClientSettings[] =>
  SERVICES.map((service) => ({
    client_id: service.client_id,
    client_secret: hmac(keys.clients, service.client_id).toString('base64url'),
    redirect_uris: [`${partner_url}/callback`],
    post_logout_redirect_uris: [`${partner_url}/`],
    backchannel_logout_uri: `${partner_url}/backchannel-logout/${service.key}`,
    webhook_uri: `${partner_url}/webhooks/${service.key}`,
    webhook_secret: secretOf(hmac(keys.clients, `webhooks of ${service.client_id}`)),
    service: shown(service, partner_url),
  }))

/** The demonstration shows passwords and one-time codes, so only this machine may reach it. */
function check({ host, url = 'http://localhost' }: { host: string; url: string | undefined }): void {
  if (!isLoopback(host) || !isLoopback(new URL(url).hostname))
    throw new StartProblem('the demo runs on loopback only: leave out HOST and BACKEND_URL, or start backend/main.ts')
  if (process.env.NODE_ENV === 'production')
    throw new StartProblem('the demo does not run with NODE_ENV=production: start backend/main.ts')
}

/** @param partner_url the origin of the partner service */
export const demoPlugIn = (partner_url: string): PlugIn => ({
  check,
  clients: (keys) => clients(keys, partner_url),
  admit: mustBeDemo,
  seed: seedDemo,
  routes: (ctx, hashing) =>
    new Hono()
      .route('/', outboxRoutes(ctx))
      .route('/', memberRoutes(ctx, hashing))
      .route('/', apiDocsRoutes())
      .route('/', messagePreviewRoutes()),
  openPaths: ['demo', 'outbox', 'api-docs'],
  copiesMessages: true,
  webhookNetworks: LOOPBACK,
})
