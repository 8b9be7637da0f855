// Contract, "Account": the member's browsers.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/account.ts'
import type { Ctx } from '../context.ts'
import { endDevice, endOtherDevices, listDevices, type Here } from '../domain/account/devices.ts'
import { listServices } from '../domain/account/services.ts'
import { record } from '../domain/audit/events.ts'
import { withdraw } from '../domain/sessions/connected.ts'
import { refuse } from '../domain/refusal.ts'
import { servingAccount, sessionOf } from '../http/accountSession.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, secretsOf } from '../http/cookies.ts'
import { ACCOUNT_CLIENT } from '../settings/clients.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function accountLifeRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = servingAccount(app, ctx, provider)
  const hereOf = (c: Context): Here => ({
    uid: sessionOf(c).uid,
    browser: browserOf(c, ctx),
    visits: [...secretsOf(c, ctx).values()],
  })
  const subjectOf = (c: Context) => ({ member_id: sessionOf(c).member.id, ip: clientIp(c, ctx) })

  serve(rows.accountSessions, ({ c }) => listDevices(ctx, sessionOf(c).member.id, hereOf(c), callLocale(c)))

  serve(rows.endSession, async ({ c, values }) => {
    const { member } = sessionOf(c)
    const ended = UUID.test(values.id) ? await endDevice(ctx, member.id, values.id, hereOf(c)) : null
    if (!ended) throw refuse(404, 'NOT_FOUND')
    await record(ctx, ended.wasHere ? 'session.signed_out' : 'session.ended', subjectOf(c))
  })

  serve(rows.endOtherSessions, async ({ c }) => {
    const count = await endOtherDevices(ctx, sessionOf(c).member.id, hereOf(c))
    if (count > 0) await record(ctx, 'session.ended', subjectOf(c), { sessions: count })
  })

  serve(rows.accountServices, ({ c }) => listServices(ctx, sessionOf(c).member.id, callLocale(c)))

  serve(rows.withdrawService, async ({ c, values }) => {
    const { member_id, ip } = subjectOf(c)
    if (values.client_id === ACCOUNT_CLIENT || !(await withdraw(ctx, member_id, values.client_id, ip)))
      throw refuse(404, 'NOT_FOUND')
  })

  return app
}
