// Spec §8, login resolver: whether a member may sign in to a service at all, by the data of both. Asked after the right password.
import type { Ctx } from '../context'
import type { Member, Service } from '../db/schema'
import { owedTerms, PLATFORM, type Terms } from './agreements'
import { isChild } from './age'
import { isInside } from './networks'

export type Visit = {
  member: Member
  service: Service
  /** What the service knows of the member: null before the first use. */
  membership: { allowed: boolean; scopes: string[] | null } | null
  /** What the service asks for in this visit. */
  scopes: readonly string[]
  /** Terms in force that the member has not answered: the platform's, and the service's. */
  owed: { platform: Terms[]; service: Terms[] }
  ip: string
  now: Date
  internal_networks: readonly string[]
}

type Rule = { detail_code: number; code: string; isBroken: (visit: Visit) => boolean }

const isOutside = (ip: string, blocks: readonly string[]) => blocks.length > 0 && !isInside(ip, blocks)

/** In the order in which they are asked; the first broken one is the answer. */
const rules: readonly Rule[] = [
  { detail_code: 4529, code: 'SUSPENDED', isBroken: ({ member }) => member.status === 'SUSPENDED' },
  { detail_code: 4579, code: 'INCUMBENT', isBroken: ({ member }) => member.status === 'INCUMBENT' },
  {
    detail_code: 4543,
    code: 'CHILD',
    isBroken: ({ member, now }) => member.birthdate !== null && isChild(member.birthdate, now),
  },
  {
    detail_code: 4590,
    code: 'INTERNAL_ONLY',
    isBroken: ({ member, service, ip, internal_networks }) =>
      (member.internal_only || service.internal_only) && !isInside(ip, internal_networks),
  },
  {
    detail_code: 4589,
    code: 'IP_NOT_ALLOWED',
    isBroken: ({ member, service, ip }) => isOutside(ip, member.allowed_ips) || isOutside(ip, service.allowed_ips),
  },
  {
    detail_code: 4588,
    code: 'USE_PERMISSION',
    isBroken: ({ member, service }) =>
      (service.permission === 'ONLY_SK' && !member.belong_sk) ||
      (service.permission === 'ONLY_GEN' && member.belong_sk),
  },
  { detail_code: 4580, code: 'NO_PERMISSION', isBroken: ({ membership }) => membership?.allowed === false },
]

/** Why this member may not sign in here now, or null. */
export const standingProblem = (visit: Visit): { detail_code: number; code: string } | null =>
  rules.find((rule) => rule.isBroken(visit)) ?? null

/** What a service is, and what it knows of this member. */
async function serviceFor(
  ctx: Ctx,
  member_id: string,
  client_id: string,
): Promise<Pick<Visit, 'service' | 'membership'> | null> {
  const row = await ctx.db
    .selectFrom('services as s')
    .leftJoin('service_members as m', (join) =>
      join.onRef('m.client_id', '=', 's.client_id').on('m.member_id', '=', member_id),
    )
    .selectAll('s')
    .select(['m.allowed', 'm.scopes'])
    .where('s.client_id', '=', client_id)
    .executeTakeFirst()
  if (!row) return null
  const { allowed, scopes, ...service } = row
  return { service, membership: allowed === null ? null : { allowed, scopes } }
}

/** What a service asks for, and since when. The terms that count are those that were in force then. */
export type Request = { client_id: string; scopes: readonly string[]; created_at: Date }

/** All that the rules above and the steps of steps.ts look at. Null when the member or the service is not there. */
export async function loadVisit(
  ctx: Ctx,
  member_id: string,
  { client_id, scopes, created_at }: Request,
  ip: string,
): Promise<Visit | null> {
  const [member, known] = await Promise.all([
    ctx.db.selectFrom('members').selectAll().where('id', '=', member_id).executeTakeFirst(),
    serviceFor(ctx, member_id, client_id),
  ])
  if (!member || !known) return null
  const owed = await owedTerms(ctx, member, [PLATFORM, client_id], created_at)
  return {
    member,
    ...known,
    scopes,
    owed: {
      platform: owed.filter(({ owner }) => owner === PLATFORM),
      service: owed.filter(({ owner }) => owner === client_id),
    },
    ip,
    now: ctx.now(),
    internal_networks: ctx.settings.internal_networks,
  }
}
