// Contract, "Account": the sign-in of the account's pages, and who is signed in.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/account.ts'
import { ReturnTo } from '../../contract/shapes/account.ts'
import type { Ctx } from '../context.ts'
import { ACCOUNT_RETURN } from '../domain/account/builtInService.ts'
import { callLocale } from '../http/callLocale.ts'
import { serving } from '../http/serve.ts'
import { accountSignIn } from '../oidc/accountSignIn.ts'
import { ACCOUNT_CLIENT } from '../settings/clients.ts'

export function accountEntryRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = serving(app)

  serve(rows.initAccount, ({ c, body }) => ({
    location: accountSignIn(ctx, body, callLocale(c)),
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
