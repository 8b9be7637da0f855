// The partner as a standard OpenID Connect client: authorization code flow with PKCE, state and nonce; signed ID tokens are checked.
import * as oidc from 'openid-client'
import { logoutTokens, type EndedSession } from './logoutToken.ts'
import type { PartnerService } from './services.ts'

/** What is kept in the browser between leaving for the provider and coming back. */
export type Flow = { service: string; state: string; nonce: string; verifier: string }

export type Session = {
  claims: Record<string, unknown>
  userinfo: Record<string, unknown>
  id_token: string
  scope: string
  token_type: string
  expires_in: number | null
  refresh_token: boolean
  signed_in_at: string
}

/** A refusal that a person should read, such as `login_required`. */
export type Trouble = { error: string; description: string }

type Wishes = {
  prompt?: string
  login_hint?: string
  ui_locales?: string
  max_age?: string
  /** `phone`: the member must prove the phone (step-up). */
  acr_values?: string
  /** The secret of an invitation's link; with `prompt=create`. */
  invitation?: string
}

export type Client = ReturnType<typeof createClient>

/**
 * One client of the provider.
 * @param issuer where the discovery document is found; asked at the first use and once more after a failure
 * @param base the partner's own address, without a slash at its end
 */
export function createClient(issuer: string, base: string, service: PartnerService) {
  let found: Promise<oidc.Configuration> | null = null
  const discover = () => {
    const auth = service.client_secret ? oidc.ClientSecretBasic(service.client_secret) : oidc.None()
    const execute = [oidc.enableNonRepudiationChecks]
    // Plain http is for one machine only.
    if (/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(issuer)) execute.push(oidc.allowInsecureRequests)
    return oidc.discovery(new URL(issuer), service.client_id, undefined, auth, { execute })
  }
  const configuration = (): Promise<oidc.Configuration> => {
    found ??= discover().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }

  /** Where to send the browser, and what to remember until it is back. */
  async function begin(wishes: Wishes): Promise<{ url: URL; flow: Flow }> {
    const flow = {
      service: service.key,
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const wanted = Object.entries(wishes).filter((entry): entry is [string, string] => Boolean(entry[1]))
    const url = oidc.buildAuthorizationUrl(await configuration(), {
      ...Object.fromEntries(wanted),
      redirect_uri: `${base}/callback`,
      // What the members of the demo have agreed to (demo/members.ts): every page names the same data.
      scope: 'openid profile email phone marketing',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    })
    return { url, flow }
  }

  /** The session that the provider's answer is worth, or what went wrong. */
  async function finish(answer: URL, flow: Flow): Promise<Session | Trouble> {
    try {
      const config = await configuration()
      const tokens = await oidc.authorizationCodeGrant(config, answer, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) return { error: 'no_id_token', description: 'The provider sent no ID token.' }
      return {
        claims,
        userinfo: await oidc.fetchUserInfo(config, tokens.access_token, claims.sub),
        id_token: tokens.id_token,
        scope: tokens.scope ?? '',
        token_type: tokens.token_type,
        expires_in: tokens.expiresIn() ?? null,
        refresh_token: tokens.refresh_token !== undefined,
        signed_in_at: new Date().toISOString(),
      }
    } catch (error) {
      return asTrouble(error)
    }
  }

  /** The provider's page that signs the member out everywhere and comes back to the partner. */
  async function endUrl(id_token: string): Promise<URL> {
    return oidc.buildEndSessionUrl(await configuration(), {
      id_token_hint: id_token,
      post_logout_redirect_uri: `${base}/`,
    })
  }

  let tokens: ReturnType<typeof logoutTokens> | null = null
  /**
   * The session that a logout token of the provider ends.
   * @throws when it is none
   */
  async function ended(logout_token: string): Promise<EndedSession> {
    const { issuer: name, jwks_uri = '' } = (await configuration()).serverMetadata()
    tokens ??= logoutTokens(name, jwks_uri, service.client_id)
    return tokens.read(logout_token)
  }

  return { service, begin, finish, endUrl, ended }
}

/** An error of the client library as something to show. Never the answer itself: it may hold a code or a token. */
export function asTrouble(error: unknown): Trouble {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return { error: error.error, description: error.error_description ?? '' }
  return {
    error: 'sign_in_failed',
    description: error instanceof Error ? error.message : 'The sign-in did not complete.',
  }
}
