// What the app shows of services, and the demonstration's terms, which each start writes because addresses come from the settings.
import type { Kysely } from 'kysely'
import type { Ctx } from '../context.ts'
import { TERMS_LANGUAGES } from '../../contract/codes.ts'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../contract/terms.ts'
import type { OwnSettings } from '../settings/clients.ts'
import type { NewService, Names, Schema } from './schema.ts'
import { termsName, termsUrl } from '../domain/terms/terms.ts'
import { PLATFORM, upsertTerms } from '../domain/terms/termsFile.ts'

/** When each version of a text came into force. Most texts have one version. */
const IN_FORCE_SINCE = [new Date('2024-01-01T00:00:00Z'), new Date('2025-07-01T00:00:00Z')]

type Terms = { code: string; required: boolean; parent?: string; versions?: 2 }
const platform: readonly Terms[] = PLATFORM_TERMS.map(({ terms_code: code, ...text }) => ({
  code,
  ...text,
  ...(code === 'PRIVACY' && { versions: 2 }),
}))
const ofService: readonly Terms[] = [
  { code: 'RP_SERVICE', required: true },
  { code: 'RP_PRIVACY', required: true, versions: 2 },
]

const byLanguage = (text: (language: keyof Names) => string): string =>
  JSON.stringify(Object.fromEntries(TERMS_LANGUAGES.map((language) => [language, text(language)])))

function termsRows(ctx: Ctx, owner: string, terms: readonly Terms[]) {
  const audiences = [
    { audience: 'GEN', prefix: '' },
    { audience: 'SK', prefix: GROUP_PREFIX },
  ] as const
  return audiences.flatMap(({ audience, prefix }) =>
    terms.flatMap(({ code, required, parent, versions = 1 }, position) =>
      IN_FORCE_SINCE.slice(0, versions).map((effective_at, before) => ({
        owner,
        terms_code: prefix + code,
        version: before + 1,
        audience,
        required,
        parent: parent ? prefix + parent : null,
        position,
        names: byLanguage((language) => termsName(code, language)),
        urls: byLanguage((language) => termsUrl(ctx, prefix + code, language)),
        effective_at,
      })),
    ),
  )
}

/** The defaults of a service. They also replace values that an earlier start has stored and the settings no longer contain. */
const PLAIN = {
  icon_image_url: null,
  banner_image_url: null,
  banner_image_url_en: null,
  banner_image_url_cn: null,
  color: null,
  permission: 'EVERYONE',
  asks_consent: false,
} as const

/** The service data in a client's settings. A service without a name shows its client ID in every language. */
function serviceOf({ client_id, redirect_uris, service = {} }: OwnSettings): NewService {
  const { display_name: ko, display_name_en: en, display_name_cn: zh } = service
  const usual = (ko ?? en ?? zh) ? null : client_id
  return {
    ...PLAIN,
    ...service,
    required_profile: JSON.stringify(service.required_profile ?? []),
    client_id,
    rp_name: ko ?? en ?? zh ?? client_id,
    display_name: ko ?? usual,
    display_name_en: en ?? usual,
    display_name_cn: zh ?? usual,
    domain: service.domain ?? (redirect_uris[0] ? new URL(redirect_uris[0]).origin : null),
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

/** The texts in domain/terms/termsTexts.ts, which this backend shows by itself. */
export async function seedDemoTerms(ctx: Ctx): Promise<void> {
  const terms = [
    ...termsRows(ctx, PLATFORM, platform),
    ...ctx.settings.clients.flatMap(({ client_id }) => termsRows(ctx, client_id, ofService)),
  ]
  await upsertTerms(ctx.db, terms)
}
