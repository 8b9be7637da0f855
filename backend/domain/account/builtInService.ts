// Contract, "Account": the built-in service `account`. The member's own pages sign in at it, as at any other service. It has the brand that
// the app shows on these pages where no service is known.
import type { BackendSettings } from '../../settings.ts'
import { ACCOUNT_CLIENT, type ClientSettings } from '../../settings/clients.ts'

/** Where the issuer leads after the sign-in (routes/accountEntry.ts). */
export const ACCOUNT_RETURN = '/account-return'

export const accountClient = ({
  url,
  app_origin,
  platform,
}: Pick<BackendSettings, 'url' | 'app_origin' | 'platform'>): ClientSettings => ({
  client_id: ACCOUNT_CLIENT,
  client_secret: '',
  redirect_uris: [url + ACCOUNT_RETURN],
  post_logout_redirect_uris: [],
  service: {
    display_name: platform.ko,
    display_name_en: platform.en,
    display_name_cn: platform.zh,
    icon_image_url: `${app_origin}/favicon.svg`,
    domain: `${app_origin}/account`,
  },
})
