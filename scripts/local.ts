// The settings for one machine: everything on localhost, on different ports. The environment takes precedence; an empty value counts as
// unset.
import { parseClients } from '../backend/settings/clients.ts'
import { SERVICES } from '../demo/partner/services.ts'
import { LOCALES } from '../contract/locale.ts'
import { SETTING_NAMES } from '../contract/settings.ts'
import { ports, type Env } from '../server/ports.ts'

/** Every VITE_* setting of an app whose five backends are the embedded one, and which may return to each known service. */
export function localSettings(env: Env): Record<string, string> {
  const { backend, partner } = ports(env)
  const api = `http://localhost:${backend}`
  const services = parseClients(env.BACKEND_CLIENTS).flatMap(({ redirect_uris, service }) => [
    ...redirect_uris,
    ...(service?.domain ? [service.domain] : []),
  ])
  const origins = [api, `http://localhost:${partner}`, ...services.map((address) => new URL(address).origin)]
  const usual: Record<string, string> = {
    VITE_AUTH_API_URL: api,
    VITE_SERVICE_API_URL: api,
    VITE_PORTAL_API_URL: api,
    VITE_FILE_API_URL: api,
    VITE_NODE_API_URL: api,
    VITE_STORAGE_KEY: 'only-for-development',
    VITE_JOIN_CLIENT_IDS: 'service-a,service-b',
    VITE_SUPPORT_CLIENT_ID: 'service-a',
    VITE_LOCALES: LOCALES.join(','),
    VITE_REDIRECT_ORIGINS: [...new Set(origins)].join(','),
    VITE_TERMS_ORIGINS: api,
    VITE_SERVICES: JSON.stringify(
      SERVICES.map(({ key, name, name_en, name_cn }) => ({
        display_name: name,
        display_name_en: name_en,
        display_name_cn: name_cn,
        url: `http://localhost:${partner}/sign-in?service=${key}`,
      })),
    ),
  }
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, env[name] || (usual[name] ?? '')]))
}
