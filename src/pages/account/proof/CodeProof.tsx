// Contract, "Account": a proof by a code to the phone or the address that the server knows.
import { useState } from 'react'
import { type CodeMethod, SIGN_IN_METHODS } from '../../../../contract/signInMethods.ts'
import { proof } from '../../../api/account.ts'
import { type FormHandle, usePerform } from '../../../effects/perform/usePerform.ts'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { followed } from '../../../rules/visit/followed.ts'
import { SmsPart } from '../../../verification/SmsPart.tsx'
import { useSms } from '../../../verification/useSms.ts'
import { ask } from '../ask.ts'
import { useSession } from '../session.ts'
import { useCodeToken } from '../useCodeToken.ts'
import type { ProofProps } from './proofProps.ts'

const channels = { SMS: 'mobile', EMAIL: 'email' } as const

export function CodeProof({ method, onProved, onCancel }: ProofProps & { method: CodeMethod }) {
  const perform = usePerform()
  const known = useSession((session) =>
    session.at === 'here' ? session.account[SIGN_IN_METHODS[method].channel] : null,
  )
  const [latest, setLatest] = useState<string | null>(null)
  const masked = latest ?? known ?? ''
  const token = useCodeToken({ method, purpose: 'PROOF' }, setLatest)

  async function prove(auth_code: string, form: FormHandle) {
    const answer = await ask((session) => proof(session, { method, auth_code }))
    if (!answer) return 'refused' as const
    if (answer.ok) onProved()
    else await perform(onAccountRefused(answer.failure), form)
    return followed(answer)
  }

  const sms = useSms({
    ...token,
    channel: channels[method],
    purpose: null,
    name: 'proof_code',
    target: method,
    masked,
    body: {},
    onVerified: prove,
  })
  return <SmsPart sms={sms} target={masked} onCancel={onCancel} />
}
