// Contract, "Account": a proof by one of the member's passkeys.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { proof, proofPasskey } from '../../../api/account.ts'
import { askPasskey, forgetPasskey, stopAsking } from '../../../effects/browser/passkeys.ts'
import { useFormError } from '../../../effects/forms/useFormError.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { proofProblem } from '../../../rules/account/proof.ts'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { isUnknownPasskey } from '../../../rules/visit/passkey.ts'
import { PartForm } from '../../../ui/shell/PartForm.tsx'
import { ask } from '../ask.ts'
import type { ProofProps } from './proofProps.ts'

export function PasskeyProof({ onProved, onCancel }: ProofProps) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { handle, error, forget, sending } = useFormError()
  useEffect(() => stopAsking, [])

  async function prove() {
    forget()
    const asked = await ask(proofPasskey)
    if (!asked) return
    if (!asked.ok) return perform(onAccountRefused(asked.failure), handle)
    const { options } = asked.data
    const credential = await askPasskey(options, false).catch((cause: unknown) => {
      const text = proofProblem(cause)
      if (text) handle.formError({ text })
    })
    if (!credential) return
    const answer = await ask((session) => proof(session, { method: 'PASSKEY', credential }))
    if (!answer) return
    if (isUnknownPasskey(answer)) forgetPasskey(options.rpId, credential.id)
    if (answer.ok) onProved()
    else await perform(onAccountRefused(answer.failure), handle)
  }

  return (
    <PartForm {...sending(t('account.proofUsePasskey'))} onSubmit={prove} error={error} onCancel={onCancel}>
      <p>{t('account.proofPasskeyText')}</p>
    </PartForm>
  )
}
