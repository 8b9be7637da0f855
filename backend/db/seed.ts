// What the app shows of services, by their settings.
import type { Kysely } from 'kysely'
import type { OwnSettings } from '../settings/clients.ts'
import type { NewService, Schema } from './schema.ts'

/** The defaults of a service. They also replace values that an earlier start has stored and the settings no longer contain. */
const PLAIN = {
  icon_image_url: null,
  banner_image_url: null,
  banner_image_url_en: null,
  banner_image_url_cn: null,
  color: null,
  permission: 'EVERYONE',
  asks_consent: false,
  stay_session: true,
  internal_only: false,
} as const

/** The names in a client's settings. A service without a name shows its client ID in every language. */
export function namesIn({ client_id, service = {} }: OwnSettings) {
  const { display_name: ko, display_name_en: en, display_name_cn: zh } = service
  const usual = (ko ?? en ?? zh) ? null : client_id
  return {
    rp_name: ko ?? en ?? zh ?? client_id,
    display_name: ko ?? usual,
    display_name_en: en ?? usual,
    display_name_cn: zh ?? usual,
  }
}

/** Where members go back to. */
export const homeIn = ({ redirect_uris, service }: OwnSettings): string | null =>
  service?.domain ?? (redirect_uris[0] ? new URL(redirect_uris[0]).origin : null)

/** The service data in a client's settings. */
function serviceOf(client: OwnSettings): NewService {
  const { client_id, service = {} } = client
  return {
    ...PLAIN,
    ...service,
    required_profile: JSON.stringify(service.required_profile ?? []),
    allowed_ips: JSON.stringify(service.allowed_ips ?? []),
    client_id,
    ...namesIn(client),
    domain: homeIn(client),
  }
}

/** Writes what the app shows of a service. */
export async function writeService(db: Kysely<Schema>, client: OwnSettings): Promise<void> {
  const service = serviceOf(client)
  await db
    .insertInto('services')
    .values(service)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(service))
    .execute()
}
