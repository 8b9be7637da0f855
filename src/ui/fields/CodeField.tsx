import type { ComponentProps, ReactNode } from 'react'
import { described, Field, type FieldTexts } from './Field.tsx'
import { useRewritten } from './useRewritten.ts'
import '../pages.css'

type Props = FieldTexts & {
  /** The remaining time, at the right end. */
  timer?: ReactNode
  value: string
  /** Receives the text as it stands in the field. */
  onText: (typed: string) => void
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'type' | 'value' | 'onChange'>

/** Six digits in one input, so that a phone can fill them in. No maximum length: the rule shortens a pasted message. */
export function CodeField({ name, label, hint, error, timer, value, onText, onCompositionEnd, ...input }: Props) {
  const rewritten = useRewritten(value, onText)
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
          enterKeyHint="done"
          {...input}
          {...rewritten}
          {...described(texts)}
          onCompositionEnd={(event) => {
            rewritten.onCompositionEnd(event)
            onCompositionEnd?.(event)
          }}
          type="text"
        />
        {timer}
      </div>
    </Field>
  )
}
