// Contract, "Auth API", pending steps: each call does what one step asks for, in the transaction of this browser that waits for it.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import { ChangePassword, ResolveMatcher, ResolveUser } from '../../src/wire/auth.ts'
import { TERMS_LANGUAGES, TERMS_TYPES } from '../../src/wire/codes.ts'
import type { Ctx } from '../context.ts'
import { answeredSince, listed, PLATFORM, termsInForce } from '../domain/terms/agreements.ts'
import { claimsOf } from '../domain/sessions/claims.ts'
import { changePassword } from '../domain/passwords/changePassword.ts'
import { record } from '../domain/audit/events.ts'
import { fillProfile } from '../domain/members/fillProfile.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { joinedBefore } from '../domain/join/joinVisit.ts'
import { isNicknameFree } from '../domain/join/nicknames.ts'
import { missingProfile } from '../domain/members/profile.ts'
import { stepNamed, type StepName } from '../domain/signIn/steps.ts'
import { verifyPassword } from '../domain/signIn/verifyPassword.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, deviceOf } from '../http/cookies.ts'
import { refuse } from '../domain/refusal.ts'
import { answer, parseBody, parseQuery } from '../http/envelope.ts'
import { liveVisitOf, visitOf, visits } from '../http/visit.ts'
import { resolveStep, sayProgress, stepAt } from './signIn.ts'

const Nickname = z.object({ nickname: z.string().check(z.minLength(1), z.maxLength(100)) })
const TermsQuery = z.object({ language: z._default(z.enum(TERMS_LANGUAGES), 'KR') })
const TermsType = z.enum(TERMS_TYPES)

/** The step that asks for terms of a type: where tabs stand at different services, its service is meant. */
const askedBy: Partial<Record<(typeof TERMS_TYPES)[number], StepName>> = {
  RELYING_PARTY: 'CONSENT_RELYING_PARTY',
  ADD_SUNI: 'ADD_TERMS_AGREEMENT',
  ADD_RELYING_PARTY: 'ADD_TERMS_AGREEMENT',
}

export function resolveRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const parts = { ctx, provider }
  const visit = visits(ctx, provider)

  app.post('/v1/matcher/resolve', visit, async (c) => {
    const given = await parseBody(c, ResolveMatcher)
    const progress = await resolveStep(c, parts, given.matcher_type, async (transaction, visit) => {
      const step = stepNamed(transaction.step)
      if (!step?.resolve) throw refuse(400, 'NOT_RESOLVABLE', undefined, 'this step is not resolved here')
      return { amr: await step.resolve(ctx, transaction, visit, given) }
    })
    return sayProgress(c, ctx, progress)
  })

  app.post('/v1/resolve/user', visit, async (c) => {
    const { matcher_type, nickname, transaction_id: _id, state: _state, ...given } = await parseBody(c, ResolveUser)
    const progress = await resolveStep(c, parts, matcher_type, async ({ client_id }, { member, service }) => {
      if (nickname !== undefined) throw refuse(400, 'BAD_REQUEST', undefined, 'nickname is not asked for')
      await fillProfile(ctx, member, service.required_profile, given)
      const subject = { member_id: member.id, client_id, ip: clientIp(c, ctx) }
      await record(ctx, 'profile.changed', subject, { fields: Object.keys(given).join(' ') })
      return {}
    })
    return sayProgress(c, ctx, progress)
  })

  app.put('/v1/profile/change/password', visit, async (c) => {
    const { matcher_type, ...given } = await parseBody(c, ChangePassword)
    const ip = clientIp(c, ctx)
    const progress = await resolveStep(
      c,
      parts,
      matcher_type,
      async (transaction, { member }) => {
        const from = { ip, browser: browserOf(c, ctx), device: deviceOf(c, ctx) }
        return { anew: await changePassword(ctx, hashing, transaction, member, { ...given, ...from }) }
      },
      async ({ id: transaction_id, client_id }, { member: { login_id, password_put_off_at } }) => {
        // The member has said "later" in this visit, so no password was set.
        if (password_put_off_at !== null) return false
        // The new password is the member's by now. Another one would not be set, and must not be taken for it.
        const device = deviceOf(c, ctx)
        await verifyPassword(ctx, hashing, {
          login_id,
          password: given.password,
          transaction_id,
          client_id,
          ip,
          device,
        })
        return true
      },
    )
    return sayProgress(c, ctx, progress)
  })

  /** What SERVICE_ADD_INFO asks for (contract, `init_url`). */
  app.get('/v1/init/profile', visit, async (c) => {
    const { step } = liveVisitOf(c)
    const at = step === 'SERVICE_ADD_INFO' ? await stepAt(c, parts, (name) => name === step) : null
    if (!at) throw refuse(400, 'NOT_PENDING')
    const { service, member } = at.visit
    const uri = new URL('/resolve/service/info', ctx.settings.app_origin)
    const fields = missingProfile(service.required_profile, member.profile)
    uri.searchParams.set('profile_fields', JSON.stringify(fields))
    return c.json({ auth: {}, data: { authorization_uri: uri.href } })
  })

  app.get('/v1/profile/users', visit, async (c) => {
    const at = await stepAt(c, parts, hasProfile)
    if (!at) throw refuse(401, 'UNAUTHORIZED', undefined, 'no pending step in this visit')
    const { belong_sk, login_id, nickname, name, birthdate } = at.visit.member
    return c.json(answer({ belong_sk, login_id, nickname, name, birthdate: birthdate?.replaceAll('-', '') ?? null }))
  })

  app.get('/v1/terms/:terms_type', visit, async (c) => {
    const { language } = parseQuery(c, TermsQuery)
    const type = TermsType.safeParse(c.req.param('terms_type'))
    if (!type.success) throw refuse(404, 'NOT_FOUND')
    const at = await stepAt(c, parts, (step) => step === askedBy[type.data] || hasProfile(step))
    const owner = type.data.endsWith('SUNI') ? PLATFORM : visitOf(c).client_id
    if (!type.data.startsWith('ADD_')) {
      const { created_at, scopes } = visitOf(c)
      const terms = await termsInForce(ctx, owner, created_at, at?.visit.member.member_kind)
      // A join agrees to the scopes together with the service's terms, so its page names both.
      return c.json(answer({ ...listed(terms, language), ...(owner !== PLATFORM && { claims: claimsOf(scopes) }) }))
    }
    if (!at) throw refuse(404, 'NOT_FOUND')
    const { platform, service } = at.visit.owed
    const terms = at.isDone
      ? await answeredSince(ctx, at.visit.member, owner, at.transaction.created_at)
      : owner === PLATFORM
        ? platform
        : service
    return c.json(answer(listed(terms, language)))
  })

  app.get('/v1/valid/nickname', visit, async (c) => {
    const { nickname } = parseQuery(c, Nickname)
    const at = await stepAt(c, parts, (step) => step === 'CONSENT_RELYING_PARTY')
    const within = at && { client_id: at.visit.service.client_id, member_id: at.visit.member.id }
    // The join may have succeeded without the app hearing of it: then the nickname is the visitor's own.
    const own = (await joinedBefore(ctx, visitOf(c).id))?.member_id
    return c.json(answer({ available: await isNicknameFree(ctx, nickname, within, own) }))
  })

  const hasProfile = (step: string): boolean => stepNamed(step)?.profile === true

  return app
}
