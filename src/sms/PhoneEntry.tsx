// Spec §5, a mobile number with its country: digits out of any paste, hyphens for the eye.
import { useTexts } from '../i18n/texts'
import { formatPhone, parsePhone, type Phone } from '../rules/phone'
import { PhoneField } from '../ui/fields/PhoneField'
import { useCountries } from './useCountries'

type Props = {
  value: Phone
  onChange: (phone: Phone) => void
  error?: string | undefined
  hint?: string | undefined
  disabled?: boolean
}

export function PhoneEntry({ value, onChange, error, hint, disabled = false }: Props) {
  const { t } = useTexts()
  const countries = useCountries()
  const { nation_tel_no, phone_number } = value
  return (
    <PhoneField
      name="mobileNumber"
      label={t('sms.phone')}
      hint={hint}
      error={error}
      value={formatPhone(phone_number)}
      onText={(typed) => onChange(parsePhone(typed, nation_tel_no))}
      disabled={disabled}
      country={{
        name: 'nationTelNo',
        label: t('sms.country'),
        choices: countries,
        value: nation_tel_no,
        onChange: ({ target }) => onChange({ nation_tel_no: target.value, phone_number }),
      }}
    />
  )
}
