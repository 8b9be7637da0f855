// Contract, "Account": the sign-in at the built-in service `account`.
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { HTML_LANG, type Locale } from '../../contract/locale.ts'
import type { InitAccount } from '../../contract/shapes/account.ts'
import { newSecret, type Ctx } from '../context.ts'
import { ACCOUNT_RETURN } from '../domain/account/builtInService.ts'
import { ACCOUNT_CLIENT } from '../settings/clients.ts'
import { ROUTES } from './routes.ts'

/**
 * The issuer's address for a sign-in, or with `prompt` for a reset of the password. It has the page as its `state`.
 * NOTE: the code that comes back opens nothing, because nobody has the verifier of this challenge. The session of the browser is what counts.
 */
export function accountSignIn(
  { settings }: Ctx,
  { return_to, prompt }: z.infer<typeof InitAccount>,
  locale: Locale,
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
    ui_locales: HTML_LANG[locale],
    ...(prompt && { prompt }),
  }
  url.search = new URLSearchParams(query).toString()
  return url.href
}
