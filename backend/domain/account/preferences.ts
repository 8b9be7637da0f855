// Contract, PUT /v1/account/nickname and /second-factor.
import type { SecondFactor } from '../../../contract/shapes/account.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { badField } from '../join/joinVisit.ts'
import { isNicknameFree, isNicknameTaken, nicknameColumns, readNickname } from '../join/nicknames.ts'
import { newerThan } from '../members/holdActive.ts'
import { refuse } from '../refusal.ts'
import { recordChange, type Who } from './who.ts'

/** @throws Refused 400 with the field for a nickname that breaks a rule, or that another member has */
export async function setNickname(ctx: Ctx, { id, nickname: old }: Member, typed: string, who: Who): Promise<void> {
  const nickname = readNickname(typed)
  if (nickname === null || !(await isNicknameFree(ctx, nickname, null, id))) throw badField('nickname')
  if (nickname === old) return
  try {
    await ctx.db.updateTable('members').set(nicknameColumns(nickname)).where('id', '=', id).execute()
  } catch (error) {
    throw isNicknameTaken(error) ? badField('nickname') : error
  }
  await recordChange(ctx, 'nickname.changed', id, who)
}

/**
 * A notice tells the member (standingChanges.ts).
 * @throws Refused 400: NO_PHONE without a phone; the field, if an administrator switches it off
 */
export async function setSecondFactor(ctx: Ctx, member: Member, wanted: SecondFactor, who: Who): Promise<void> {
  const { id, admin } = member
  if (admin && wanted === 'NONE') throw badField('second_factor')
  const changed = await ctx.db
    .updateTable('members')
    .set({ second_factor: wanted })
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('password_changed_at', '<', newerThan(member))
    .where('second_factor', '!=', wanted)
    .$if(wanted === 'SMS', (query) => query.where('phone', 'is not', null))
    .returning('id')
    .executeTakeFirst()
  if (!changed && wanted === 'SMS' && member.phone === null)
    throw refuse(400, 'NO_PHONE', undefined, 'the member has no phone')
  if (changed) await recordChange(ctx, 'second_factor.changed', id, who, { second_factor: wanted })
}
