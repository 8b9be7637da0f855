// The prompts of the issuer, in the order in which they are asked, and the page of the app that each leads to.
import { interactionPolicy, type Interaction, type KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context'
import type { TransactionKind } from '../db/schema'
import { loadVisit, standingProblem } from '../domain/standing'
import { pendingStep } from '../domain/steps'
import { addressOf } from '../http/clientIp'

const { Prompt, Check, base } = interactionPolicy

export const addressOfKoa = (ctx: Ctx, { req }: KoaContextWithOIDC): string =>
  addressOf(ctx, req.socket.remoteAddress, req.headers['x-forwarded-for']?.toString())

/** Prompts that only a request's `prompt` asks for. Each has its page in the app. */
export const NAMED_PROMPTS = ['create', 'password', 'session', 'select_account']

/**
 * A request names `create`, `password`, `session` and `select_account`. `resolve` has no name: it applies if there is a session, but the
 * member's data or the service's rules require a step first.
 */
export function policyOf(ctx: Ctx) {
  const login = base().get('login')
  if (!login) throw new Error('the provider has no login prompt any more')
  login.checks.add(
    new Check('unknown_account', 'the member of the session is gone', ({ oidc }) => {
      return oidc.session?.accountId !== undefined && !oidc.account
    }),
  )
  // Partners are first-party: what they ask for is granted, so prompt=consent is understood and shows nothing.
  const consent = new Prompt({ name: 'consent', requestable: true })
  consent.checks.remove('consent_prompt')
  const stands = new Check('step_pending', 'something is pending for this service', async (koa) => {
    const { session, client } = koa.oidc
    if (!session?.accountId || !client) return false
    const request = { client_id: client.clientId, scopes: [...koa.oidc.requestParamScopes], created_at: ctx.now() }
    const visit = await loadVisit(ctx, session.accountId, request, addressOfKoa(ctx, koa))
    if (!visit || standingProblem(visit)) return true
    const at = new Date((session.loginTs ?? 0) * 1000)
    return pendingStep(visit, { amr: session.amr ?? [], at }) !== null
  })
  return [
    ...NAMED_PROMPTS.map((name) => new Prompt({ name, requestable: true })),
    login,
    consent,
    new Prompt({ name: 'resolve', requestable: false }, stands),
  ]
}

/** The page of the app for a prompt. The session page needs a session, and does not apply if the request asks for a sign-in. */
export function kindOf({ prompt, params, session }: Interaction): TransactionKind {
  if (prompt.name === 'create') return 'join'
  if (prompt.name === 'password') return 'password'
  const wantsLogin = typeof params.prompt === 'string' && params.prompt.split(' ').includes('login')
  if (prompt.name === 'resolve') return 'session'
  return prompt.name === 'session' && session?.accountId && !wantsLogin ? 'session' : 'login'
}
