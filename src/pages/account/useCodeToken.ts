// Contract, "Account": the token of the codes that one form asks for. In memory only.
import { useRef } from 'react'
import type { CodeMethod } from '../../../contract/signInMethods.ts'
import { proofToken } from '../../api/account.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { onAccountRefused } from '../../rules/account/refusal.ts'
import { ask } from './ask.ts'

type Wanted = { method: CodeMethod; purpose: 'PROOF' | 'CHANGE' }

/** @returns `token` and `renewed` for useSms; both are null where the page has shown why there is no token */
export function useCodeToken(wanted: Wanted, onMasked?: (masked: string) => void) {
  const perform = usePerform()
  const kept = useRef<string | null>(null)

  async function fetchToken(form?: FormHandle): Promise<string | null> {
    const answer = await ask((session) => proofToken(session, wanted))
    if (!answer) return null
    if (!answer.ok) {
      await perform(onAccountRefused(answer.failure), form)
      return null
    }
    kept.current = answer.data.auth_token
    if (answer.data.masked) onMasked?.(answer.data.masked)
    return kept.current
  }

  return {
    token: async (form?: FormHandle) => kept.current ?? fetchToken(form),
    renewed: (form?: FormHandle) => fetchToken(form),
  }
}
