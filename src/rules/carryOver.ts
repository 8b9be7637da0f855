// Spec §4 and §8, CONVERSION_JOIN and 4031: what is known of a member whose group account is carried over is not asked again.
import type { UserInfo } from '../wire/welcome'
import { onlyDigits } from './textFields'

/** As the sign-up store keeps it. `known` is null where nobody has signed in: the id alone is there, and is to be proved. */
export const carriedOver = (login_id: string, known: UserInfo | null) => ({
  isGroupConversion: true,
  login_id,
  ...(known && {
    matcher_type: 'CONVERSION_JOIN',
    emailVerified: true,
    fixed: ['login_id', ...(known.name ? ['name'] : []), ...(known.birthdate ? ['birthdate'] : [])],
    ...(known.nickname && { nickName: known.nickname }),
    ...(known.name && { fullName: known.name }),
    // Of a group member the year counts alone.
    ...(known.birthdate && { birthday: onlyDigits(known.birthdate).slice(0, 4) }),
  }),
})
