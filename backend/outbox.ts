// Screens, "The embedded backend": sends messages through ports. By default every message goes to the outbox, which a developer can read.
import { secondsFrom, type Ctx } from './context.ts'
import { canonicalEmail } from './domain/members/email.ts'
import { canonicalPhone } from './domain/members/phone.ts'
import { deliver, type Mail } from './mail.ts'
import { NotTaken, sendByGateways } from './sms/send.ts'

export type Message = { kind: 'sms' | 'email'; to: string; text: string; at: string }

/** A database that served a demonstration once has texts with codes, so the sweep deletes them also where no message comes here any more. */
export const OUTBOX_SECONDS = 24 * 3600
const SHOWN = 100

async function keep(
  ctx: Ctx,
  message: { kind: 'sms' | 'email'; to: string; subject?: string; text: string },
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insertInto('outbox')
    .values({ ...message, at: now })
    .execute()
  await ctx.db.deleteFrom('outbox').where('at', '<', secondsFrom(now, -OUTBOX_SECONDS)).execute()
}

/** Sends by the gateways of the settings, else to the outbox. @param to E.164 */
export async function sendSms(ctx: Ctx, to: string, text: string): Promise<void> {
  const { sms_gateways: gateways, copies_messages, limits } = ctx.settings
  if (gateways.length > 0) await sendByGateways({ to, text }, { ...ctx, gateways, answer_ms: limits.sms_answer_ms })
  if (gateways.length === 0 || copies_messages) await keep(ctx, { kind: 'sms', to, text })
}

/**
 * Sends by SMTP: to the server of `smtp_url`, else to a server in this process that passes the mail to the outbox.
 * @param id of the job, if it may be sent again
 */
export async function sendEmail(ctx: Ctx, to: string, subject: string, text: string, id?: string): Promise<void> {
  // A mail parser reads an international domain as its letters, and members are known by the other form.
  const receive = (mail: Mail) => keep(ctx, { kind: 'email', ...mail, to: canonicalEmail(mail.to) ?? mail.to })
  await deliver(ctx, { to, subject, text, id }, receive)
  if (ctx.settings.smtp_url && ctx.settings.copies_messages) await receive({ to, subject, text })
}

/** Whether a message that could not be sent will certainly not arrive: the mail relay was not reached, or has refused it, or no gateway took it. */
export const willNotArrive = (error: unknown): boolean =>
  error instanceof NotTaken ||
  (error instanceof Error && ('responseCode' in error || ('command' in error && error.command === 'CONN')))

/** Newest first. `to` matches every spelling of a number or an address. */
export async function messages(ctx: Ctx, to?: string): Promise<Message[]> {
  let query = ctx.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(SHOWN)
  if (to !== undefined) query = query.where('to', '=', canonicalPhone(to) ?? canonicalEmail(to) ?? to)
  const rows = await query.execute()
  return rows.map(({ kind, to, subject, text, at }) => ({
    kind,
    to,
    text: subject === null ? text : `${subject}\n\n${text}`,
    at: at.toISOString(),
  }))
}
