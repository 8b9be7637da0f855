// Security A3, A4: a password must not hold the name or the phone number, which a join asks for after it. The password is sealed by then, so this
// page remembers what was typed. It is never stored, and ends with the page.
import { useEffect, useMemo, useRef } from 'react'
import { holdsName } from '../../../effects/forms/guessable.ts'
import { sameAsOwner } from '../../../rules/fields/password.ts'
import { onlyDigits } from '../../../rules/fields/textFields.ts'
import type { NoticeText } from '../../../rules/texts/noticeTitles.ts'

type Owner = { fullName?: string; mobileNumber?: string }

export function useTypedPassword() {
  const typed = useRef('')
  useEffect(() => {
    // Security C14: a page that is restored from memory holds no secret.
    const forget = () => void (typed.current = '')
    addEventListener('pagehide', forget)
    return () => removeEventListener('pagehide', forget)
  }, [])
  return useMemo(
    () => ({
      keep: (password: string) => void (typed.current = password),
      /** Why the password does not go with this owner. Null as well if it is not remembered: the server decides then. */
      problem: async ({ fullName = '', mobileNumber = '' }: Owner): Promise<NoticeText | null> => {
        if (sameAsOwner(typed.current, { phone_number: onlyDigits(mobileNumber) })) return 'refused.passwordSameAsPhone'
        const isName = typed.current !== '' && fullName !== '' && (await holdsName(typed.current, fullName))
        return isName ? 'join.passwordHasName' : null
      },
    }),
    [],
  )
}
export type TypedPassword = ReturnType<typeof useTypedPassword>
