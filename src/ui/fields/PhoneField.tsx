import type { ComponentProps } from 'react'
import { described, Field, type FieldTexts } from './Field'
import type { Choice } from './SelectField'

type Props = FieldTexts & {
  country: { name: string; label: string; choices: readonly Choice[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'children'
  >
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'type'>

/** Country and national number, apart, so that autofill can put each in its place. The caller formats what is typed. */
export function PhoneField({ name, label, hint, error, country, ...input }: Props) {
  const { name: countryName, label: countryLabel, choices, ...select } = country
  const texts = { name, label, hint, error }
  return (
    <Field {...texts}>
      <div className="phone">
        <div className="box">
          <select
            autoComplete="tel-country-code"
            {...select}
            id={countryName}
            name={countryName}
            aria-label={countryLabel}
            disabled={input.disabled || select.disabled}
          >
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <div className={error ? 'box wrong' : 'box'}>
          <input
            autoComplete="tel-national"
            inputMode="tel"
            maxLength={256}
            required
            {...input}
            {...described(texts)}
            type="tel"
          />
        </div>
      </div>
    </Field>
  )
}
