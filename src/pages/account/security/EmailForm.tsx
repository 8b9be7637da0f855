// Contract, "Account": another address, which is the login ID, proved by a code to the new address.
import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { accountEmail } from '../../../api/account.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { type FormHandle, usePerform } from '../../../effects/perform/usePerform.ts'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { asZod } from '../../../rules/fields/asZod.ts'
import { cleanEmail, emailProblem } from '../../../rules/fields/email.ts'
import { followed } from '../../../rules/visit/followed.ts'
import { showToast } from '../../../stores/screen.ts'
import { EmailField } from '../../../ui/fields/EmailField.tsx'
import { EmailSuggestion } from '../../../ui/fields/EmailSuggestion.tsx'
import { SmsPart } from '../../../verification/SmsPart.tsx'
import { useSms } from '../../../verification/useSms.ts'
import { ask } from '../ask.ts'
import { look, patchAccount } from '../session.ts'
import { useCodeToken } from '../useCodeToken.ts'
import { bySentence } from '../../../ui/bySentence.tsx'

const Fields = z.object({ email: asZod(emailProblem) })
type Fields = z.infer<typeof Fields>

export function EmailForm({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { form, submit, textOf, problems } = useFieldForm<Fields>({ schema: Fields, defaultValues: { email: '' } })
  const typed = form.watch('email')
  const email = cleanEmail(typed)
  const token = useCodeToken({ method: 'EMAIL', purpose: 'CHANGE' })

  async function change(auth_code: string, handle: FormHandle) {
    const answer = await ask((session) => accountEmail(session, auth_code))
    // The proof of the new address stays, so that the member can go on after all.
    if (!answer) return 'undecided' as const
    if (answer.ok) {
      patchAccount({ email: answer.data.masked, login_id: email })
      showToast('account.emailChanged', 'success')
      onClose()
      onChanged()
      void look()
    } else {
      await perform(onAccountRefused(answer.failure), handle)
      void look()
    }
    return followed(answer)
  }

  const sms = useSms({
    ...token,
    channel: 'email',
    purpose: null,
    name: 'email_code',
    target: email,
    body: { email },
    targetField: {
      name: 'email',
      problem: emailProblem(email),
      canSend: email !== '',
      refused: (message) => form.setError('email', { type: 'refused', message }),
    },
    onVerified: change,
  })
  return (
    <SmsPart sms={sms} onSubmit={submit(() => sms.main.press())} problems={problems} onCancel={onClose}>
      <p className="lead">{bySentence(t('account.emailLead'))}</p>
      <div>
        <EmailField
          {...form.register('email')}
          label={t('account.newEmail')}
          error={textOf('email')}
          autoComplete="email"
        />
        <EmailSuggestion
          typed={typed}
          onTake={(meant) => {
            form.setValue('email', meant, { shouldDirty: true })
            form.setFocus('email')
          }}
        />
      </div>
    </SmsPart>
  )
}
