import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { shownEmail } from '../../../rules/fields/email.ts'
import { useJoin } from '../../../stores/join.ts'
import { saveSignUp } from '../../../stores/signUp.ts'
import { bySentence } from '../../../ui/bySentence.tsx'
import { EmailSuggestion } from '../../../ui/fields/EmailSuggestion.tsx'
import { EmailField } from '../../../ui/fields/EmailField.tsx'
import type { PrivacyForm } from './privacyForm.ts'
import { useErrorOf } from '../useErrorOf.ts'

type Props = {
  form: PrivacyForm
  /** Whether to say what the address is for. */
  isHinted?: boolean
  onLeft?: () => void
}

/** The e-mail address that is the login ID. An invitation or a sign-in can have fixed it. */
export function LoginIdField({ form, isHinted = true, onLeft }: Props) {
  const { t } = useTranslation()
  const error = useErrorOf(form)('login_id')
  const isFixed = useJoin((join) => join.fixed.includes('login_id'))
  // The server recognises group members by the address of their company.
  const hint = useJoin((join) => (join.kind === 'SK' ? 'join.loginIdHintGroup' : 'join.loginIdHint'))
  const field = form.register('login_id', { onChange: () => saveSignUp({ emailVerified: false }) })
  const typed = useWatch({ control: form.control, name: 'login_id' })
  const take = (email: string) => {
    saveSignUp({ emailVerified: false })
    form.setValue('login_id', email, { shouldDirty: true, shouldValidate: error !== undefined })
    form.setFocus('login_id')
  }
  return (
    <div>
      <EmailField
        {...field}
        label={t('join.loginId')}
        hint={isFixed ? t('join.loginIdFixed') : isHinted ? <span>{bySentence(t(hint))}</span> : undefined}
        error={error}
        readOnly={isFixed}
        onBlur={(event) => {
          // A password manager stores the address as the field shows it.
          const email = shownEmail(event.target.value)
          if (email !== event.target.value) form.setValue('login_id', email, { shouldDirty: true })
          void field.onBlur(event)
          onLeft?.()
        }}
      />
      {!isFixed && <EmailSuggestion typed={typed} onTake={take} />}
    </div>
  )
}
