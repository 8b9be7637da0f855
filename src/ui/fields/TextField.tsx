import type { ComponentProps, ReactNode } from 'react'
import { described, Field, type FieldTexts } from './Field.tsx'

type Props = FieldTexts & { optional?: boolean; action?: ReactNode } & Omit<
    ComponentProps<'input'>,
    'id' | 'name' | 'className'
  >

/**
 * One line of text with an optional button at its end. Uncontrolled unless `value` is given. Takes what react-hook-form's `register`
 * returns.
 */
export function TextField({ name, label, hint, error, optional, action, ...input }: Props) {
  const texts = { name, label, hint, error }
  return (
    <Field {...texts} optional={optional}>
      <div className={error ? 'box wrong' : 'box'}>
        <input type="text" maxLength={1000} required={!optional} enterKeyHint="next" {...input} {...described(texts)} />
        {action}
      </div>
    </Field>
  )
}
