// Contract, "Account": the services that a member uses, what each may read, and the terms that the member agreed to, with the text and version of that day.
import { sql } from 'kysely'
import { type Locale, NAME_IN } from '../../../contract/locale.ts'
import type { ServiceRow } from '../../../contract/shapes/account.ts'
import type { Ctx } from '../../context.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { claimsOf } from '../sessions/claims.ts'
import { nameOf } from '../sessions/serviceName.ts'

const TERMS_IN = { ko: 'KR', en: 'EN', cn: 'CN' } as const

/** The scopes of the member's grants, by service. */
export async function grantedScopes(ctx: Ctx, member_id: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ client_id: string; scope: string }>`
    select payload->>'clientId' as client_id, coalesce(payload#>>'{openid,scope}', '') as scope from oidc_payloads
    where model = 'Grant' and payload->>'accountId' = ${member_id} and expires_at > ${ctx.now()}`.execute(ctx.db)
  const found = new Map<string, string[]>()
  for (const { client_id, scope } of rows)
    found.set(client_id, [...(found.get(client_id) ?? []), ...scope.split(' ').filter(Boolean)])
  return found
}

/** What the member has agreed to and not withdrawn since. */
const agreedTerms = (ctx: Ctx, member_id: string) =>
  ctx.db
    .selectFrom((inner) =>
      inner
        .selectFrom('consents')
        .distinctOn(['owner', 'terms_code'])
        .select(['owner', 'terms_code', 'version', 'agreed', 'at'])
        .where('member_id', '=', member_id)
        .orderBy('owner')
        .orderBy('terms_code')
        .orderBy('id', 'desc')
        .as('c'),
    )
    .innerJoin('terms_versions as t', (join) =>
      join
        .onRef('t.owner', '=', 'c.owner')
        .onRef('t.terms_code', '=', 'c.terms_code')
        .onRef('t.version', '=', 'c.version'),
    )
    .select(['c.owner', 'c.version', 'c.at', 't.names', 't.urls', 't.required'])
    .where('c.agreed', '=', true)
    .orderBy('t.position')
    .execute()

/** The services that the member uses or lets read something, the last used first. @param locale of the names and the terms */
export async function listServices(ctx: Ctx, member_id: string, locale: Locale): Promise<ServiceRow[]> {
  const [grants, terms] = await Promise.all([grantedScopes(ctx, member_id), agreedTerms(ctx, member_id)])
  const rows = await ctx.db
    .selectFrom('services as s')
    .leftJoin('service_members as m', (join) =>
      join.onRef('m.client_id', '=', 's.client_id').on('m.member_id', '=', member_id),
    )
    .leftJoin('service_uses as u', (join) =>
      join.onRef('u.client_id', '=', 's.client_id').on('u.member_id', '=', member_id),
    )
    .select(['s.client_id', 's.rp_name', 's.display_name', 's.display_name_en', 's.display_name_cn'])
    .select(['s.icon_image_url', 's.domain', 'm.scopes', 'm.first_used_at', 'u.last_used_at'])
    .where('s.client_id', '!=', ACCOUNT_CLIENT)
    .orderBy(sql`u.last_used_at desc nulls last`)
    .orderBy('s.rp_name')
    .execute()
  const language = TERMS_IN[NAME_IN[locale]]
  return rows.flatMap(({ scopes, first_used_at, last_used_at, client_id, icon_image_url, domain, ...named }) => {
    const granted = grants.get(client_id)
    if (scopes === null && granted === undefined && last_used_at === null) return []
    const read = [...new Set([...(scopes ?? []), ...(granted ?? [])])]
    return [
      {
        client_id,
        rp_name: nameOf(named, locale),
        icon_image_url,
        domain,
        first_used_at: first_used_at?.toISOString() ?? null,
        last_used_at: last_used_at?.toISOString() ?? null,
        scopes: read.filter((scope) => scope !== 'openid'),
        claims: claimsOf(read),
        terms: terms
          .filter(({ owner }) => owner === client_id)
          .map(({ names, urls, version, at, required }) => ({
            name: names[language],
            url: urls[language],
            version,
            agreed_at: at.toISOString(),
            required,
          })),
      },
    ]
  })
}
