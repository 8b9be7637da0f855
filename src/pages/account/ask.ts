// Contract, "Account": one call with everything that may come between. It names the session, ends the page with its session, and asks for a
// fresh proof before it goes on with what was asked.
import { create } from 'zustand'
import type { SessionName } from '../../api/account.ts'
import { haltOf } from '../../rules/account/session.ts'
import { onPageReset } from '../../state/pageState.ts'
import { waits } from '../../state/waits.ts'
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import { end, look, memberHere, sessionName, useSession } from './session.ts'

/** A proof that a call waits for. `again`: an earlier proof was not enough. `done` says whether the member has proved to be there. */
export type Needed = { id: number; methods: readonly ProofMethod[]; again: boolean; done: (proved: boolean) => void }

export const useNeeded = create<{ needed: Needed | null; count: number }>(() => ({ needed: null, count: 0 }))
onPageReset(() => useNeeded.setState({ needed: null, count: 0 }, true))
// What a member has asked for ends with the session: another member's proof must not let it go on.
useSession.subscribe(({ at }) => {
  if (at !== 'here') useNeeded.getState().needed?.done(false)
})

function prove(methods: readonly ProofMethod[], again: boolean): Promise<boolean> {
  useNeeded.getState().needed?.done(false)
  return new Promise((resolve) => {
    const done = (proved: boolean) => {
      useNeeded.setState({ needed: null })
      // What was pressed waits for the server again.
      waits.since = performance.now()
      resolve(proved)
    }
    useNeeded.setState(({ count }) => ({ needed: { id: count + 1, methods, again, done }, count: count + 1 }))
  })
}

/**
 * @param call makes the call in this session
 * @returns its answer; null if the session has ended, or if the member has cancelled the proof: nothing was changed
 */
export async function ask<T>(call: (session: SessionName) => Promise<Answer<T>>): Promise<Answer<T> | null> {
  let isRenewed = false
  for (let proofs = 0; ;) {
    const answer = await call(sessionName())
    if (!memberHere()) return null
    const halt = answer.ok ? null : haltOf(answer.failure)
    if (answer.ok || halt === null) return answer
    if (halt === 'signedOut') return (end('signedOut'), null)
    if (halt === 'another') {
      // The same member may have signed in again: then the page goes on in the new session.
      if (!isRenewed) await look()
      if (isRenewed || !memberHere()) return (end('another'), null)
      isRenewed = true
    } else {
      if (!(await prove(answer.failure.methods ?? [], proofs > 0))) return null
      proofs += 1
    }
  }
}
