// Contract, "Auth API", pending steps: each call does what one step asks for, in the transaction of this browser that waits for it.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { termsOf, validNickname } from '../../contract/calls/join.ts'
import { changePassword as changeCall, resolveMatcher, resolveUser, userInfo } from '../../contract/calls/signIn.ts'
import type { TERMS_TYPES } from '../../contract/codes.ts'
import type { StepName } from '../../contract/shapes/pending.ts'
import type { Ctx } from '../context.ts'
import { answeredSince, listed, PLATFORM, termsInForce } from '../domain/terms/agreements.ts'
import { claimsOf } from '../domain/sessions/claims.ts'
import { changePassword } from '../domain/passwords/changePassword.ts'
import { record } from '../domain/audit/events.ts'
import { fillProfile } from '../domain/members/fillProfile.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { joinedBefore } from '../domain/join/joinVisit.ts'
import { isNicknameFree } from '../domain/join/nicknames.ts'
import { missingFields } from '../domain/members/profile.ts'
import { stepNamed } from '../domain/signIn/steps.ts'
import { verifyPassword } from '../domain/signIn/verifyPassword.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, deviceOf } from '../http/cookies.ts'
import { refuse } from '../domain/refusal.ts'
import { serving } from '../http/serve.ts'
import { liveVisitOf, visitOf, visits } from '../http/visit.ts'
import { resolveStep, sayProgress, stepAt } from './signIn.ts'

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
  const serve = serving(app, visit)

  serve(resolveMatcher, async ({ c, body: given }) => {
    const progress = await resolveStep(c, parts, given.matcher_type, async (transaction, visit) => {
      const step = stepNamed(transaction.step)
      if (!step?.resolve) throw refuse(400, 'NOT_RESOLVABLE', undefined, 'this step is not resolved here')
      return { amr: await step.resolve(ctx, transaction, visit, given) }
    })
    return sayProgress(c, ctx, progress)
  })

  serve(resolveUser, async ({ c, body: { matcher_type, transaction_id: _id, state: _state, ...given } }) => {
    const progress = await resolveStep(c, parts, matcher_type, async ({ client_id }, visit) => {
      await fillProfile(ctx, visit, given)
      const subject = { member_id: visit.member.id, client_id, ip: clientIp(c, ctx) }
      await record(ctx, 'profile.changed', subject, { fields: Object.keys(given).join(' ') })
      return {}
    })
    return sayProgress(c, ctx, progress)
  })

  serve(changeCall, async ({ c, body: { matcher_type, ...given } }) => {
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

  /** What SERVICE_ADD_INFO asks for. No row has this path, because the step names it (contract, `init_url`). */
  app.get('/v1/init/profile', visit, async (c) => {
    const { step } = liveVisitOf(c)
    const at = step === 'SERVICE_ADD_INFO' ? await stepAt(c, parts, (name) => name === step) : null
    if (!at) throw refuse(400, 'NOT_PENDING')
    const uri = new URL('/resolve/service/info', ctx.settings.app_origin)
    uri.searchParams.set('profile_fields', JSON.stringify(missingFields(at.visit)))
    return c.json({ auth: {}, data: { authorization_uri: uri.href } })
  })

  serve(userInfo, async ({ c }) => {
    const at = await stepAt(c, parts, hasProfile)
    if (!at) throw refuse(401, 'UNAUTHORIZED', undefined, 'no pending step in this visit')
    const { belong_sk, login_id, nickname, name, birthdate } = at.visit.member
    return { belong_sk, login_id, nickname, name, birthdate: birthdate?.replaceAll('-', '') ?? null }
  })

  serve(termsOf, async ({ c, values: { terms_type }, query: { language } }) => {
    const at = await stepAt(c, parts, (step) => step === askedBy[terms_type] || hasProfile(step))
    const owner = terms_type.endsWith('SUNI') ? PLATFORM : visitOf(c).client_id
    if (!terms_type.startsWith('ADD_')) {
      const { created_at, scopes } = visitOf(c)
      const terms = await termsInForce(ctx, owner, created_at, at?.visit.member.member_kind)
      // A join agrees to the scopes together with the service's terms, so its page names both.
      return { ...listed(terms, language), ...(owner !== PLATFORM && { claims: claimsOf(scopes) }) }
    }
    if (!at) throw refuse(404, 'NOT_FOUND')
    const { platform, service } = at.visit.owed
    const terms = at.isDone
      ? await answeredSince(ctx, at.visit.member, owner, at.transaction.created_at)
      : owner === PLATFORM
        ? platform
        : service
    return listed(terms, language)
  })

  serve(validNickname, async ({ c, query: { nickname } }) => {
    const { step, finished_at } = visitOf(c)
    // A visit that waits for a nickname of the platform may have asked for that of the service before.
    const info =
      step === 'SERVICE_ADD_INFO' && finished_at === null ? await stepAt(c, parts, (name) => name === step) : null
    const isOfPlatform = info !== null && missingFields(info.visit).includes('nickname')
    const at = isOfPlatform ? null : await stepAt(c, parts, (name) => name === 'CONSENT_RELYING_PARTY')
    const within = at && { client_id: at.visit.service.client_id, member_id: at.visit.member.id }
    // The join may have succeeded without the app hearing of it: then the nickname is the visitor's own.
    const own = (await joinedBefore(ctx, visitOf(c).id))?.member_id
    return { available: await isNicknameFree(ctx, nickname, within, own) }
  })

  const hasProfile = (step: string): boolean => stepNamed(step)?.profile === true

  return app
}
