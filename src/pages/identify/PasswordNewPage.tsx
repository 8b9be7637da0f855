// Spec §2 and §5, /identify/password/new: the new password, twice, with its rules; then a notice and the login page.
import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useEffect, useRef, useState } from 'react'
import { resetPassword } from '../../api/identify'
import { preloadSealing, seal, whyNotSealed } from '../../effects/seal'
import { serviceFacts } from '../../effects/serviceFacts'
import { useFieldForm } from '../../effects/useFieldForm'
import { useNewPassword } from '../../effects/useNewPassword'
import { usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { isPasswordReset, onNotSealed, onPasswordReset, verifyAgain } from '../../rules/errors/identify'
import { isConfirmed, type NewPassword, newPasswordFields } from '../../rules/newPasswordForm'
import { isUnheard } from '../../rules/followed'
import { forgetIdentify, useIdentify } from '../../stores/identify'
import { saveLogin } from '../../stores/login'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields'
import { RadioField } from '../../ui/fields/RadioField'
import { FormShell } from '../../ui/FormShell'

const fieldsFor = (login_id: string) => z.object(newPasswordFields({ login_id })).check(isConfirmed)

export default function PasswordNewPage() {
  const { t } = useTexts()
  const perform = usePerform()
  // Held for as long as the page is open: it is forgotten elsewhere as soon as it has been used.
  const [reset] = useState(() => useIdentify.getState().reset)
  const unheard = useRef(false)
  const [login_id, setLoginId] = useState(() => useIdentify.getState().selectedEmail)
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<NewPassword>({
    resolver: zodResolver(fieldsFor(login_id)),
    defaultValues: { password: '', passwordComparison: '' },
  })
  const fields = useNewPassword(form)

  useEffect(() => {
    if (!reset) void perform(verifyAgain)
    else void preloadSealing().catch(() => {})
  }, [reset, perform])
  if (!reset) return null
  const { reset_token, users } = reset

  async function save({ password }: NewPassword) {
    const sealed = reset && (await seal(password, reset))
    if (!sealed) return perform(onNotSealed(whyNotSealed('identify.cannotSeal')), handle)
    const answer = await resetPassword({ reset_token, login_id, password: sealed })
    const before = unheard.current
    unheard.current ||= isUnheard(answer)
    if (isPasswordReset(answer, before)) {
      forgetIdentify()
      saveLogin({ login_id })
    }
    await perform(onPasswordReset(answer, serviceFacts(), before), handle)
  }

  return (
    <FormShell
      title={t('title.identifyPasswordNew')}
      lead={t('identify.newLead')}
      step={{ current: 3, total: 3, name: t('identify.stepNew') }}
      {...sending(t('identify.change'))}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
    >
      {users.length > 1 && (
        <RadioField
          name="selectedEmail"
          legend={t('identify.foundIds')}
          value={login_id}
          onChange={setLoginId}
          choices={users.map((id) => ({ value: id, text: id }))}
        />
      )}
      <NewPasswordFields
        login_id={login_id}
        {...fields}
        value={form.watch('password')}
        errors={{ password: textOf('password'), passwordComparison: textOf('passwordComparison') }}
      />
    </FormShell>
  )
}
