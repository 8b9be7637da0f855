import type { ComponentProps, ReactNode } from 'react'
import { described, Field, type FieldTexts } from './Field'

type Props = FieldTexts & {
  /** The remaining time, at the right end. */
  timer?: ReactNode
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'type'>

/** Six digits in one input, so that a phone fills them in one tap. No length limit: a pasted message is cut by its reader, not here. */
export function CodeField({ name, label, hint, error, timer, ...input }: Props) {
  const texts = { name, label, hint, error }
  return (
    <Field {...texts}>
      <div className={`box code${error ? ' wrong' : ''}${input.disabled ? ' off' : ''}`}>
        <input
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="[0-9]*"
          dir="ltr"
          required
          {...input}
          {...described(texts)}
          type="text"
        />
        {timer}
      </div>
    </Field>
  )
}
