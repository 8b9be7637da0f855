// The prompts of the issuer, in the order in which they are asked, and the page of the app that each leads to.
import { decodeJwt } from 'jose'
import {
  errors,
  interactionPolicy,
  type ClaimsParameter,
  type Interaction,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Ctx } from '../context.ts'
import type { TransactionKind } from '../db/schema.ts'
import { PHONE } from '../domain/factors/methods.ts'
import { isPhoneProved } from '../domain/signIn/accounts.ts'
import { loadEligibility, standingProblem } from '../domain/signIn/standing.ts'
import { pendingStep } from '../domain/signIn/steps.ts'
import { addressOf } from '../http/clientIp.ts'
import { browserCookieName } from '../http/cookies.ts'
import { isStorable } from './payloads.ts'

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
  // The phone is asked for in a step of the session, not in a new sign-in.
  login.checks.remove('essential_acrs')
  login.checks.remove('essential_acr')
  login.checks.add(
    new Check('unknown_account', 'the member of the session is gone', ({ oidc }) => {
      return oidc.session?.accountId !== undefined && !oidc.account
    }),
  )
  login.checks.add(
    new Check('not_as_begun', 'the request does not stand as it was begun', ({ oidc }) => {
      if (oidc.route === 'resume') requireAsBegun(oidc)
      return false
    }),
  )
  // Partners are first-party: what they ask for is granted, so prompt=consent is understood and shows nothing.
  const consent = new Prompt({ name: 'consent', requestable: true })
  consent.checks.remove('consent_prompt')
  const stands = new Check('step_pending', 'something is pending for this service', async (koa) => {
    const { session, client } = koa.oidc
    if (!session?.accountId || !client) return false
    // The check below knows whether the phone is owed: outside a visit the proof of a session counts.
    const request = {
      client_id: client.clientId,
      scopes: [...koa.oidc.requestParamScopes],
      certification: false,
      created_at: ctx.now(),
    }
    const visit = await loadEligibility(ctx, session.accountId, request, addressOfKoa(ctx, koa))
    if (!visit || standingProblem(visit)) return true
    const at = new Date((session.loginTs ?? 0) * 1000)
    return pendingStep(visit, { amr: session.amr ?? [], at, phone_proved_at: null }) !== null
  })
  // NOTE: the library copies `acr` from the session into codes and tokens. A proof ages, so each request sets it anew.
  const phone = new Check('phone_owed', 'the phone is not proved', async ({ oidc, cookies }) => {
    const { session, entities } = oidc
    if (!session?.accountId) return false
    const browser = cookies.get(browserCookieName(ctx), { signed: false })
    const isProved = await isPhoneProved(ctx, session.accountId, { browser, visit: entities.Interaction?.uid })
    session.acr = isProved ? PHONE : undefined
    return asksForPhone(oidc) && !isProved
  })
  return [
    ...NAMED_PROMPTS.map((name) => new Prompt({ name, requestable: true })),
    login,
    consent,
    new Prompt({ name: 'resolve', requestable: false }, stands, phone),
  ]
}

/** The member whom a request names by `id_token_hint`. The library has verified the hint before it stored the request. */
export const hintedMember = ({ id_token_hint }: Record<string, unknown>): string | undefined =>
  typeof id_token_hint === 'string' ? decodeJwt(id_token_hint).sub : undefined

/**
 * What the library checks when a request begins, and not when it is resumed after a sign-in.
 * @throws InvalidRedirectUri, whose page is the issuer's, if an operator has removed the address meanwhile; LoginRequired if another member than that
 *   of `id_token_hint` has signed in
 */
function requireAsBegun({ client, session, params = {} }: KoaContextWithOIDC['oidc']): void {
  if (client?.redirectUriAllowed(String(params.redirect_uri)) !== true) throw new errors.InvalidRedirectUri()
  const hinted = hintedMember(params)
  if (hinted !== undefined && hinted !== session?.accountId)
    throw new errors.LoginRequired('id_token_hint and authenticated subject do not match')
}

type AcrRequest = { value?: unknown; values?: unknown; essential?: unknown }
const asksFor = ({ value, values }: AcrRequest): boolean =>
  value === PHONE || (Array.isArray(values) && values.includes(PHONE))

/** Whether a request names the phone, in `acr_values` or in `claims`. Both count as a requirement: a service that needs no proof sends neither. */
export const asksForPhone = ({ claims }: KoaContextWithOIDC['oidc']): boolean =>
  asksFor((claims?.id_token?.acr as AcrRequest | null | undefined) ?? {})

/**
 * Admits `id_token.acr` alone, because any other claim would pass the member's consent, which is bound to scopes.
 * @throws InvalidRequest for other claims; UnmetAuthenticationRequirements for an essential `acr` that the issuer does not know
 */
export function requireKnownClaims({ id_token = {}, userinfo }: ClaimsParameter): void {
  const { acr, ...others } = id_token
  if (userinfo !== undefined || Object.keys(others).length > 0)
    throw new errors.InvalidRequest('claims: only id_token.acr is supported')
  // An escape within this parameter becomes a character of the code's row only when the member has signed in.
  if (!isStorable(JSON.stringify(acr ?? null)))
    throw new errors.InvalidRequest('claims: U+0000 or half a surrogate pair')
  const wanted = (acr as AcrRequest | null | undefined) ?? {}
  if (wanted.essential === true && !asksFor(wanted))
    throw new errors.UnmetAuthenticationRequirements(`claims: the only acr is ${PHONE}`)
}

/** The page of the app for a prompt. The session page needs a session, and does not apply if the request asks for a sign-in. */
export function kindOf({ prompt, params, session }: Interaction): TransactionKind {
  if (prompt.name === 'create') return 'join'
  if (prompt.name === 'password') return 'password'
  const wantsLogin = typeof params.prompt === 'string' && params.prompt.split(' ').includes('login')
  if (prompt.name === 'resolve') return 'session'
  return prompt.name === 'session' && session?.accountId && !wantsLogin ? 'session' : 'login'
}

/**
 * RFC 7009: a service may revoke its own tokens alone. NOTE: the library's own function writes a line beside the log.
 * @throws InvalidRequest for a token of another service
 */
export async function ownsToken(
  _koa: unknown,
  { clientId }: { clientId: string },
  token: { clientId?: string | undefined },
): Promise<true> {
  if (token.clientId === clientId) return true
  throw new errors.InvalidRequest('a token of another service')
}
