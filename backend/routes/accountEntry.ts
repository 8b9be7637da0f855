// Contract, "Account": the sign-in of the account's pages, and who is signed in.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import type * as z from 'zod/mini'
import * as rows from '../../contract/calls/account.ts'
import { HTML_LANG } from '../../contract/locale.ts'
import { type InitAccount, ReturnTo } from '../../contract/shapes/account.ts'
import { newSecret, type Ctx } from '../context.ts'
import { ACCOUNT_RETURN } from '../domain/account/builtInService.ts'
import { callLocale } from '../http/callLocale.ts'
import { serving } from '../http/serve.ts'
import { ROUTES } from '../oidc/routes.ts'
import { ACCOUNT_CLIENT } from '../settings/clients.ts'

/**
 * The issuer's address for a sign-in. It has the page as its `state`.
 * NOTE: the code that comes back opens nothing, because nobody has the verifier of this challenge. The session of the browser is what counts.
 */
function addressOfSignIn(
  { settings }: Ctx,
  { return_to, prompt }: z.infer<typeof InitAccount>,
  language: string,
): string {
  const url = new URL(ROUTES.authorization, settings.url)
  const query = {
    client_id: ACCOUNT_CLIENT,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: settings.url + ACCOUNT_RETURN,
    code_challenge: createHash('sha256').update(newSecret()).digest('base64url'),
    code_challenge_method: 'S256',
    state: return_to,
    ui_locales: language,
    ...(prompt && { prompt }),
  }
  url.search = new URLSearchParams(query).toString()
  return url.href
}

export function accountEntryRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = serving(app)

  serve(rows.initAccount, ({ c, body }) => ({
    location: addressOfSignIn(ctx, body, HTML_LANG[callLocale(c)]),
  }))

  /** The issuer leads here after the sign-in. `signed_in` tells the app not to begin another one if the browser keeps no cookie. */
  app.get(ACCOUNT_RETURN, async (c) => {
    const code = c.req.query('code')
    const issued = code && (await provider.AuthorizationCode.find(code))
    if (issued && issued.clientId === ACCOUNT_CLIENT) await issued.destroy()
    const page = ReturnTo.safeParse(c.req.query('state'))
    const url = new URL(page.success ? page.data : '/account', ctx.settings.app_origin)
    url.searchParams.set('signed_in', '1')
    return c.redirect(url.href, 303)
  })
  return app
}
