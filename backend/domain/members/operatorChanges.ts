// Operations: what an operator changes in the account in the member's name (`npm run members`). The member is told as of any change
// (standingChanges.ts), and the former phone or address can undo it.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { StartProblem } from '../../startProblem.ts'
import { changeChannelFor } from '../account/changeChannel.ts'
import { setMarketing } from '../account/marketing.ts'
import { setNickname, setSecondFactor } from '../account/preferences.ts'
import { record } from '../audit/events.ts'
import { notify } from '../notices/notices.ts'
import { Refused } from '../refusal.ts'
import { canonicalEmail } from './email.ts'
import { canonicalPhone } from './phone.ts'
import { signInNetworks } from '../../settings/networks.ts'

type Given = { to: string; by: string }

const NEWS = {
  none: { email: false, sms: false },
  email: { email: true, sms: false },
  sms: { email: false, sms: true },
  both: { email: true, sms: true },
} as const
const FACTORS = { on: 'SMS', off: 'NONE' } as const
const SWITCH = { on: true, off: false } as const
const ANYWHERE = 'anywhere'

const isKey = <Key extends string>(rows: Record<Key, unknown>, key: string): key is Key => Object.hasOwn(rows, key)

const channel =
  (name: 'phone' | 'email', canonical: (value: string) => string | null) =>
  async (ctx: Ctx, member: Member, { to, by }: Given): Promise<string> => {
    const became = canonical(to)
    if (became === null) throw new StartProblem(`to: no ${name === 'phone' ? 'mobile number' : 'e-mail address'}`)
    return (await changeChannelFor(ctx, member, name, { became, by })) ? 'changed' : 'the member has it already'
  }

/** From where the member may sign in (Spec §8: 4590, 4589). Sessions that are there already meet the rule at their next sign-in. */
async function setPlaces(
  ctx: Ctx,
  { id }: Member,
  places: { internal_only: boolean } | { allowed_ips: string[] },
  by: string,
): Promise<void> {
  const columns = 'allowed_ips' in places ? { allowed_ips: JSON.stringify(places.allowed_ips) } : places
  await ctx.db.updateTable('members').set(columns).where('id', '=', id).execute()
  const [[change, value] = []] = Object.entries(places)
  await record(ctx, 'operator.changed', { member_id: id }, { by, change: `${change}.changed`, to: String(value) })
}

/** By the name of the command. Each returns what is printed. */
const CHANGES = {
  phone: channel('phone', (value) => canonicalPhone(value)),
  email: channel('email', canonicalEmail),
  async nickname(ctx: Ctx, member: Member, { to, by }: Given): Promise<string> {
    await setNickname(ctx, member, to, { by })
    await notify(ctx, 'supportChanged', member, null)
    return 'changed'
  },
  async 'second-factor'(ctx: Ctx, member: Member, { to, by }: Given): Promise<string> {
    if (!isKey(FACTORS, to)) throw new StartProblem('to: on or off')
    await setSecondFactor(ctx, member, FACTORS[to], { by })
    return `the second factor is ${to}`
  },
  async news(ctx: Ctx, member: Member, { to, by }: Given): Promise<string> {
    if (!isKey(NEWS, to)) throw new StartProblem(`to: one of ${Object.keys(NEWS).join(', ')}`)
    await setMarketing(ctx, member, NEWS[to], { by })
    await notify(ctx, 'supportChanged', member, null)
    return `news: ${to}`
  },
  async 'internal-only'(ctx: Ctx, member: Member, { to, by }: Given): Promise<string> {
    if (!isKey(SWITCH, to)) throw new StartProblem('to: on or off')
    await setPlaces(ctx, member, { internal_only: SWITCH[to] }, by)
    return SWITCH[to] ? 'signs in from internal networks only' : 'signs in from any network'
  },
  async addresses(ctx: Ctx, member: Member, { to, by }: Given): Promise<string> {
    const read = signInNetworks.safeParse(to === ANYWHERE ? '' : to)
    if (!read.success) throw new StartProblem(`to: ${ANYWHERE}, or ${read.error.issues[0]?.message ?? ''}`)
    await setPlaces(ctx, member, { allowed_ips: read.data }, by)
    return `signs in from ${read.data.join(', ') || ANYWHERE}`
  },
} as const

/** What is wrong with a field, of which a refusal has the name alone. */
const WRONG: Readonly<Record<string, string>> = {
  email: 'the list DENIED_DOMAIN has the domain of this address',
  nickname: 'it is taken or reserved, or no nickname',
}

/** @throws StartProblem if the value is none, or the rules of the account refuse it */
export async function changeFor(ctx: Ctx, name: keyof typeof CHANGES, member: Member, given: Given): Promise<string> {
  try {
    const said = await CHANGES[name](ctx, member, given)
    ctx.jobs.wake()
    return said
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { description = '' } = error.body
    throw new StartProblem(`refused: ${WRONG[description] ?? description}`)
  }
}
