// Spec §3, the login ID that is already known: typed earlier in this visit, named by the service, or remembered in this browser.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { afterFrame, whenIdle } from '../../effects/browser/idle.ts'
import { canRemember, remembered } from '../../effects/session/remembered.ts'
import { saveLogin, useLogin } from '../../stores/login.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { fieldOf } from './formHandle.ts'

type Root = RefObject<HTMLElement | null>

/** Stores the typed ID for a reload and for other pages. */
export const keepTyped = (form: Root): void =>
  saveLogin({ login_id: fieldOf(form.current, 'login_id')?.value.trim() ?? '' })

/**
 * Fills in known values after hydration, because the markup is the same for everybody.
 * @returns whether this browser can remember an ID
 */
export function useFilledIn(form: Root): boolean {
  const welcome = useWelcome((state) => state.welcome)
  const hinted = useWelcome((state) => state.route_query.login_id)
  const [remembers, setRemembers] = useState(true)
  useEffect(() => whenIdle(() => setRemembers(canRemember())), [])

  /** What this hook has filled in. It may be replaced as long as the member leaves it as it is. */
  const filled = useRef({ login_id: '', remember: false })
  useEffect(() => {
    const fill = (value: string) => {
      const login_id = fieldOf(form.current, 'login_id')
      if (login_id && (!login_id.value || login_id.value === filled.current.login_id))
        login_id.value = filled.current.login_id = value
    }
    const stored = useLogin.getState().login_id
    // An entry begins with whom the service asks for. After a reload the form has what was typed since.
    const wanted = location.pathname.startsWith('/init') ? hinted || stored : stored || hinted
    if (wanted) fill(wanted)
    const fillRemembered = () => {
      const known = remembered()
      if (!known) return
      if (!wanted) fill(known.login_id)
      const remember = fieldOf(form.current, 'remember')
      if (!remember) return
      // The member whom the service asks for does not take the place of another one who is remembered, unless the box is ticked for that.
      const isFor = !hinted || hinted === known.login_id
      const isChanged = remember.checked !== filled.current.remember
      // NOTE: a browser restores a tick after a reload. The box stands for the remembered ID then, too.
      if (isFor || !isChanged) remember.defaultChecked = isFor
      if (!isChanged) remember.checked = filled.current.remember = isFor
    }
    // The first access to the browser's storage takes as long as the rest of this form. The box of a filled-in ID is right at once.
    return hinted ? fillRemembered() : afterFrame(fillRemembered)
  }, [form, hinted])

  // The entry resets every store, so typed text is stored again for a reload.
  useEffect(() => {
    if (welcome && fieldOf(form.current, 'login_id')?.value.trim()) keepTyped(form)
  }, [form, welcome])

  return remembers
}
