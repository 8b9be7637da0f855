// Spec §2 and §5, /identify/password/new: the new password, twice, with its rules; then a notice and the login page.
import * as z from 'zod/mini'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '../../api/identify.ts'
import { guessed, isGuessable } from '../../effects/forms/guessable.ts'
import { preloadSealing, seal, whyNotSealed } from '../../effects/forms/seal.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { useNewPassword } from '../../effects/forms/useNewPassword.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { formatMoment } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { isPasswordReset, onNotSealed, onPasswordReset, verifyAgain } from '../../rules/errors/identify.ts'
import { isConfirmed, type NewPassword, newPasswordFields } from '../../rules/fields/newPasswordForm.ts'
import type { PasswordOwner } from '../../rules/fields/password.ts'
import { onlyDigits } from '../../rules/fields/textFields.ts'
import { isUnheard } from '../../rules/visit/followed.ts'
import { forgetIdentify, saveIdentify, useIdentify } from '../../stores/identify.ts'
import { saveLogin } from '../../stores/login.ts'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields.tsx'
import { RadioField } from '../../ui/fields/RadioField.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { ToLogin } from './ToLogin.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

/** The page of the verification says why it is needed again. */
const toldLater: FormHandle = { formError: (told) => saveIdentify({ told }) }

type Fields = NewPassword & { selectedEmail: string }
const fieldsFor = (owner: PasswordOwner) =>
  z.object({ selectedEmail: z.string(), ...newPasswordFields(owner) }).check(isConfirmed)

/** What a search for the ID has proved in this tab. */
const person = () => {
  const { fullName, mobileNumber, mobileVerified } = useIdentify.getState()
  return mobileVerified ? { fullName, phone_number: onlyDigits(mobileNumber) } : { fullName: '', phone_number: '' }
}

export default function PasswordNewPage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  // Held for as long as the page is open: it is forgotten elsewhere as soon as it has been used.
  const [{ reset, selectedEmail, fullName, phone_number }] = useState(() => ({
    ...useIdentify.getState(),
    ...person(),
  }))
  const unheard = useRef(false)
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<Fields>({
    schema: ({ selectedEmail: login_id }) => fieldsFor({ login_id, phone_number }),
    defaultValues: { selectedEmail, password: '', passwordComparison: '' },
  })
  const fields = useNewPassword({ form, textOf })
  const login_id = form.watch('selectedEmail')

  useEffect(() => {
    if (!reset) void perform(verifyAgain, toldLater)
    else void preloadSealing(reset)
  }, [reset, perform])
  if (!reset) return null
  const { reset_token, users, steps } = reset

  async function save({ password }: Fields) {
    if (await isGuessable(password, [fullName])) return perform(guessed, handle)
    const sealed = reset && (await seal(password, reset))
    if (!sealed) return perform(onNotSealed(whyNotSealed('identify.cannotSeal')), handle)
    const answer = await resetPassword({ reset_token, login_id, password: sealed })
    const before = unheard.current
    unheard.current ||= isUnheard(answer)
    if (isPasswordReset(answer, before)) {
      forgetIdentify()
      saveLogin({ login_id })
    }
    const outcome = onPasswordReset(answer, { ...serviceFacts(), moment: (iso) => formatMoment(locale, iso) }, before)
    await perform(outcome, outcome === verifyAgain ? toldLater : handle)
  }

  return (
    <FormShell
      title={t('title.identifyPasswordNew')}
      lead={bySentence(t('identify.newLead'))}
      step={{ current: steps, total: steps, name: t('identify.stepNew') }}
      {...sending(t('identify.change'))}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
      after={<ToLogin />}
    >
      {users.length > 1 && (
        <RadioField
          name="selectedEmail"
          legend={t('identify.foundIds')}
          value={login_id}
          onChange={(id) => form.setValue('selectedEmail', id)}
          choices={users.map((id) => ({ value: id, text: id }))}
        />
      )}
      <NewPasswordFields login_id={login_id} phone_number={phone_number} {...fields} value={form.watch('password')} />
    </FormShell>
  )
}
