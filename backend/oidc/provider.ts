// The issuer: the configuration of a certified OpenID Connect library. Its state is in the database, and the app shows its pages.
import { errors, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { currentCall } from '../call.ts'
import type { Ctx } from '../context.ts'
import { IDLE_SECONDS, SESSION_SECONDS, STAY_SECONDS } from '../domain/signIn/accounts.ts'
import { PHONE } from '../domain/factors/methods.ts'
import { claimsByScope, scopesIn } from '../domain/sessions/claims.ts'
import { record } from '../domain/audit/events.ts'
import { invite } from '../domain/join/invitations.ts'
import { beginTransaction, JOIN_SECONDS, stateOf } from '../domain/signIn/transactions.ts'
import { browserCookieName, sessionCookieName, visitCookies } from '../http/cookies.ts'
import { cookieKeys } from '../db/secrets.ts'
import { isSecretOf } from '../domain/clientVersions.ts'
import type { ServingClient } from '../settings/clients.ts'
import { agreedScopes } from '../domain/sessions/connected.ts'
import { findAccount } from './account.ts'
import { addLogoutJobs, callServices } from './backchannel.ts'
import { isPresented, sqlAdapter } from './adapter.ts'
import { LOCALES } from '../../contract/locale.ts'
import { answerFailures, logFailure, sayUnavailable, showError } from './failures.ts'
import { serviceForms } from './forms.ts'
import { noteAccepted } from './noteAuthorizations.ts'
import { addressOfKoa, asksForPhone, kindOf, NAMED_PROMPTS, ownsToken, policyOf, requireKnownClaims } from './policy.ts'
import { beforeAnswer, inOneTransaction, untilWritten } from './oneTransaction.ts'
import { resumeByVisit, UNSENT } from './resume.ts'
import { ROUTES } from './routes.ts'
import { serviceCalls } from './serviceCalls.ts'
import { signOutPages, signOuts } from './signOut.ts'

const CODE_SECONDS = 60
const ACCESS_SECONDS = 15 * 60
const DAY_SECONDS = 86_400

// NOTE: the library takes an `initiate_login_uri` with https alone, and a service on this machine has none.
const clientOf = ({
  secrets,
  pkce: _own,
  service: _seen,
  initiate_login_uri: _start,
  webhook_uri: _told,
  ...client
}: ServingClient) => ({
  ...client,
  ...(client.backchannel_logout_uri && { backchannel_logout_session_required: true }),
  // The library wants a secret, and asks `compareClientSecret` about each one that comes.
  ...(secrets[0]
    ? { client_secret: secrets[0].hash, token_endpoint_auth_method: 'client_secret_basic' as const }
    : { token_endpoint_auth_method: 'none' as const }),
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
})

/** Where the browser goes for a prompt: the app, with a transaction that is bound to this browser. */
const interactionUrl =
  (ctx: Ctx): NonNullable<NonNullable<Configuration['interactions']>['url']> =>
  async (koa, interaction) => {
    const kind = kindOf(interaction)
    const client_id = String(interaction.params.client_id)
    const certification = asksForPhone(koa.oidc)
    const scopes = scopesIn(interaction.params.scope)
    const secret = await beginTransaction(ctx, interaction.uid, client_id, kind, { scopes, certification })
    koa.append('Set-Cookie', visitCookies(ctx, koa.get('cookie'), interaction.uid, secret))
    const { invitation } = interaction.params
    const invited = kind === 'join' && typeof invitation === 'string'
    if (invited) await invite(ctx, interaction.uid, invitation)
    const url = new URL(invited ? '/init/sign-up' : `/init/${kind}`, ctx.settings.app_origin)
    url.searchParams.set('transaction_id', interaction.uid)
    url.searchParams.set('state', stateOf(ctx, interaction.uid))
    if (certification) url.searchParams.set('certification', 'true')
    // A hint for the look of the first paint, and nothing else.
    url.searchParams.set('client_id', client_id)
    for (const name of ['ui_locales', 'login_hint']) {
      const value = interaction.params[name]
      if (typeof value === 'string' && value.length <= 256) url.searchParams.set(name, value)
    }
    return url.href
  }

/** What a service may learn: all that it asks for, or that part to which the member has agreed where the service asks for consent. */
const grantOf: (ctx: Ctx) => NonNullable<Configuration['loadExistingGrant']> =
  (ctx) =>
  async ({ oidc }) => {
    const { client, session, account, provider } = oidc
    if (!client || !account) return undefined
    const agreed = await agreedScopes(ctx, account.accountId, client.clientId)
    const scopes = [...oidc.requestParamScopes].filter((scope) => agreed?.includes(scope) ?? true)
    const known = session?.grantIdFor(client.clientId)
    const existing = known ? await provider.Grant.find(known) : undefined
    const grant = existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '))
    // A new sign-in starts the time again. Otherwise its tokens would end with the grant of the sign-in before it.
    const from = (existing && session?.loginTs) || Math.floor(Date.now() / 1000)
    // Other tokens than refresh tokens end with their session.
    const lasts = session?.transient !== true || grant.getOIDCScope().split(' ').includes('offline_access')
    grant.exp = from + (lasts ? STAY_SECONDS : SESSION_SECONDS)
    await grant.save()
    return grant
  }

const PUSHED = 'PushedAuthorizationRequest'

function configuration(ctx: Ctx): Configuration {
  const calls = serviceCalls(ctx)
  return {
    adapter: (model: string) => {
      const adapter = sqlAdapter(ctx, model)
      if (model === PUSHED) return calls.limited(adapter, () => Provider.ctx)
      return isPresented(model) ? calls.presented(adapter, () => Provider.ctx) : adapter
    },
    clients: ctx.clients.map(clientOf),
    jwks: { keys: ctx.keys.jwks },
    cookies: {
      keys: cookieKeys(ctx.keys.secrets, ctx.now()),
      names: { session: sessionCookieName(ctx), ...UNSENT },
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    claims: claimsByScope,
    scopes: ['openid', 'offline_access'],
    acrValues: [PHONE],
    responseTypes: ['code'],
    // The library accepts a client's secret in either of the two ways.
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    discovery: {
      ui_locales_supported: LOCALES,
      prompt_values_supported: ['none', 'login', 'consent', ...NAMED_PROMPTS],
    },
    extraParams: ['invitation'],
    pkce: {
      required: (_koa, { clientId }) =>
        !ctx.clients.some(({ client_id, pkce }) => client_id === clientId && pkce === false),
    },
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    fetch: callServices(ctx),
    findAccount: (_koa, sub, token) => findAccount(ctx, sub, token),
    loadExistingGrant: grantOf(ctx),
    interactions: { policy: policyOf(ctx), url: interactionUrl(ctx) },
    rotateRefreshToken: true,
    issueRefreshToken: async (_koa, client, code) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      AccessToken: ACCESS_SECONDS,
      IdToken: ACCESS_SECONDS,
      // The transaction's own end comes first (domain/signIn/transactions.ts).
      Interaction: JOIN_SECONDS,
      RefreshToken: DAY_SECONDS,
      // Security B4: idle and absolute ends, longer for those who asked to stay.
      Session: (_koa, session) => {
        // The page that signs out writes a session for anybody. Without a member it lives for one visit only.
        if (!session.accountId) return IDLE_SECONDS
        const age = Math.floor(Date.now() / 1000) - (session.loginTs ?? Math.floor(Date.now() / 1000))
        const left = (session.transient ? SESSION_SECONDS : STAY_SECONDS) - age
        return Math.max(1, session.transient ? Math.min(IDLE_SECONDS, left) : left)
      },
    },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true, assertClaimsParameter: async (_koa, claims) => requireKnownClaims(claims) },
      revocation: { enabled: true, allowedPolicy: ownsToken },
      // There is no such server. NOTE: the library's own function answers the same, and writes a warning beside the log.
      resourceIndicators: { enabled: true, getResourceServerInfo: () => Promise.reject(new errors.InvalidTarget()) },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...signOutPages(ctx) },
    },
    routes: ROUTES,
    renderError: async (koa, out, error) => showError(ctx, koa, out, error),
  }
}

/** Documents that any page may read. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/.well-known/openid-configuration', '/oidc/jwks'])
const CORS_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Expose-Headers',
  'Access-Control-Max-Age',
]

/**
 * Security H1: the form targets of the library's pages that submit themselves; null for every other answer.
 * NOTE: browsers apply `form-action` to the redirects after the form too, and the issuer redirects to the app or to a service.
 */
function formTargets(ctx: Ctx, body: unknown, oidc?: KoaContextWithOIDC['oidc']): string | null {
  const action = typeof body === 'string' && /<form method="post" action="([^"]+)"/.exec(body)?.[1]
  if (!action) return null
  const { origin } = new URL(action)
  if (origin !== new URL(ctx.settings.url).origin) return origin
  const on = [oidc?.entities.Interaction?.params.redirect_uri, oidc?.params?.post_logout_redirect_uri]
  const origins = on.filter((one) => typeof one === 'string').map((one) => new URL(one).origin)
  return [...new Set([`'self'`, ctx.settings.app_origin, ...origins])].join(' ')
}

export function createProvider(ctx: Ctx): Provider {
  const provider = new Provider(ctx.settings.url, configuration(ctx))
  provider.Client.prototype.compareClientSecret = function (actual) {
    const client = ctx.clients.find(({ client_id }) => client_id === this.clientId)
    return client !== undefined && isSecretOf(client, actual, ctx.now())
  }
  addLogoutJobs(ctx, provider)
  // Trusted, because the HTTP server sets it (asAddressed).
  provider.proxy = true
  const browserOf = (koa: KoaContextWithOIDC) => koa.cookies.get(browserCookieName(ctx), { signed: false })
  provider.use(answerFailures(ctx))
  provider.use(inOneTransaction)
  provider.use(serviceForms)
  provider.use(resumeByVisit(ctx))
  provider.use(async (koa, next) => {
    await next()
    // NOTE: the library sets these at every endpoint for programs. Services call these endpoints from their servers, never from a page.
    if (!PUBLIC_PATHS.has(koa.path)) for (const name of CORS_HEADERS) koa.remove(name)
    const { oidc, body }: { oidc?: KoaContextWithOIDC['oidc']; body: unknown } = koa
    const targets = formTargets(ctx, body, oidc)
    const policy = koa.response.get('Content-Security-Policy')
    if (targets) koa.set('Content-Security-Policy', policy.replace(`form-action 'none'`, `form-action ${targets}`))
  })
  provider.use(signOuts(ctx))
  provider.use(untilWritten(ctx))
  const subjectOf = (koa: KoaContextWithOIDC) => ({
    member_id: koa.oidc.session?.accountId ?? null,
    client_id: koa.oidc.client?.clientId ?? null,
    ip: addressOfKoa(ctx, koa),
  })
  provider.on('authorization.accepted', (koa) => {
    beforeAnswer(koa, () => noteAccepted(ctx, koa, browserOf(koa)))
    // An authorization with a page is a sign-in. Its event is recorded when the last step is done.
    if (koa.oidc.route === 'authorization') beforeAnswer(koa, () => record(ctx, 'session.used', subjectOf(koa)))
  })
  provider.on('grant.revoked', (koa) => {
    if (koa.oidc.route !== 'token') return
    // The code or token is deleted by now.
    const member_id = currentCall()?.holder ?? null
    beforeAnswer(koa, () => record(ctx, 'token.reused', { ...subjectOf(koa), member_id }))
  })
  // NOTE: the answer says only `invalid_grant`. The log has the reason, without code or token.
  const refused = (koa: KoaContextWithOIDC, { error, error_detail }: { error: string; error_detail?: string }) =>
    ctx.log('oidc.refused', { error, why: error_detail, client_id: koa.oidc?.client?.clientId })
  provider.on('grant.error', refused)
  provider.on('server_error', (koa, error) => {
    sayUnavailable(koa, error)
    logFailure(ctx, error)
  })
  return provider
}
