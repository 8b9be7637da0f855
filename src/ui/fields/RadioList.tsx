import { type ReactNode, useRef } from 'react'
import { Note } from './Field.tsx'
import type { Choice } from './SelectField.tsx'
import '../pages.css'

type Props = {
  name: string
  label: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** A choice was pressed with a pointer, after `onChange`. The arrow keys only move the choice. */
  onPress?: (value: string) => void
  onBlur?: () => void
  hint?: string | undefined
  error?: string | undefined
  /** What stands in place of the choices while they load. */
  waiting?: string | undefined
  /** Below the choices. */
  children?: ReactNode
}

/** A short list as radio buttons: all choices visible, one press each, in two columns or, with large text, in one. The first one has the field's name as its id, because errors lead there. */
export function RadioList(props: Props) {
  const { name, label, choices, value, onChange, onPress, onBlur, hint, error, waiting, children } = props
  // NOTE: the browser clicks the radio button itself after a press on its label, and also at each arrow key.
  const isPointed = useRef(false)
  return (
    <fieldset onPointerDown={() => (isPointed.current = true)} onKeyDown={() => (isPointed.current = false)}>
      <legend className="label">{label}</legend>
      <div className="checks">
        {waiting && <p className="note">{waiting}</p>}
        {choices.map((choice, index) => (
          <label className="check" key={choice.value}>
            <input
              type="radio"
              id={index === 0 ? name : `${name}-${index}`}
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => {
                onChange(choice.value)
                if (isPointed.current) onPress?.(choice.value)
              }}
              onBlur={onBlur}
              required
              {...((error || hint) && index === 0 && { 'aria-describedby': `${name}-note` })}
            />
            <span>{choice.text}</span>
          </label>
        ))}
      </div>
      {children}
      <Note id={`${name}-note`} hint={hint} error={error} />
    </fieldset>
  )
}
