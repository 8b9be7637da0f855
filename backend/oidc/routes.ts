// The paths of the issuer.
import { SERVICE_PAGES } from './forms.ts'

export const ROUTES = {
  ...SERVICE_PAGES,
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  jwks: '/oidc/jwks',
  revocation: '/oidc/revocation',
  pushed_authorization_request: '/oidc/par',
}

/** Every path, as a route names it. The library adds the last ones by itself. */
export const ISSUER_PATHS: readonly string[] = [
  ...Object.values(ROUTES),
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  `${ROUTES.authorization}/:uid`,
  `${ROUTES.end_session}/confirm`,
  `${ROUTES.end_session}/success`,
]
