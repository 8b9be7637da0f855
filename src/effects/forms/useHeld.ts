// A password that is probably mistyped is held once, because a wrong one counts towards the lock. The same one a second time is meant.
import { useRef } from 'react'
import { mistypedPassword } from '../../rules/fields/loginForm.ts'

/** @returns for each press: why the password is held; null sends it */
export function useHeld() {
  const held = useRef('')
  return (password: string) => {
    const why = password === held.current ? null : mistypedPassword(password)
    held.current = password
    return why
  }
}
