import type { ComponentProps } from 'react'
import { PHONE_MAX_LENGTH } from '../../rules/fields/phone.ts'
import { described, Field, type FieldTexts } from './Field.tsx'
import type { Choice } from './SelectField.tsx'
import { useRewritten } from './useRewritten.ts'
import '../pages.css'

type Props = FieldTexts & {
  /** `value`: the digits of the calling code. */
  country: { name: string; label: string; choices: readonly Choice[]; value: string } & Omit<
    ComponentProps<'select'>,
    'name' | 'children' | 'value'
  >
  value: string
  /** Receives the text as it stands in the field. */
  onText: (typed: string) => void
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'type' | 'value' | 'onChange'>

/**
 * Country and national number as two fields, for autofill. The closed list shows the calling code alone, because a name would be cut. The open
 * list has the names. The caller formats the text.
 */
export function PhoneField({ name, label, hint, error, country, value, onText, ...input }: Props) {
  const rewritten = useRewritten(value, onText)
  const { name: countryName, label: countryLabel, choices, ...select } = country
  const texts = { name, label, hint, error }
  return (
    <Field {...texts}>
      <div className="phone">
        <div className="box choice country">
          <span aria-hidden="true">{`+${select.value}`}</span>
          <select
            autoComplete="tel-country-code"
            {...select}
            id={countryName}
            name={countryName}
            aria-label={countryLabel}
            disabled={input.disabled || select.disabled}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.text}
              </option>
            ))}
          </select>
        </div>
        <div className={error ? 'box wrong' : 'box'}>
          <input
            autoComplete="tel-national"
            inputMode="tel"
            maxLength={PHONE_MAX_LENGTH}
            required
            enterKeyHint="send"
            {...input}
            {...rewritten}
            {...described(texts)}
            type="tel"
          />
        </div>
      </div>
    </Field>
  )
}
