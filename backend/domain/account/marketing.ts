// Contract, PUT /v1/account/marketing: whether the member wants news. Each answer is a further row of the consents (Spec §3).
import type { Account, Marketing } from '../../../contract/shapes/account.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { keepConsents, PLATFORM, termsInForce } from '../terms/agreements.ts'
import { recordChange, type Who } from './who.ts'

type Of = Pick<Member, 'id' | 'member_kind'>

/** The terms of this kind of member. `parent`: the consent to the use of personal data for news, on which both ways depend. */
const codesFor = ({ member_kind }: Of) => {
  const prefix = member_kind === 'SK' ? 'SK_' : ''
  return { parent: `${prefix}MARKETING`, email: `${prefix}AD_EMAIL`, sms: `${prefix}AD_SMS` }
}

/** The last answer to each of these terms, whatever its version. */
async function lastAnswers(ctx: Ctx, { id }: Of, codes: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('consents')
    .select(['terms_code', 'agreed', 'at'])
    .distinctOn('terms_code')
    .where('member_id', '=', id)
    .where('owner', '=', PLATFORM)
    .where('terms_code', 'in', codes)
    .orderBy('terms_code')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.terms_code, row]))
}

export async function marketingOf(ctx: Ctx, member: Of): Promise<Account['marketing']> {
  const codes = codesFor(member)
  const last = await lastAnswers(ctx, member, Object.values(codes))
  const [email, sms] = [last.get(codes.email), last.get(codes.sms)]
  return {
    email: email?.agreed ?? false,
    sms: sms?.agreed ?? false,
    email_at: email?.at.toISOString() ?? null,
    sms_at: sms?.at.toISOString() ?? null,
  }
}

/** Adds a row for each answer that is another one than the last. */
export async function setMarketing(ctx: Ctx, member: Of, wanted: Marketing, who: Who): Promise<void> {
  const codes = codesFor(member)
  const answers: Record<string, boolean> = {
    [codes.parent]: wanted.email || wanted.sms,
    [codes.email]: wanted.email,
    [codes.sms]: wanted.sms,
  }
  const isChanged = await ctx.db.transaction().execute(async (db) => {
    // The lock lets two calls answer one after the other.
    await db.selectFrom('members').select('id').where('id', '=', member.id).forUpdate().executeTakeFirst()
    const within = { ...ctx, db }
    const now = ctx.now()
    const last = await lastAnswers(within, member, Object.keys(answers))
    const asked = (await termsInForce(within, PLATFORM, now, member.member_kind)).filter(
      ({ terms_code: code }) => code in answers && (last.get(code)?.agreed ?? null) !== answers[code],
    )
    const agreed = Object.keys(answers).filter((code) => answers[code])
    await keepConsents(db, member.id, PLATFORM, asked, agreed, now)
    return asked.length > 0
  })
  if (isChanged) await recordChange(ctx, 'marketing.changed', member.id, who, wanted)
}
