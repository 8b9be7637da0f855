// Contract, "Account": the member's browsers, services and activity, the copy of what is stored, and the end of the account.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/account.ts'
import { isUuid, type Ctx } from '../context.ts'
import { isOwnActivity, listActivity } from '../domain/account/activity.ts'
import { endDevice, endOtherDevices, listDevices, type Here } from '../domain/account/devices.ts'
import { leave, stay } from '../domain/account/leaving.ts'
import { report } from '../domain/account/report.ts'
import { listServices } from '../domain/account/services.ts'
import { record } from '../domain/audit/events.ts'
import { storedLines } from '../domain/members/stored.ts'
import { notifyById } from '../domain/notices/notices.ts'
import { withdraw } from '../domain/sessions/connected.ts'
import { refuse } from '../domain/refusal.ts'
import { servingAccount, sessionOf } from '../http/accountSession.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, secretsOf } from '../http/cookies.ts'
import { streamed } from '../http/streamed.ts'
import { ACCOUNT_CLIENT } from '../settings/clients.ts'

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
    const ended = isUuid(values.id) ? await endDevice(ctx, member.id, values.id, hereOf(c)) : null
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
    if (values.client_id === ACCOUNT_CLIENT || !(await withdraw(ctx, member_id, values.client_id, { ip })))
      throw refuse(404, 'NOT_FOUND')
  })

  serve(rows.accountActivity, ({ c, query }) => listActivity(ctx, sessionOf(c).member.id, query, callLocale(c)))

  serve(rows.reportActivity, async ({ c, body }) => {
    const { member_id, ip } = subjectOf(c)
    if (!(await isOwnActivity(ctx, member_id, body.activity_id))) throw refuse(404, 'NOT_FOUND')
    await report(ctx, member_id, { ip })
  })

  serve(rows.exportAccount, async ({ c }) => {
    const { member } = sessionOf(c)
    await notifyById(ctx, 'exported', member.id, null)
    await record(ctx, 'account.exported', subjectOf(c))
    return streamed(c, ctx, storedLines(ctx, member))
  })

  serve(rows.leave, async ({ c, body }) => {
    const asked = { reason: body.reason, ip: clientIp(c, ctx), here: hereOf(c) }
    return { effective_at: (await leave(ctx, sessionOf(c).member, asked)).toISOString() }
  })

  serve(rows.stay, async ({ c }) => {
    await stay(ctx, sessionOf(c).member, { ip: clientIp(c, ctx) })
  })

  return app
}
