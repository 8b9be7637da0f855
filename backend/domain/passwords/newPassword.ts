// Spec §5 and security A3, A4: turns the sealed new password into the stored hash. Every call that sets a password uses these rules.
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import type { Hashing } from './hashing.ts'
import { networksOf } from '../limits/networks.ts'
import { passwordRefusal } from './passwordPolicy.ts'
import { refuse } from '../refusal.ts'
import { unseal } from '../signIn/sealed.ts'
import { wordsOf } from '../../../contract/guessable.ts'

/** @param names the member's own: name, nickname */
export async function contextWords(ctx: Ctx, client_id: string, names: readonly (string | null)[]): Promise<string[]> {
  const service = await ctx.db
    .selectFrom('services')
    .select(['rp_name', 'display_name', 'display_name_en', 'display_name_cn'])
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return wordsOf([...names, ...Object.values(service ?? {})])
}

/** The member, whose names are as easy to guess as a common word. `password_hash`: null if there is no password yet. */
type Owner = Pick<Member, 'login_id' | 'phone' | 'name' | 'nickname'> & { password_hash: string | null }
type Sealed = { sealed: string; ip: string }

const notAllowed = () => refuse(400, 'PASSWORD_NOT_ALLOWED', detail.PASSWORD_NOT_ALLOWED)

/**
 * @param given the password, sealed in this transaction, and the caller's address
 * @returns its hash
 * @throws Refused 400 with a refusal of passwordPolicy.ts, or because the password is leaked or the current one; 429 and 503 as `inTurn`
 */
export async function newPasswordHash(
  ctx: Ctx,
  hashing: Hashing,
  { id, client_id }: Transaction,
  { sealed, ip }: Sealed,
  { login_id, phone, name, nickname, password_hash: current_hash }: Owner,
): Promise<string> {
  // These checks do not hash, so an invalid password does not take a place in the queue.
  const password = await unseal(ctx, sealed, id)
  if (password === null) throw notAllowed()
  const words = await contextWords(ctx, client_id, [name, nickname])
  const refused = await passwordRefusal(password, { login_id, phone, words })
  if (refused) throw refuse(400, refused.code, refused.detail_code)
  const caller = { networks: networksOf(ip), visit: id }
  const { password_hash, isLeaked } = await hashing.inTurn(async () => {
    if (current_hash !== null && (await hashing.matches(password, current_hash)))
      throw refuse(400, 'PASSWORD_SAME_AS_BEFORE', detail.PASSWORD_SAME_AS_BEFORE)
    // The service answers while the hash is made. A slow answer is awaited below, where it takes no place in the queue.
    const isLeaked = ctx.isLeaked(password)
    return { password_hash: await hashing.make(password), isLeaked }
  }, caller)
  if (await isLeaked) throw notAllowed()
  return password_hash
}

/** Whether the password is that of this hash. @throws Refused 429 and 503 as `inTurn` */
export const isPasswordOf = (
  ctx: Ctx,
  hashing: Hashing,
  { id: visit }: Transaction,
  { sealed, ip }: Sealed,
  password_hash: string,
): Promise<boolean> =>
  hashing.inTurn(
    async (password: string | null) => password !== null && (await hashing.matches(password, password_hash)),
    { networks: networksOf(ip), visit },
    () => unseal(ctx, sealed, visit),
  )
