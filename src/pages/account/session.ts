// Contract, "Account": the session beside the visit. What it knows of the member is in memory only, and is dropped when the session ends.
import { create } from 'zustand'
import { account, type SessionName } from '../../api/account.ts'
import { type End, ENDS, nextSession, type Session } from '../../rules/account/session.ts'
import { forgetStored } from '../../stores/encrypted.ts'
import { onPageReset, pageState } from '../../state/pageState.ts'
import type { Account } from '../../../contract/shapes/account.ts'

const unknown: Session = { at: 'asking' }

export const useSession = create<Session>(() => unknown)
onPageReset(() => useSession.setState(unknown, true))

const page = pageState(() => ({ asking: null as Promise<void> | null, returned: false }))

/** A sign-in has led back to this page. */
export const noteReturn = (): void => void (page.returned = true)

/** Security H11: the next person in this tab finds nothing of a member who has signed out, also not of a visit that was open here. */
function become(session: Session): void {
  const ends: readonly string[] = ENDS
  if (ends.includes(session.at)) forgetStored('expiredVisit')
  useSession.setState(session, true)
}

/** Nothing of the member is shown any more. */
export const end = (at: End | 'failed' | 'signIn' | 'reset'): void => become({ at })

async function ask(): Promise<void> {
  const answer = await account()
  const { returned } = page
  if (answer.ok) page.returned = false
  // A session that has ended meanwhile stays ended.
  become(nextSession(useSession.getState(), answer, returned))
}

/** Asks who is signed in. One question at a time. */
export const look = (): Promise<void> => (page.asking ??= ask().finally(() => (page.asking = null)))

/** Asks again from the beginning. */
export function lookAnew(): void {
  useSession.setState(unknown, true)
  void look()
}

/** The page comes back from the back-forward cache: nothing is shown before it is known who is signed in now. */
export function lookRestored(): void {
  const session = useSession.getState()
  if (session.at === 'here') {
    const { session: name, login_id } = session.account
    useSession.setState({ at: 'asking', former: { session: name, login_id } }, true)
  }
  void look()
}

/** The member who is signed in; null if nobody is. */
export function memberHere(): Account | null {
  const session = useSession.getState()
  return session.at === 'here' ? session.account : null
}
export const sessionName = (): SessionName => memberHere()?.session

/** What a change has done to the account. */
export function patchAccount(patch: Partial<Account>): void {
  const known = memberHere()
  if (known) useSession.setState({ at: 'here', account: { ...known, ...patch } }, true)
}
