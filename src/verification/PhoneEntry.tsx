// Spec §5, a mobile number with its country: digits out of any paste, hyphens for the eye.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone, isForeign, parsePhone, type Phone } from '../rules/fields/phone.ts'
import { PhoneField } from '../ui/fields/PhoneField.tsx'
import { useCountries } from './useCountries.ts'

type Props = {
  /** Left out: "Mobile number". */
  label?: string
  value: Phone
  onChange: (phone: Phone) => void
  error?: string | undefined
  hint?: string | undefined
  disabled?: boolean
}

export function PhoneEntry({ label, value, onChange, error, hint, disabled = false }: Props) {
  const { t } = useTranslation()
  const countries = useCountries()
  const { nation_tel_no, phone_number } = value
  const [isAbroad, setAbroad] = useState(false)
  const offered = countries.map((country) => country.value)

  const typed = (text: string) => {
    const foreign = isForeign(text, offered)
    setAbroad(foreign)
    onChange(foreign ? { nation_tel_no, phone_number: '' } : parsePhone(text, nation_tel_no, offered))
  }

  return (
    <PhoneField
      name="mobileNumber"
      label={label ?? t('sms.phone')}
      hint={hint}
      error={isAbroad ? t('field.countryNotOffered') : error}
      value={formatPhone(phone_number)}
      onText={typed}
      disabled={disabled}
      country={{
        name: 'nationTelNo',
        label: t('sms.country'),
        choices: countries,
        value: nation_tel_no,
        onChange: ({ target }) => {
          setAbroad(false)
          onChange({ nation_tel_no: target.value, phone_number })
        },
      }}
    />
  )
}
