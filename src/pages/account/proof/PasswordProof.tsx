// Contract, "Account": a proof by the password, which is sealed as at a sign-in.
import * as z from 'zod/mini'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { proof } from '../../../api/account.ts'
import { preloadSealing, seal, whyNotSealed } from '../../../effects/forms/seal.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { useHeld } from '../../../effects/forms/useHeld.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { onProofRefused } from '../../../rules/account/refusal.ts'
import { asZod } from '../../../rules/fields/asZod.ts'
import { currentPasswordProblem } from '../../../rules/visit/resolve.ts'
import { fieldError, focus } from '../../../rules/visit/outcome.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PartForm } from '../../../ui/shell/PartForm.tsx'
import { ask } from '../ask.ts'
import { memberHere } from '../session.ts'
import type { ProofProps } from './proofProps.ts'

const Fields = z.object({ current_password: asZod(currentPasswordProblem) })

export function PasswordProof({ onProved, onCancel }: ProofProps) {
  const { t } = useTranslation()
  const perform = usePerform()
  const hold = useHeld()
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<z.infer<typeof Fields>>({
    schema: Fields,
    defaultValues: { current_password: '' },
  })
  useEffect(() => void preloadSealing(memberHere()), [])

  async function prove({ current_password }: z.infer<typeof Fields>) {
    const doubt = hold(current_password)
    if (doubt) return perform([fieldError('current_password', doubt), focus('current_password')], handle)
    const member = memberHere()
    const password = member && (await seal(current_password, member))
    if (!password) return handle.formError({ text: whyNotSealed('identify.cannotSeal') })
    const answer = await ask((session) => proof(session, { method: 'PWD', password }))
    if (!answer) return
    if (answer.ok) onProved()
    else await perform(onProofRefused(answer.failure), handle)
  }

  return (
    <PartForm
      {...sending(t('account.proofGo'))}
      onSubmit={submit(prove)}
      problems={problems}
      error={error}
      onCancel={onCancel}
    >
      {/* For password managers, which fill in the password of this account. */}
      <div className="hidden">
        <TextField
          name="proof_username"
          label={t('login.email')}
          value={memberHere()?.login_id ?? ''}
          readOnly
          tabIndex={-1}
          autoComplete="username"
        />
      </div>
      <PasswordField
        {...form.register('current_password')}
        label={t('login.password')}
        error={textOf('current_password')}
        autoComplete="current-password"
      />
    </PartForm>
  )
}
