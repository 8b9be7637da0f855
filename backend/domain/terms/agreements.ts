// Spec §3, terms and consents: what is in force, what a member has not answered yet, and the record of every answer.
import type { TermsLanguage } from '../../../contract/codes.ts'
import type { TermsAnswer } from '../../../contract/shapes/join.ts'
import type { Ctx } from '../../context.ts'
import type { Names } from '../../db/schema.ts'
import type { Reader } from '../../db/standby.ts'
import { refuse } from '../refusal.ts'

/** The owner of the terms that every member agrees to. All other owners are client IDs. */
export const PLATFORM = 'suni'

export type Terms = {
  terms_code: string
  version: number
  required: boolean
  parent: string | null
  names: Names
  urls: Names
  audience: 'GEN' | 'SK'
}
/** `declined`: the last answer to this version is "no", or "later". */
export type OwedTerms = Terms & { declined: boolean }

/** The newest version of each code of these owners, or of all, that was in force at a time. */
export const inForce = (db: Reader, owners: readonly string[] | null, at: Date, audience?: 'GEN' | 'SK') =>
  db
    .selectFrom('terms_versions')
    .select(['owner', 'terms_code', 'version', 'required', 'parent', 'names', 'urls', 'audience', 'position'])
    .distinctOn(['owner', 'terms_code'])
    .$if(owners !== null, (query) => query.where('owner', 'in', owners ?? []))
    .where('effective_at', '<=', at)
    .$if(audience !== undefined, (query) => query.where('audience', '=', audience ?? 'GEN'))
    .orderBy('owner')
    .orderBy('terms_code')
    .orderBy('version', 'desc')

export const asOnThePage = <T extends { audience: string; position: number }>(rows: T[]): T[] =>
  rows.sort((a, b) => a.audience.localeCompare(b.audience) || a.position - b.position)

/**
 * What an owner had in force at a time, in the order of the page.
 * @param at when the visit began: a member agrees to the version on the page, although a newer one may have come since
 */
export const termsInForce = async (ctx: Ctx, owner: string, at: Date, audience?: 'GEN' | 'SK'): Promise<Terms[]> =>
  asOnThePage(await inForce(ctx.db, [owner], at, audience).execute())

type Asked = { id: string; member_kind: 'GEN' | 'SK' }

/**
 * The terms that were in force at a time and of which this member has not answered this version. The last answer counts, because a member
 * can withdraw a consent. Required terms count as answered only by "agreed", optional terms by either answer.
 */
export async function owedTerms(
  ctx: Ctx,
  member: Asked,
  owners: readonly string[],
  at: Date,
): Promise<(OwedTerms & { owner: string })[]> {
  const rows = await ctx.db
    .selectFrom(inForce(ctx.db, owners, at, member.member_kind).as('t'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('consents as c')
          .select('c.agreed')
          .where('c.member_id', '=', member.id)
          .whereRef('c.owner', '=', 't.owner')
          .whereRef('c.terms_code', '=', 't.terms_code')
          .whereRef('c.version', '=', 't.version')
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('t')
    .select((eb) => eb('last.agreed', 'is not', null).$castTo<boolean>().as('declined'))
    .where((eb) =>
      eb.or([eb('last.agreed', 'is', null), eb.and([eb('t.required', '=', true), eb('last.agreed', '=', false)])]),
    )
    .execute()
  return asOnThePage(rows)
}

/** The owner's terms in force that the member has answered since a time. A repeated step reads its former answer from them. */
export async function answeredSince(ctx: Ctx, member: Asked, owner: string, since: Date): Promise<Terms[]> {
  const answered = await ctx.db
    .selectFrom('consents')
    .select(['terms_code', 'version'])
    .where('member_id', '=', member.id)
    .where('owner', '=', owner)
    .where('at', '>=', since)
    .execute()
  const terms = await termsInForce(ctx, owner, since, member.member_kind)
  return terms.filter((one) =>
    answered.some(({ terms_code, version }) => terms_code === one.terms_code && version === one.version),
  )
}

/** @throws Refused 400 if required terms are missing, or if the answer names terms that were not asked for */
export function checkConsents(asked: readonly Terms[], given: readonly string[]): void {
  if (given.some((code) => !asked.some(({ terms_code }) => terms_code === code)))
    throw refuse(400, 'BAD_REQUEST', undefined, 'consent_terms')
  if (asked.some(({ required, terms_code }) => required && !given.includes(terms_code)))
    throw refuse(400, 'TERMS_REQUIRED', undefined, 'consent_terms')
}

/** Stores each answer (agreed or declined) with the version and the time. Rows are never changed or deleted. */
export async function keepConsents(
  db: Ctx['db'],
  member_id: string,
  owner: string,
  asked: readonly Terms[],
  given: readonly string[],
  at: Date,
): Promise<void> {
  const rows = asked.map(({ terms_code, version }) => {
    return { member_id, owner, terms_code, version, agreed: given.includes(terms_code), at }
  })
  if (rows.length > 0) await db.insertInto('consents').values(rows).execute()
}

/** In the order of the app: a consent that depends on another one stands below it, if that one is asked for too. */
export function listed(terms: readonly Terms[], language: TermsLanguage): TermsAnswer {
  const isBelow = ({ parent }: Terms) => terms.some(({ terms_code }) => terms_code === parent)
  return {
    terms: terms
      .filter((one) => !isBelow(one))
      .map(({ terms_code, names, urls, required }) => {
        const children = terms
          .filter(({ parent }) => parent === terms_code)
          .map((child) => ({ terms_code: child.terms_code, name: child.names[language] }))
        return {
          terms_code,
          name: names[language],
          url: urls[language],
          required,
          ...(children.length > 0 && { children }),
        }
      }),
  }
}
