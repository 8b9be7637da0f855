// Security D6, A13, E3: how many requests a network may send per minute. A refused caller learns when to try again.
import type { Ctx } from '../context.ts'
import { levelsOf, shareOf } from '../domain/limits/networks.ts'
import { sharedLimit } from '../domain/limits/sharedLimits.ts'

const MINUTE = 60
const HOUR = 3600

/** The calls that send or compare a one-time code. A comparison hashes the code. */
const CODES = /^\/authenticator\/v1\/(issue|reissue|refresh|verify)\//

/** The other calls of a visit or a session that write a row. */
const STEPS =
  /^\/(v1\/(init\/(login|session|passkey)|verify\/sso|matcher\/resolve|resolve\/user|search\/(ids|pwd)|sso-session\/.*)|oidc\/(auth\/.*|logout\/confirm))$/
const STEPS_PER_VISIT = 10

/** The other calls of the account. Each begins a transaction of the session if there is none. */
const ACCOUNT = /^\/v1\/account(\/|$)/

/** The calls that hash a new password, besides the sign-in. */
const SETS_PASSWORD = /^\/v1\/(verify\/join|account\/password|profile\/(sign-up|change\/password|search\/password))$/

/** The seconds until a call of this path is allowed; 0 means now. */
type RateLimits = {
  /** By the networks of the address: narrow and wide ones together. */
  waitFor: (path: string, address: string) => Promise<number>
  /**
   * For a browser in which this member has signed in before, once its network has used up its budget, or when there is no room for a new network. The
   * member has the budget of one network, so that strangers refuse no member.
   */
  waitForMember: (path: string, member_id: string) => Promise<number>
}

export function startBudgets(ctx: Ctx): RateLimits {
  const { limits } = ctx.settings
  const rules: [asked: RegExp, name: string, most: number, seconds: number][] = [
    [/^\/oidc\/auth$/, 'visits', limits.visits_per_minute, MINUTE],
    // Anybody may call this, and each call writes a row.
    [/^\/oidc\/logout$/, 'sign-outs', limits.visits_per_minute, MINUTE],
    // A service calls these from one server for all of its members.
    [/^\/oidc\/(token|par|revocation|userinfo)$/, 'services', limits.service_calls_per_minute, MINUTE],
    [/^\/v1\/(verify\/(pwd|passkey)|account\/proof)$/, 'sign-ins', limits.sign_ins_per_minute, MINUTE],
    [
      /^\/v1\/(init\/search|challenge\/join)\/|^\/(reset-cancel|change-undo|not-me)\//,
      'searches',
      limits.searches_per_minute,
      MINUTE,
    ],
    [SETS_PASSWORD, 'password sets', limits.password_sets_per_minute, MINUTE],
    [STEPS, 'steps', limits.visits_per_minute * STEPS_PER_VISIT, MINUTE],
    [/^\/v1\/account\/export$/, 'exports', limits.searches_per_minute, MINUTE],
    [ACCOUNT, 'account', limits.visits_per_minute * STEPS_PER_VISIT, MINUTE],
    [CODES, 'codes', limits.codes_per_minute, MINUTE],
    [/^\/v1\/valid\/nickname$/, 'nicknames', limits.nicknames_per_minute, MINUTE],
    [/^\/v1\/matcher\/student\/resolve$/, 'letters', limits.letters_per_hour, HOUR],
    // What is left reads, or does not exist.
    [/./, 'reads', limits.reads_per_minute, MINUTE],
  ]
  const budgets = rules.map(([asked, name, most, seconds]) => ({
    asked,
    strangers: sharedLimit(ctx, name, { most, seconds }),
    members: sharedLimit(ctx, `${name} of members`, { most, seconds }),
  }))
  const budgetOf = (path: string) => budgets.find(({ asked }) => asked.test(path))
  return {
    async waitFor(path, address) {
      const share = shareOf(ctx.settings, address)
      const taken = levelsOf(address).map(({ network, weight }) => ({ key: network, weight: weight * share }))
      return (await budgetOf(path)?.strangers(taken)) ?? 0
    },
    waitForMember: async (path, member_id) => (await budgetOf(path)?.members([{ key: member_id, weight: 1 }])) ?? 0,
  }
}
