// Spec §2, /identify/password: the ID whose password is reset. The field begins with the ID that was typed on an earlier page.
import * as z from 'zod/mini'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { asZod } from '../../rules/fields/asZod.ts'
import { cleanEmail } from '../../rules/fields/email.ts'
import { onResetBegun } from '../../rules/errors/identify.ts'
import { knownLoginId, loginIdProblem } from '../../rules/visit/identify.ts'
import { saveIdentify, useIdentify } from '../../stores/identify.ts'
import { fieldError, focus } from '../../rules/visit/outcome.ts'
import { useLogin } from '../../stores/login.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { EmailSuggestion } from '../../ui/fields/EmailSuggestion.tsx'
import { EmailField } from '../../ui/fields/EmailField.tsx'
import { beginReset, useTold } from './recovery.ts'
import { ToLogin } from './ToLogin.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

const Fields = z.object({ login_id: asZod(loginIdProblem) })

const known = () =>
  knownLoginId(
    useIdentify.getState().login_id,
    useLogin.getState().login_id,
    useWelcome.getState().route_query.login_id,
  )

export default function PasswordForm() {
  const { t } = useTranslation()
  const perform = usePerform()
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<z.infer<typeof Fields>>({
    schema: Fields,
    defaultValues: { login_id: known() },
    keep: ({ login_id }) => saveIdentify({ login_id: login_id.trim() }),
  })

  const typed = useWatch({ control: form.control, name: 'login_id' })
  const told = useTold()
  // Another page asked about this ID: it is unknown, or the call failed.
  useEffect(() => {
    if (told?.field) void perform([fieldError(told.field, told.text), focus(told.field)], handle)
    else if (told) handle.formError(told)
    // The form's handle changes at every render, but the refusal is shown only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  async function begin({ login_id }: z.infer<typeof Fields>) {
    const id = cleanEmail(login_id)
    saveIdentify({ login_id: id })
    await perform(await beginReset(id, onResetBegun), handle)
  }

  return (
    <FormShell
      title={t('title.identifyPassword')}
      lead={bySentence(t('identify.passwordLead'))}
      step={{ current: 1, total: 3, name: t('identify.stepId'), next: t('identify.stepVerify') }}
      {...sending(t('identify.next'))}
      onSubmit={submit(begin)}
      problems={problems}
      error={error}
      after={<ToLogin />}
    >
      <div>
        <EmailField {...form.register('login_id')} label={t('login.email')} error={textOf('login_id')} />
        <EmailSuggestion
          typed={typed}
          onTake={(email) => {
            form.setValue('login_id', email, { shouldDirty: true, shouldValidate: true })
            form.setFocus('login_id')
          }}
        />
      </div>
    </FormShell>
  )
}
