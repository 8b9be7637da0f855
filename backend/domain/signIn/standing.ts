// Spec §8, login resolver: whether a member may sign in to a service, by the data of both. Checked after the right password.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Service } from '../../db/schema.ts'
import { owedTerms, type OwedTerms, PLATFORM, type Terms } from '../terms/agreements.ts'
import { isChild } from '../members/age.ts'
import { isInside } from '../limits/networks.ts'

export type Eligibility = {
  member: Member
  service: Service
  /** What the service knows of the member: null before the first use. */
  membership: { allowed: boolean; scopes: string[] | null } | null
  /** The member has sent an enrollment letter. */
  has_letter: boolean
  /** What the service asks for in this visit. */
  scopes: readonly string[]
  /** The service requires a phone that is proved in this visit. */
  certification: boolean
  /** When the visit began. */
  began_at: Date
  /** Terms in force that the member has not answered: the platform's, and the service's. */
  owed: { platform: Terms[]; service: OwedTerms[] }
  /** The member's address; null for a call of a service's server, which says nothing about where the member is. */
  ip: string | null
  now: Date
  internal_networks: readonly string[]
}

type Rule = { detail_code: DetailCode; code: string; isBroken: (eligibility: Eligibility) => boolean }

const isOutside = (ip: string | null, blocks: readonly string[]) =>
  ip !== null && blocks.length > 0 && !isInside(ip, blocks)

/** In the order of the checks. The first broken rule is the answer. */
const rules: readonly Rule[] = [
  { detail_code: detail.SUSPENDED, code: 'SUSPENDED', isBroken: ({ member }) => member.status === 'SUSPENDED' },
  { detail_code: detail.INCUMBENT, code: 'INCUMBENT', isBroken: ({ member }) => member.status === 'INCUMBENT' },
  {
    detail_code: detail.CHILD,
    code: 'CHILD',
    isBroken: ({ member, now }) => member.birthdate !== null && isChild(member.birthdate, now),
  },
  {
    detail_code: detail.INTERNAL_ONLY,
    code: 'INTERNAL_ONLY',
    isBroken: ({ member, service, ip, internal_networks }) =>
      ip !== null && (member.internal_only || service.internal_only) && !isInside(ip, internal_networks),
  },
  {
    detail_code: detail.IP_NOT_ALLOWED,
    code: 'IP_NOT_ALLOWED',
    isBroken: ({ member, service, ip }) => isOutside(ip, member.allowed_ips) || isOutside(ip, service.allowed_ips),
  },
  {
    detail_code: detail.USE_PERMISSION,
    code: 'USE_PERMISSION',
    isBroken: ({ member, service }) =>
      (service.permission === 'ONLY_SK' && !member.belong_sk) ||
      (service.permission === 'ONLY_GEN' && member.belong_sk),
  },
  {
    detail_code: detail.NO_PERMISSION,
    code: 'NO_PERMISSION',
    isBroken: ({ membership }) => membership?.allowed === false,
  },
]

/** Why this member may not sign in here now, or null. */
export const standingProblem = (eligibility: Eligibility): { detail_code: DetailCode; code: string } | null =>
  rules.find((rule) => rule.isBroken(eligibility)) ?? null

const memberOf = (ctx: Ctx, id: string, holds: boolean): Promise<Member | undefined> =>
  ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .$if(holds, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** The service, its data about this member, and whether the member has sent a letter. */
async function serviceFor(
  ctx: Ctx,
  member_id: string,
  client_id: string,
): Promise<Pick<Eligibility, 'service' | 'membership' | 'has_letter'> | null> {
  const row = await ctx.db
    .selectFrom('services as s')
    .leftJoin('service_members as m', (join) =>
      join.onRef('m.client_id', '=', 's.client_id').on('m.member_id', '=', member_id),
    )
    .leftJoin('letters as l', (join) => join.on('l.member_id', '=', member_id))
    .selectAll('s')
    .select(['m.allowed', 'm.scopes', 'l.at as letter_at'])
    .where('s.client_id', '=', client_id)
    .executeTakeFirst()
  if (!row) return null
  const { allowed, scopes, letter_at, ...service } = row
  return { service, membership: allowed === null ? null : { allowed, scopes }, has_letter: letter_at !== null }
}

/** The scopes that a service asks for, and the visit's start. The terms in force at that time count. */
export type Request = { client_id: string; scopes: readonly string[]; certification: boolean; created_at: Date }

/**
 * All facts for the rules above and for steps.ts. Null if the member or the service does not exist.
 * @param whose the ID of a member, or one who has just been read
 * @param options.holds whether the member stays as they are until the end of the database transaction (members/hold.ts)
 */
export async function loadEligibility(
  ctx: Ctx,
  whose: string | Member,
  { client_id, scopes, certification, created_at }: Request,
  ip: string | null,
  { holds = false }: { holds?: boolean } = {},
): Promise<Eligibility | null> {
  const [member, known] = await Promise.all([
    typeof whose === 'string' ? memberOf(ctx, whose, holds) : whose,
    serviceFor(ctx, typeof whose === 'string' ? whose : whose.id, client_id),
  ])
  if (!member || !known) return null
  const owed = await owedTerms(ctx, member, [PLATFORM, client_id], created_at)
  return {
    member,
    ...known,
    scopes,
    certification,
    began_at: created_at,
    owed: {
      platform: owed.filter(({ owner }) => owner === PLATFORM),
      service: owed.filter(({ owner }) => owner === client_id),
    },
    ip,
    now: ctx.now(),
    internal_networks: ctx.settings.internal_networks,
  }
}
