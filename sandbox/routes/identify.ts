// Contract, "Auth API": finding a login id, and a new password for a member who forgot it. Every call belongs to this browser's visit.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { InitSearchIds, InitSearchPwd, ResetPassword, ResetQuery, SearchIds, SearchPwd } from '../../src/wire/identify'
import type { Ctx } from '../context'
import { consumeProof, createChallenge } from '../domain/challenge'
import { isProtected, missingChannels } from '../domain/delayedReset'
import { record } from '../domain/events'
import type { Hashing } from '../domain/hashing'
import { isKnownBrowser } from '../domain/knownBrowsers'
import { allowReset, channelsOf, maskedChannels, noReset, requireReset, usersBy } from '../domain/recovery'
import { resetPassword } from '../domain/resetPassword'
import { handOutKey } from '../domain/sealed'
import { clientIp } from '../http/clientIp'
import { deviceOf } from '../http/cookies'
import { refuse } from '../domain/refusal'
import { answer, parseBody, parseQuery } from '../http/envelope'
import { liveVisitOf, visits } from '../http/visit'

const NO_PROOF = 4518
const NOT_FOUND = 4503

export function identifyRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const visit = visits(ctx, provider)
  const noProof = () => refuse(400, 'NO_PROOF', NO_PROOF, 'not proved here, or not for this')

  /** The other channel that a protected account must prove as well, for a new password to count at once. */
  async function alsoNeeded(transaction_id: string, member_id: string) {
    const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', member_id).executeTakeFirst()
    if (!member || !isProtected(member)) return undefined
    return (await missingChannels(ctx, transaction_id, member))[0]
  }

  app.post('/v1/init/search/ids', visit, async (c) => {
    await parseBody(c, InitSearchIds)
    const auth_token = await createChallenge(ctx, { transaction_id: liveVisitOf(c).id, purpose: 'SEARCH_IDS' })
    return c.json(answer({ auth_token }))
  })

  app.post('/v1/search/ids', visit, async (c) => {
    const { name, credential } = await parseBody(c, SearchIds)
    const bound = { purpose: 'SEARCH_IDS', member_id: null } as const
    const { id: transaction_id, client_id } = liveVisitOf(c)
    const proof = await consumeProof(ctx, credential.auth_code, { ...bound, transaction_id })
    if (!proof?.phone) throw noProof()
    const users = await usersBy(ctx, name, proof.phone)
    const subject = { client_id, ip: clientIp(c, ctx) }
    await record(ctx, 'ids.searched', subject, { found: users.length })
    if (users.length === 0) throw refuse(400, 'USER_NOT_FOUND', NOT_FOUND, 'user not found')
    return c.json(answer({ users }))
  })

  app.post('/v1/init/search/pwd', visit, async (c) => {
    const given = await parseBody(c, InitSearchPwd)
    const { id } = liveVisitOf(c)
    const channels = await channelsOf(ctx, given.login_id)
    const auth_token = await createChallenge(ctx, { transaction_id: id, purpose: 'SEARCH_PWD', ...channels })
    const isKnown = await isKnownBrowser(ctx, deviceOf(c, ctx), channels.member_id)
    return c.json(answer({ auth_token, channels: maskedChannels(channels, given.login_id, isKnown) }))
  })

  app.post('/v1/search/pwd', visit, async (c) => {
    const { login_id, credential } = await parseBody(c, SearchPwd)
    const channels = await channelsOf(ctx, login_id)
    const { auth_code, amr } = credential
    const { id: transaction_id, client_id } = liveVisitOf(c)
    const bound = { purpose: 'SEARCH_PWD', member_id: channels.member_id, transaction_id } as const
    const proof = await consumeProof(ctx, auth_code, bound)
    const proved = amr === 'SMS' ? proof?.phone : proof?.email
    // The phone or address that was proved must be the member's still.
    const isOwn = proved === (amr === 'SMS' ? channels.phone : channels.email)
    if (!proof || !proved || !isOwn || channels.member_id === null) throw noProof()
    if (amr === 'EMAIL')
      await ctx.db.updateTable('members').set({ email_verified: true }).where('id', '=', channels.member_id).execute()
    const reset_token = await allowReset(ctx, transaction_id, channels.member_id)
    const subject = { member_id: channels.member_id, client_id, ip: clientIp(c, ctx) }
    await record(ctx, 'reset.allowed', subject, { amr })
    const key = await handOutKey(ctx, transaction_id)
    const also = await alsoNeeded(transaction_id, channels.member_id)
    return c.json(answer({ reset_token, ...key, ...(also && { also }) }))
  })

  app.get('/v1/profile/search/users', visit, async (c) => {
    const { member_id, used_at } = await requireReset(ctx, liveVisitOf(c), parseQuery(c, ResetQuery).reset_token)
    if (used_at !== null) throw noReset()
    const users = await ctx.db.selectFrom('members').select('login_id').where('id', '=', member_id).execute()
    return c.json(answer({ users }))
  })

  app.put('/v1/profile/search/password', visit, async (c) => {
    const { reset_token, login_id, password } = await parseBody(c, ResetPassword)
    const reset = await requireReset(ctx, liveVisitOf(c), reset_token)
    const effective_at = await resetPassword(ctx, hashing, reset, { login_id, password, ip: clientIp(c, ctx) })
    return c.json(answer(effective_at ? { effective_at: effective_at.toISOString() } : {}))
  })

  return app
}
