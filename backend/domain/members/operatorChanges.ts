// Operations: what an operator changes in the account in the member's name (`npm run members`). The member is told as of any change
// (standingChanges.ts), and the former phone or address can undo it.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { StartProblem } from '../../startProblem.ts'
import { changeChannelFor } from '../account/changeChannel.ts'
import { setMarketing } from '../account/marketing.ts'
import { setNickname, setSecondFactor } from '../account/preferences.ts'
import { notify } from '../notices/notices.ts'
import { Refused } from '../refusal.ts'
import { canonicalEmail } from './email.ts'
import { canonicalPhone } from './phone.ts'

type Given = { to: string; by: string }

const NEWS = {
  none: { email: false, sms: false },
  email: { email: true, sms: false },
  sms: { email: false, sms: true },
  both: { email: true, sms: true },
} as const
const FACTORS = { on: 'SMS', off: 'NONE' } as const

const isKey = <Key extends string>(rows: Record<Key, unknown>, key: string): key is Key => Object.hasOwn(rows, key)

const channel =
  (name: 'phone' | 'email', canonical: (value: string) => string | null) =>
  async (ctx: Ctx, member: Member, { to, by }: Given): Promise<string> => {
    const became = canonical(to)
    if (became === null) throw new StartProblem(`to: no ${name === 'phone' ? 'mobile number' : 'e-mail address'}`)
    return (await changeChannelFor(ctx, member, name, { became, by })) ? 'changed' : 'the member has it already'
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
} as const

/** @throws StartProblem if the value is none, or the rules of the account refuse it */
export async function changeFor(ctx: Ctx, name: keyof typeof CHANGES, member: Member, given: Given): Promise<string> {
  try {
    const said = await CHANGES[name](ctx, member, given)
    ctx.jobs.wake()
    return said
  } catch (error) {
    throw error instanceof Refused ? new StartProblem(`refused: ${error.body.description}`) : error
  }
}
