// The demo members: created at the start of the demo, created again by a reset, and copied for tests.
import { randomInt, randomUUID } from 'node:crypto'
import { nicknameKey } from '../contract/names.ts'
import { hashOf, type Ctx } from '../backend/context.ts'
import { hmac } from '../backend/db/keys.ts'
import { PLATFORM } from '../backend/domain/terms/agreements.ts'
import { PERSONAL_SCOPES } from '../backend/domain/sessions/claims.ts'
import { daysBefore } from '../backend/domain/members/days.ts'
import type { Hashing } from '../backend/domain/passwords/hashing.ts'
import { loginIdKey } from '../backend/domain/members/loginId.ts'
import { isNicknameTaken } from '../backend/domain/join/nicknames.ts'
import type { Profile } from '../backend/domain/members/profile.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const DOMAIN = 'demo.test'
const JOINED_DAYS_AGO = 40

export type DemoMember = {
  key: string
  login_id: string
  password: string
  phone: string
  /** The member number, by which a family member names a recommender. */
  mbr_no: string
  /** The secret of the invitation's link. */
  invitation?: string
  /** What the partner asks for besides: a proved phone. */
  acr_values?: 'phone'
  shows: string
}

const INVITED_DAYS = 30

/** The secret of a demo invitation: always the same for a login ID in one installation. */
const invitationOf = (ctx: Ctx, { member }: Scenario, login_id: string): { invitation?: string } =>
  member.join_type === 'INVITATION'
    ? { invitation: hmac(ctx.keys.demo, `invitation ${login_id}`).toString('base64url') }
    : {}

const KINDS = ['abcdefghjkmnpqrstuvwxyz', '23456789', '@$!%*#?&']

/** Twelve characters in which three kinds alternate: always the same for a login ID in one installation. */
function demoPassword(ctx: Ctx, login_id: string): string {
  const bytes = [...hmac(ctx.keys.demo, login_id).subarray(0, 12)]
  return bytes.map((byte, at) => KINDS[at % 3]?.[byte % (KINDS[at % 3]?.length ?? 1)] ?? '').join('')
}

/** A complete profile of work and interests. */
const PROFILE: Profile = {
  current_job_group: 'JG06',
  current_job: 'JG0601',
  hope_job_group: 'JG07',
  hope_job: 'JG0703',
  interest_category: 'IC01',
  interest_field: 'IC0101',
}

/** Every version of the platform's terms, and of the services that were used, but the newest of those that the scenario names. */
async function agreements(ctx: Ctx, { member, services = {}, old_terms = [] }: Scenario, by: { id: string; at: Date }) {
  const owners = [PLATFORM, ...Object.keys(services).filter((client_id) => services[client_id])]
  const rows = await ctx.db
    .selectFrom('terms_versions')
    .select(['owner', 'terms_code', 'version', 'required'])
    .where('owner', 'in', owners)
    .where('audience', '=', member.member_kind ?? 'GEN')
    .execute()
  const isOld = (code: string) => old_terms.some((old) => code === old || code === `SK_${old}`)
  return rows
    .filter(({ terms_code, version }) => version === 1 || !isOld(terms_code))
    .map(({ required, ...terms }) => ({ ...terms, member_id: by.id, agreed: required, at: by.at }))
}

/** Demo members of one scenario share a nickname: the first of them holds it. */
async function holdNickname(ctx: Ctx, id: string, nickname: string | null): Promise<void> {
  const nickname_key = nickname === null ? null : nicknameKey(nickname)
  await ctx.db
    .updateTable('members')
    .set({ nickname_key })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (!isNicknameTaken(error)) throw error
    })
}

async function add(
  ctx: Ctx,
  hashing: Hashing,
  scenario: Scenario,
  login_id: string,
  { phone, mbr_no }: { phone: string; mbr_no?: string },
): Promise<DemoMember> {
  const now = ctx.now()
  const id = randomUUID()
  const password = demoPassword(ctx, login_id)
  const joined = daysBefore(now, JOINED_DAYS_AGO)
  const { invitation } = invitationOf(ctx, scenario, login_id)
  const row = {
    id,
    login_id,
    login_id_key: loginIdKey(login_id),
    password_hash: await hashing.make(password),
    password_changed_at: joined,
    email_verified: scenario.member?.joined !== false,
    name: '김하늘',
    nickname: '하늘',
    birthdate: '1993-04-17',
    gender: 'F',
    phone,
    profile: JSON.stringify(PROFILE),
    ...(mbr_no && { mbr_no }),
    ...(invitation && {
      invitation_hash: hashOf(invitation),
      invitation_expires_at: daysBefore(now, -INVITED_DAYS),
    }),
    ...scenario.member,
    demo_key: scenario.key,
    created_at: joined,
  }
  const consents = await agreements(ctx, scenario, { id, at: joined })
  const number = await ctx.db.transaction().execute(async (db) => {
    const made = await db.insertInto('members').values(row).returning('mbr_no').executeTakeFirstOrThrow()
    for (const [client_id, allowed] of Object.entries(scenario.services ?? {})) {
      const first_used_at = allowed ? joined : null
      const scopes = allowed ? PERSONAL_SCOPES : null
      await db
        .insertInto('service_members')
        .values({ member_id: id, client_id, allowed, first_used_at, scopes })
        .execute()
    }
    await db.insertInto('consents').values(consents).execute()
    // What a member begins with is no change that a service is told of.
    await db.deleteFrom('member_events').where('member_id', '=', id).execute()
    if (scenario.attempts) {
      const { wrong_count, locked_days } = scenario.attempts
      const locked_until = locked_days ? daysBefore(now, -locked_days) : null
      const attempts = { login_id_key: row.login_id_key, wrong_count, locked_until, lock_times: locked_days ? 1 : 0 }
      await db
        .insertInto('login_attempts')
        .values({ ...attempts, last_at: now })
        .execute()
    }
    return made.mbr_no
  })
  await holdNickname(ctx, id, row.nickname)
  const { key, shows, acr_values } = scenario
  const known = { key, login_id, password, phone, mbr_no: number }
  return { ...known, ...(invitation && { invitation }), ...(acr_values && { acr_values }), shows }
}

const standardId = (key: string): string => `${key}@${DOMAIN}`
/** Derived from the login ID and not from the position in the list, which changes when members are added. */
const standardNumber = (ctx: Ctx, login_id: string): string =>
  String(20_000_000 + (hmac(ctx.keys.demo, `number ${login_id}`).readUInt32BE() % 10_000_000))
const standardPhone = (at: number): string => `+8210200000${String(at + 1).padStart(2, '0')}`

/** Another start or reset creates the same members at the same time. Its rows are as good. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
}

/** Creates the missing demo members. */
export async function seedDemo(ctx: Ctx, hashing: Hashing): Promise<void> {
  const rows = await ctx.db.selectFrom('members').select('login_id').where('demo_key', 'is not', null).execute()
  const known = new Set(rows.map(({ login_id }) => login_id))
  for (const [at, scenario] of scenarios(ctx.now()).entries()) {
    const login_id = standardId(scenario.key)
    const numbers = { phone: standardPhone(at), mbr_no: standardNumber(ctx, login_id) }
    if (!known.has(login_id)) await add(ctx, hashing, scenario, login_id, numbers).catch(unlessThere)
  }
}

/** Resets the demo: members, sessions, codes, counters and messages. Keys and passwords stay the same. */
export async function resetDemo(ctx: Ctx, hashing: Hashing): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    for (const table of [
      'members',
      'transactions',
      'login_attempts',
      'send_log',
      'send_counts',
      'code_guesses',
      'outbox',
      'jobs',
      'member_events',
      'oidc_payloads',
    ] as const)
      await db.deleteFrom(table).execute()
  })
  await seedDemo(ctx, hashing)
}

/** The demo members as the partner lists them. */
export const listDemo = (ctx: Ctx): DemoMember[] =>
  scenarios(ctx.now()).map((scenario, at) => {
    const { key, shows, acr_values } = scenario
    const login_id = standardId(key)
    const numbers = { phone: standardPhone(at), mbr_no: standardNumber(ctx, login_id) }
    const password = demoPassword(ctx, login_id)
    const invited = invitationOf(ctx, scenario, login_id)
    return { key, login_id, password, ...numbers, ...invited, ...(acr_values && { acr_values }), shows }
  })

/** Creates a copy of a demo member with its own login ID and phone. @returns null if there is no such key */
export async function copyDemo(
  ctx: Ctx,
  hashing: Hashing,
  key: string,
  phone = `+82103${String(randomInt(10_000_000)).padStart(7, '0')}`,
): Promise<DemoMember | null> {
  const scenario = scenarios(ctx.now()).find((one) => one.key === key)
  if (!scenario) return null
  return add(ctx, hashing, scenario, `${key}-${randomUUID().slice(0, 8)}@${DOMAIN}`, { phone })
}

/**
 * Gives a demo member the data of another scenario, as an administrator or another system could while the member is signed in. It replaces
 * an earlier change.
 * @returns false if there is no such member or no such key
 */
export async function changeDemo(ctx: Ctx, login_id: string, key: string): Promise<boolean> {
  const scenario = scenarios(ctx.now()).find((one) => one.key === key)
  const { member: data = {}, services = {} } = scenario ?? {}
  const changed = scenario
    ? await ctx.db
        .updateTable('members')
        .set({ status: 'ACTIVE', ...data, ...(data.nickname !== undefined && { nickname_key: null }), demo_key: key })
        .where('login_id_key', '=', loginIdKey(login_id))
        .where('demo_key', 'is not', null)
        .returning(['id', 'nickname'])
        .executeTakeFirst()
    : undefined
  if (!changed) return false
  await holdNickname(ctx, changed.id, changed.nickname)
  await ctx.db.updateTable('service_members').set({ allowed: true }).where('member_id', '=', changed.id).execute()
  for (const [client_id, allowed] of Object.entries(services))
    await ctx.db
      .insertInto('service_members')
      .values({ member_id: changed.id, client_id, allowed })
      .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doUpdateSet({ allowed }))
      .execute()
  return true
}
