// What a webhook says, made when it leaves: the values of now, and only those that the service may read now.
import type { WebhookData, WebhookEvent } from '../../../contract/shapes/webhooks.ts'
import type { Ctx } from '../../context.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { marketingOf } from '../account/marketing.ts'
import { claimsOfMember, openedBy } from '../sessions/claims.ts'
import { loadEligibility, standingProblem } from '../signIn/standing.ts'
import { webhookServices } from './relations.ts'

type Told = Payload<'webhook'>
/** Null: there is nothing to tell any more. */
type Data = WebhookData | null

/** Claims that change together. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email_verified'],
  phone_number: ['phone_number', 'phone_number_verified'],
}

/** The claims that have changed, as far as the service may read them of a member who may sign in there. */
async function claimsNow(ctx: Ctx, { member_id, client_id, changed }: Told): Promise<Record<string, unknown>> {
  const service = (await webhookServices(ctx, member_id)).find((one) => one.client_id === client_id)
  if (!service) return {}
  const request = { client_id, scopes: service.scopes, certification: false, created_at: ctx.now() }
  const visit = await loadEligibility(ctx, member_id, request, null)
  if (!visit || standingProblem(visit)) return {}
  const opened = openedBy(service.scopes)
  const wanted = changed.flatMap((claim) => BESIDE[claim] ?? [claim]).filter((claim) => opened.has(claim))
  if (wanted.length === 0) return {}
  const { email, sms } = await marketingOf(ctx, visit.member)
  const all = { ...claimsOfMember(visit.member), marketing: { email, sms } }
  return Object.fromEntries(Object.entries(all).filter(([claim]) => wanted.includes(claim)))
}

async function updated(ctx: Ctx, told: Told): Promise<Data> {
  const { member_id: sub } = told
  // The state of a join belongs to no scope: the service was told of the join.
  const state = told.changed.includes('join_status') ? await joined(ctx, told) : null
  const claims = await claimsNow(ctx, told)
  return state || Object.keys(claims).length > 0 ? { ...state, sub, claims } : null
}

async function joined({ db }: Ctx, { member_id }: Told): Promise<Data> {
  const row = db.selectFrom('members').select('join_status').where('id', '=', member_id)
  const member = await row.executeTakeFirst()
  return member ? { sub: member_id, join_status: member.join_status } : null
}

async function leaving({ db }: Ctx, { member_id }: Told): Promise<Data> {
  const row = await db
    .selectFrom('member_leavings')
    .select('effective_at')
    .where('member_id', '=', member_id)
    .executeTakeFirst()
  return row ? { sub: member_id, effective_at: row.effective_at.toISOString() } : null
}

const onlyWho = async (_ctx: Ctx, { member_id }: Told): Promise<Data> => ({ sub: member_id })

const DATA: Record<WebhookEvent, (ctx: Ctx, told: Told) => Promise<Data>> = {
  'member.joined': joined,
  'member.updated': updated,
  'service.withdrawn': onlyWho,
  'member.leaving': leaving,
  'member.stayed': onlyWho,
  'member.erased': onlyWho,
}

/** The data of an event, or null if there is nothing to tell any more: the values are those of now. */
export const webhookData = (ctx: Ctx, told: Told): Promise<Data> => DATA[told.event](ctx, told)
