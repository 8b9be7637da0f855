import type { ComponentProps } from 'react'
import { described, Field, type FieldTexts } from './Field.tsx'
import '../pages.css'

export type Choice = { value: string; text: string }
type Props = FieldTexts & { choices: readonly Choice[]; optional?: boolean } & Omit<
    ComponentProps<'select'>,
    'id' | 'name' | 'className' | 'children'
  >

/** A native select, which phones and screen readers support best. */
export function SelectField({ name, label, hint, error, optional, choices, ...select }: Props) {
  const texts = { name, label, hint, error }
  const { id, 'aria-invalid': invalid, 'aria-describedby': note } = described(texts)
  return (
    <Field {...texts} optional={optional}>
      <div className={error ? 'box choice wrong' : 'box choice'}>
        <select required={!optional} {...select} id={id} name={name} aria-invalid={invalid} aria-describedby={note}>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}
