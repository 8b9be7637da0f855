// Spec §4 and §8, CONVERSION_JOIN and GROUP_ACCOUNT: the join does not ask again for known data of a group account.
import type { UserInfo } from '../../../contract/shapes/welcome.ts'
import { onlyDigits } from '../fields/textFields.ts'

/** The patch for the sign-up store. `known` is null without a sign-in: then only the ID is known, and it still needs a proof. */
export const convertedMember = (login_id: string, known: UserInfo | null) => ({
  isGroupConversion: true,
  login_id,
  ...(known && {
    matcher_type: 'CONVERSION_JOIN',
    emailVerified: true,
    fixed: ['login_id', ...(known.name ? ['name'] : []), ...(known.birthdate ? ['birthdate'] : [])],
    ...(known.nickname && { nickName: known.nickname }),
    ...(known.name && { fullName: known.name }),
    // For a group member only the year counts.
    ...(known.birthdate && { birthday: onlyDigits(known.birthdate).slice(0, 4) }),
  }),
})
