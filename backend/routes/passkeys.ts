// Contract, "Passkeys": signing in with one, and the origins that may use them. Creating one is a step (resolve.ts).
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/passkeys.ts'
import type { Ctx } from '../context.ts'
import { byPasskey } from '../domain/factors/methods.ts'
import { askForPasskey, verifyPasskey } from '../domain/passkeys/verifyPasskey.ts'
import { refuse } from '../domain/refusal.ts'
import { signInTime } from '../domain/signIn/authTime.ts'
import { continueOrRepeat } from '../domain/signIn/progress.ts'
import { clientIp } from '../http/clientIp.ts'
import { serving } from '../http/serve.ts'
import { visitOf, visits } from '../http/visit.ts'
import { askerOf, mayStay, sayProgress } from './signIn.ts'

export function passkeyRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = serving(app, visits(ctx, provider))

  function settings() {
    if (!ctx.settings.passkeys) throw refuse(404, 'NOT_FOUND')
    return ctx.settings.passkeys
  }

  // A visit may have ended, by a call whose answer was lost: then the same passkey gets the answer again.
  serve(rows.initPasskey, async ({ c }) => ({ options: await askForPasskey(ctx, settings(), visitOf(c)) }))

  serve(rows.verifyPasskey, async ({ c, body: { credential, stay_session: wantsToStay } }) => {
    const transaction = visitOf(c)
    const verified = await verifyPasskey(ctx, settings(), transaction, credential, clientIp(c, ctx))
    const { member_id, password_changed_at, synced } = verified
    const stay_session = wantsToStay && (await mayStay(ctx, transaction))
    const signed_in_at = signInTime(ctx.now(), password_changed_at)
    const how = { amr: byPasskey(synced), stay_session, signed_in_at, phone_proved_at: null, session: null }
    const identity = { member_id, password_changed_at, ...how }
    return sayProgress(c, ctx, await continueOrRepeat(askerOf(c, ctx, provider), transaction, identity))
  })

  /** WebAuthn Level 3 §5.11: a browser asks the domain of the RP ID which other origins may use its passkeys. */
  app.get('/.well-known/webauthn', (c) => c.json({ origins: settings().origins }))

  return app
}
