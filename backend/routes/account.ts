// Contract, "Account": who is signed in, fresh proofs, and what the member changes.
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/account.ts'
import { NO_PHONE } from '../../contract/codes.ts'
import { NewPassword } from '../../contract/shapes/account.ts'
import type { Ctx } from '../context.ts'
import { accountVisit } from '../domain/account/accountVisit.ts'
import { changeChannel } from '../domain/account/changeChannel.ts'
import { requireFresh } from '../domain/account/freshness.ts'
import { setMarketing } from '../domain/account/marketing.ts'
import { setNickname, setSecondFactor } from '../domain/account/preferences.ts'
import { prove, transactionOfSealed } from '../domain/account/prove.ts'
import { readAccount } from '../domain/account/readAccount.ts'
import { passwordSetBy, setPassword } from '../domain/account/setPassword.ts'
import { createChallenge } from '../domain/codes/challenge.ts'
import { type Channel, channelOf, CHANNELS } from '../domain/factors/channels.ts'
import { badField } from '../domain/join/joinVisit.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { refuse } from '../domain/refusal.ts'
import { handOutKey } from '../domain/signIn/sealed.ts'
import { servingAccount, sessionName, sessionOf } from '../http/accountSession.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, deviceOf, sessionCookieName } from '../http/cookies.ts'
import { answer, parseBody } from '../http/envelope.ts'
import { routeOf } from '../http/serve.ts'
import { renewKeys } from '../http/sessionKeys.ts'

export function accountRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const passwordCall = (c: Context, sealed: string) => ({
    sealed,
    cookie: getCookie(c, sessionCookieName(ctx)) ?? '',
    browser: browserOf(c, ctx) ?? '',
    ip: clientIp(c, ctx),
  })

  // The answer that was lost has given the browser new keys, so that the same call comes with keys that open nothing any more. Or the first call gives
  // them while the second one looks for its session.
  app.put(routeOf(rows.accountPassword), async (c, next) => {
    const body = await parseBody(c, NewPassword).catch(() => null)
    const sameAgain = async () => {
      const before = body && (await passwordSetBy(ctx, passwordCall(c, body.password)))
      if (!before) return null
      await renewKeys(c, ctx, provider, before)
      return c.json(answer({ ended_sessions: before.ended_sessions }))
    }
    const before = await sameAgain()
    if (before) return before
    await next()
    const meanwhile = c.res.status === 401 && (await sameAgain())
    if (meanwhile) c.res = meanwhile
    return undefined
  })

  const serve = servingAccount(app, ctx, provider)
  const visitOf = (c: Context) => {
    const { uid, member } = sessionOf(c)
    return accountVisit(ctx, { uid, member_id: member.id })
  }

  serve(rows.account, async ({ c }) => {
    const session = sessionOf(c)
    const key = await handOutKey(ctx, (await visitOf(c)).id)
    return { session: sessionName(ctx, session), ...(await readAccount(ctx, session.member)), ...key }
  })

  serve(rows.proofToken, async ({ c, body: { method, purpose } }) => {
    const session = sessionOf(c)
    const { member } = session
    const channel = channelOf(method)
    const { change, of, masked } = CHANNELS[channel]
    if (purpose === 'CHANGE') {
      await requireFresh(ctx, session, method)
      // Of no member: the caller names the phone or the address that is to be proved.
      return { auth_token: await createChallenge(ctx, { transaction_id: (await visitOf(c)).id, purpose: change }) }
    }
    const to = of(member)
    if (to === null)
      throw channel === 'phone' ? refuse(400, NO_PHONE, undefined, 'the member has no phone') : badField('method')
    const bound = { transaction_id: (await visitOf(c)).id, purpose: 'ACCOUNT', member_id: member.id } as const
    return { auth_token: await createChallenge(ctx, { ...bound, [channel]: to }), masked: masked(to) }
  })

  serve(rows.proof, async ({ c, body }) => {
    const prover = { session: sessionOf(c), ip: clientIp(c, ctx), device: deviceOf(c, ctx) }
    return { fresh_until: (await prove(ctx, hashing, prover, body)).toISOString() }
  })

  serve(rows.accountPassword, async ({ c, body: { password } }) => {
    const session = sessionOf(c)
    const transaction = { ...(await visitOf(c)), id: await transactionOfSealed(ctx, session, password) }
    const done = await setPassword(ctx, hashing, { session, transaction }, passwordCall(c, password))
    await renewKeys(c, ctx, provider, done)
    return { ended_sessions: done.ended_sessions }
  })

  const change =
    (channel: Channel) =>
    async ({ c, body: { auth_code } }: { c: Context; body: { auth_code: string } }) => ({
      masked: await changeChannel(ctx, sessionOf(c), channel, { auth_code, ip: clientIp(c, ctx) }),
    })
  serve(rows.accountPhone, change('phone'))
  serve(rows.accountEmail, change('email'))

  serve(rows.accountNickname, ({ c, body: { nickname } }) =>
    setNickname(ctx, sessionOf(c).member, nickname, { ip: clientIp(c, ctx) }),
  )
  serve(rows.accountMarketing, ({ c, body }) => setMarketing(ctx, sessionOf(c).member, body, { ip: clientIp(c, ctx) }))
  serve(rows.accountSecondFactor, ({ c, body: { second_factor } }) =>
    setSecondFactor(ctx, sessionOf(c).member, second_factor, { ip: clientIp(c, ctx) }),
  )
  return app
}
