import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutKorean } from '../../rules/fields/hangul.ts'
import { KOREAN_STRIPPED } from '../../rules/fields/newPassword.ts'
import { PASSWORD_RULES_ATTRIBUTE } from '../../rules/fields/password.ts'
import { PasswordRules } from '../lists/PasswordRules.tsx'
import { PasswordField } from './PasswordField.tsx'
import { TextField } from './TextField.tsx'

/** The part of react-hook-form's `register` that matters here. */
type Registered = Pick<ComponentProps<'input'>, 'ref' | 'onBlur'> & {
  name: string
  onChange: (event: { target: unknown; type?: string }) => unknown
}

type Props = {
  /** The account of the password, so that password managers save both together. */
  login_id: string
  /** Digits; empty if not known here. A password must not contain it. */
  phone_number?: string
  /** The member has no phone number here, and is not asked for one. */
  isPhoneless?: boolean
  password: Registered
  passwordComparison: Registered
  /** The text of the first field, for the checklist. */
  value: string
  errors: { password?: string | undefined; passwordComparison?: string | undefined }
  /** Left out where the form has a field for the ID already. */
  username?: 'shown' | 'left out'
  labels?: { password: string; passwordComparison: string }
  /** Another field follows in the same form. */
  continues?: boolean
}

// NOTE: React's types lack `passwordrules`, which tells password managers what to generate.
const generator = { passwordrules: PASSWORD_RULES_ATTRIBUTE }

/** A new password, typed twice, with its rules. Korean letters are stripped, and the field says so. */
export function NewPasswordFields({
  login_id,
  phone_number = '',
  isPhoneless = false,
  value,
  errors,
  username = 'shown',
  labels,
  continues = false,
  ...fields
}: Props) {
  const { t } = useTranslation()
  const [stripped, setStripped] = useState<string | null>(null)

  /** Leaves a syllable alone while it is being composed. */
  function strip(input: HTMLInputElement, { name, onChange }: Registered) {
    const clean = withoutKorean(input.value)
    if (clean !== input.value) {
      const caret = withoutKorean(input.value.slice(0, input.selectionStart ?? 0)).length
      input.value = clean
      input.setSelectionRange(caret, caret)
      setStripped(name)
    } else if (clean !== '') setStripped(null)
    onChange({ target: input, type: 'change' })
  }

  const inputOf = (registered: Registered): Partial<ComponentProps<'input'>> => ({
    ref: registered.ref,
    onBlur: registered.onBlur,
    onChange: ({ target, nativeEvent }) => {
      const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
      if (composing) registered.onChange({ target, type: 'change' })
      else strip(target, registered)
    },
    onCompositionEnd: ({ currentTarget }) => strip(currentTarget, registered),
  })
  /** The message about the letters that were just stripped replaces an earlier error. */
  const textsOf = ({ name }: Registered, error: string | undefined) => {
    const said = stripped === name ? t(KOREAN_STRIPPED) : undefined
    return error ? { error: said ?? error } : { hint: said }
  }

  // An error announces itself.
  const isAnnounced = stripped === fields.password.name ? errors.password : errors.passwordComparison

  const rules = `${fields.password.name}-rules`

  return (
    <>
      {username === 'shown' && (
        <TextField name="username" label={t('login.email')} value={login_id} readOnly autoComplete="username" />
      )}
      <div className="stack tight">
        <PasswordField
          {...inputOf(fields.password)}
          {...generator}
          name={fields.password.name}
          label={labels?.password ?? t('password.new')}
          {...textsOf(fields.password, errors.password)}
          aria-describedby={rules}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordRules id={rules} value={value} owner={{ login_id, phone_number }} isPhoneless={isPhoneless} />
      </div>
      <PasswordField
        {...inputOf(fields.passwordComparison)}
        {...generator}
        name={fields.passwordComparison.name}
        label={labels?.passwordComparison ?? t('password.again')}
        {...textsOf(fields.passwordComparison, errors.passwordComparison)}
        autoComplete="new-password"
        enterKeyHint={continues ? 'next' : 'go'}
      />
      <p role="status" className="hidden">
        {stripped !== null && !isAnnounced && t(KOREAN_STRIPPED)}
      </p>
    </>
  )
}
