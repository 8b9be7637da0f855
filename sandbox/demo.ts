// The demo members in the database: made when the sandbox starts as the demo, made anew by a reset, copied for tests.
import { randomInt, randomUUID } from 'node:crypto'
import type { Ctx } from './context'
import { hmac } from './db/keys'
import { daysBefore } from './domain/days'
import type { Hashing } from './domain/hashing'
import { loginIdKey } from './domain/loginId'
import { scenarios, type Scenario } from './scenarios'

const DOMAIN = 'demo.test'
const JOINED_DAYS_AGO = 40

export type DemoMember = { key: string; login_id: string; password: string; phone: string; shows: string }

const KINDS = ['abcdefghjkmnpqrstuvwxyz', '23456789', '@$!%*#?&']

/** Twelve characters of three kinds in turn, so that no two of a kind stand side by side; the same for an id in one install. */
export function demoPassword(ctx: Ctx, login_id: string): string {
  const bytes = [...hmac(ctx.keys.demo, login_id).subarray(0, 12)]
  return bytes.map((byte, at) => KINDS[at % 3]?.[byte % (KINDS[at % 3]?.length ?? 1)] ?? '').join('')
}

async function add(
  ctx: Ctx,
  hashing: Hashing,
  scenario: Scenario,
  login_id: string,
  phone: string,
): Promise<DemoMember> {
  const now = ctx.now()
  const id = randomUUID()
  const password = demoPassword(ctx, login_id)
  const joined = daysBefore(now, JOINED_DAYS_AGO)
  const row = {
    id,
    login_id,
    login_id_key: loginIdKey(login_id),
    password_hash: await hashing.make(password),
    password_changed_at: joined,
    name: '김하늘',
    nickname: '하늘',
    birthdate: '1993-04-17',
    gender: 'F',
    phone,
    ...scenario.member,
    demo_key: scenario.key,
    created_at: joined,
  }
  const terms = await ctx.db
    .selectFrom('terms_versions')
    .select(['terms_code', 'version', 'required'])
    .where('owner', '=', 'suni')
    .where('audience', '=', scenario.member.member_kind ?? 'GEN')
    .execute()
  const agreed = terms.filter(({ terms_code }) => !scenario.without_terms?.includes(terms_code))
  await ctx.db.transaction().execute(async (db) => {
    await db.insertInto('members').values(row).execute()
    for (const [client_id, allowed] of Object.entries(scenario.services ?? {})) {
      const first_used_at = allowed ? joined : null
      await db.insertInto('service_members').values({ member_id: id, client_id, allowed, first_used_at }).execute()
    }
    if (agreed.length > 0) {
      const consent = { member_id: id, owner: 'suni', at: joined }
      const rows = agreed.map(({ terms_code, version, required }) => ({
        ...consent,
        terms_code,
        version,
        agreed: required,
      }))
      await db.insertInto('consents').values(rows).execute()
    }
    if (scenario.attempts) {
      const { wrong_count, locked_days } = scenario.attempts
      const locked_until = locked_days ? daysBefore(now, -locked_days) : null
      const attempts = { login_id_key: row.login_id_key, wrong_count, locked_until, lock_times: locked_days ? 1 : 0 }
      await db
        .insertInto('login_attempts')
        .values({ ...attempts, last_at: now })
        .execute()
    }
  })
  return { key: scenario.key, login_id, password, phone, shows: scenario.shows }
}

const standardId = (key: string): string => `${key}@${DOMAIN}`
const standardPhone = (at: number): string => `+8210200000${String(at + 1).padStart(2, '0')}`

/** Makes the demo members that are not there. */
export async function seedDemo(ctx: Ctx, hashing: Hashing): Promise<void> {
  const rows = await ctx.db.selectFrom('members').select('login_id').where('demo_key', 'is not', null).execute()
  const known = new Set(rows.map(({ login_id }) => login_id))
  for (const [at, scenario] of scenarios(ctx.now()).entries()) {
    const login_id = standardId(scenario.key)
    if (!known.has(login_id)) await add(ctx, hashing, scenario, login_id, standardPhone(at))
  }
}

/** The demo as new: members, sessions, codes, counters and messages. Keys stay, and so do passwords. */
export async function resetDemo(ctx: Ctx, hashing: Hashing): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    for (const table of [
      'members',
      'transactions',
      'login_attempts',
      'send_log',
      'code_guesses',
      'outbox',
      'oidc_payloads',
    ] as const)
      await db.deleteFrom(table).execute()
  })
  await seedDemo(ctx, hashing)
}

/** The demo members as the partner lists them. */
export const listDemo = (ctx: Ctx): DemoMember[] =>
  scenarios(ctx.now()).map(({ key, shows }, at) => {
    const login_id = standardId(key)
    return { key, login_id, password: demoPassword(ctx, login_id), phone: standardPhone(at), shows }
  })

/** A member like the one of this key, with a login id and a phone of its own; null when there is no such key. */
export async function copyDemo(ctx: Ctx, hashing: Hashing, key: string): Promise<DemoMember | null> {
  const scenario = scenarios(ctx.now()).find((one) => one.key === key)
  if (!scenario) return null
  const login_id = `${key}-${randomUUID().slice(0, 8)}@${DOMAIN}`
  return add(ctx, hashing, scenario, login_id, `+82103${String(randomInt(10_000_000)).padStart(7, '0')}`)
}
