// Contract, "Account": another password, which ends all other sessions.
import * as z from 'zod/mini'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { accountPassword } from '../../../api/account.ts'
import { digest } from '../../../effects/browser/digest.ts'
import { guessed, isGuessable } from '../../../effects/forms/guessable.ts'
import { preloadSealing, seal, whyNotSealed } from '../../../effects/forms/seal.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { useNewPassword } from '../../../effects/forms/useNewPassword.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { isPasswordSet, onPasswordRefused } from '../../../rules/account/refusal.ts'
import { onNotSealed } from '../../../rules/errors/identify.ts'
import { isConfirmed, type NewPassword, newPasswordFields } from '../../../rules/fields/newPasswordForm.ts'
import { isUnheard } from '../../../rules/visit/followed.ts'
import { showToast } from '../../../stores/screen.ts'
import type { Account } from '../../../../contract/shapes/account.ts'
import { NewPasswordFields } from '../../../ui/fields/NewPasswordFields.tsx'
import { PartForm } from '../../../ui/shell/PartForm.tsx'
import { ask } from '../ask.ts'
import { look } from '../session.ts'
import { bySentence } from '../../../ui/bySentence.tsx'

type Props = { account: Account; onChanged: () => void; onClose: () => void }

export function PasswordForm({ account, onChanged, onClose }: Props) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { login_id } = account
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<NewPassword>({
    schema: z.object(newPasswordFields({ login_id })).check(isConfirmed),
    defaultValues: { password: '', passwordComparison: '' },
  })
  const fields = useNewPassword({ form, textOf })
  /** The digest of a password that was sent without an answer: it may be set by now. */
  const unheard = useRef<string | null>(null)
  useEffect(() => void preloadSealing(account), [account])

  async function save({ password }: NewPassword) {
    if (await isGuessable(password, [account.name, account.nickname])) return perform(guessed, handle)
    const sealed = await seal(password, account)
    if (!sealed) return perform(onNotSealed(whyNotSealed('identify.cannotSeal')), handle)
    const sent = await digest(password)
    const answer = await ask((session) => accountPassword(session, sealed))
    if (!answer) return
    const isRepeated = unheard.current === sent
    unheard.current = isUnheard(answer) ? sent : null
    if (!isPasswordSet(answer, isRepeated)) {
      if (!answer.ok) await perform(onPasswordRefused(answer.failure), handle)
      return
    }
    showToast('account.passwordChanged', 'success')
    onClose()
    onChanged()
    await look()
  }

  return (
    <PartForm
      {...sending(t('resolve.changePassword'))}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
      onCancel={onClose}
    >
      <p className="lead">{bySentence(t('account.passwordLead'))}</p>
      <NewPasswordFields login_id={login_id} {...fields} value={form.watch('password')} />
    </PartForm>
  )
}
