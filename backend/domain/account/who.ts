// Who changes the account: the member, from an address, or an operator in the member's name.
import type { Ctx } from '../../context.ts'
import { record } from '../audit/events.ts'

export type Who = { ip: string } | { by: string }

type Change = 'email.changed' | 'marketing.changed' | 'nickname.changed' | 'phone.changed' | 'second_factor.changed'
type Fields = Record<string, string | number | boolean | null>

/** Records a change of the account: as what it is if the member made it, and with the operator's name otherwise. */
export async function recordChange(
  ctx: Ctx,
  event: Change,
  member_id: string,
  who: Who,
  fields: Fields = {},
): Promise<void> {
  if ('ip' in who) await record(ctx, event, { member_id, ip: who.ip }, fields)
  else await record(ctx, 'operator.changed', { member_id }, { by: who.by, change: event, ...fields })
}
