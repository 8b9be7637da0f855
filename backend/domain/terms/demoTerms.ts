// The demonstration's terms: the texts in termsTexts.ts, which this backend shows by itself at /terms/<code>.
import type { Kysely } from 'kysely'
import { TERMS_LANGUAGES, type TermsLanguage } from '../../../contract/codes.ts'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../../contract/terms.ts'
import { urlOf } from '../../../contract/url.ts'
import type { Ctx } from '../../context.ts'
import type { Names, Schema } from '../../db/schema.ts'
import { inForce, PLATFORM } from './agreements.ts'
import { termsName, termsUrl } from './terms.ts'
import { upsertTerms } from './termsFile.ts'

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

type Stored = { owner: string; terms_code: string; version: number; urls: Names }

/** Whether an address is one of `termsUrl`, whatever the address of the backend was when it was stored. */
function isDemoUrl({ terms_code, urls }: Stored, language: TermsLanguage): boolean {
  const at = urlOf(urls[language])
  return at?.pathname === `/terms/${terms_code}` && at.search === `?language=${language}`
}
const isDemo = (row: Stored): boolean => TERMS_LANGUAGES.every((language) => isDemoUrl(row, language))

const storedTerms = (db: Kysely<Schema>): Promise<Stored[]> =>
  db.selectFrom('terms_versions').select(['owner', 'terms_code', 'version', 'urls']).execute()

/**
 * Adds the demonstration's terms where nobody else has written terms, and gives those that are stored the address of this backend. Terms of an
 * operator stay as they are, and get no terms of the demonstration beside them.
 */
export async function seedDemoTerms(ctx: Ctx): Promise<void> {
  const stored = await storedTerms(ctx.db)
  const others = new Set(stored.filter((row) => !isDemo(row)).map(({ owner }) => owner))
  const isOwn = (row: Omit<Stored, 'urls'>) =>
    stored.some(
      (one) =>
        one.owner === row.owner && one.terms_code === row.terms_code && one.version === row.version && isDemo(one),
    )
  const rows = [
    ...termsRows(ctx, PLATFORM, platform),
    ...ctx.settings.clients.flatMap(({ client_id }) => termsRows(ctx, client_id, ofService)),
  ]
  const free = rows.filter((row) => isOwn(row) || !(others.has(PLATFORM) || others.has(row.owner)))
  if (free.length > 0) await upsertTerms(ctx.db, free)
}

/** Whether a stored version, in force or not, leads to a text of the demonstration. */
export const hasDemoTerms = async (db: Kysely<Schema>): Promise<boolean> =>
  (await storedTerms(db)).some((row) => TERMS_LANGUAGES.some((language) => isDemoUrl(row, language)))

/** A line for each owner whose terms in force lead to texts of the demonstration. */
export async function demoTermsInForce(db: Kysely<Schema>, now: Date): Promise<string[]> {
  const rows = await inForce(db, null, now).execute()
  const demo = rows.filter((row) => TERMS_LANGUAGES.some((language) => isDemoUrl(row, language)))
  return [...new Set(demo.map(({ owner }) => owner))].map((owner) => {
    const codes = demo.filter((row) => row.owner === owner).map(({ terms_code }) => terms_code)
    return `the demonstration's terms are in force for ${owner}: ${codes.join(', ')}: npm run terms -- FILE`
  })
}
