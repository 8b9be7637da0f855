// Contract, "Account", and security E10, A11: what a member can prove, how strong it is, and what one proof alone opens.
import { type SecondFactor } from '../../../contract/shapes/account.ts'
import {
  type CodeMethod,
  isByCode,
  PROOF_METHODS,
  type ProofMethod,
  SIGN_IN_METHODS,
} from '../../../contract/signInMethods.ts'
import type { Row } from '../../../contract/row.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { youngChannels } from '../account/channelChanges.ts'
import { hasPasskey } from '../passkeys/rows.ts'
import { channelsOf } from './channels.ts'
import { isGuarded } from './takenFactor.ts'

type Protected = Pick<Member, 'second_factor' | 'admin'>

/** What a sign-in asks for besides the password. An administrator's is always on. */
export const secondFactorOf = ({ admin, second_factor }: Protected): SecondFactor => (admin ? 'SMS' : second_factor)

/** A member with a second factor or a passkey, and an administrator: one channel alone must not be enough to take over the account. */
export async function isProtected(ctx: Ctx, member: Protected & Pick<Member, 'id'>): Promise<boolean> {
  // NOTE: the same statement for a member ID that nobody has (Security A7).
  const guarded = await isGuarded(ctx, member.id)
  return secondFactorOf(member) !== 'NONE' || guarded
}

/** The methods that this member has, the strongest first. */
async function methodsOf(ctx: Ctx, member: Member): Promise<ProofMethod[]> {
  const reached = channelsOf(member)
  const has: Record<Exclude<ProofMethod, CodeMethod>, boolean> = {
    PASSKEY: ctx.settings.passkeys !== null && (await hasPasskey(ctx, member.id)),
    PWD: true,
  }
  const hasChannel = (method: CodeMethod) => reached.includes(SIGN_IN_METHODS[method].channel)
  return PROOF_METHODS.filter((method) => (isByCode(method) ? hasChannel(method) : has[method]))
}

/**
 * `methods`: those of which one is enough, the strongest first. `first`: one that must have been given in the session, not by its sign-in, before that.
 */
type Enough = { methods: ProofMethod[]; first: ProofMethod | null }

/**
 * The methods that are enough alone. A code alone is not enough for a member with a passkey, nor by a phone or an address that is
 * younger than seven days: what opens a channel must not lead to all others (docs/decisions/0040). A member who has nothing else
 * gives the factor that is replaced first: whoever sits at an open session could have changed the channels a minute ago.
 * @param fresh the method whose factor is replaced, which does not prove the member alone; true: none is
 */
export async function enoughFor(ctx: Ctx, member: Member, fresh: NonNullable<Row['fresh']>): Promise<Enough> {
  const has = await methodsOf(ctx, member)
  const young = await youngChannels(ctx, member.id)
  const others = has.filter((method) => method !== fresh)
  const isWeak = (method: ProofMethod) =>
    isByCode(method) && (has.includes('PASSKEY') || young.has(SIGN_IN_METHODS[method].channel))
  const strong = others.filter((method) => !isWeak(method))
  if (strong.length > 0) return { methods: strong, first: null }
  return { methods: others, first: has.find((method) => method === fresh && !isWeak(method)) ?? null }
}
