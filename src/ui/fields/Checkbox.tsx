import type { ComponentProps, ReactNode } from 'react'
import { Note } from './Field.tsx'

type Props = { name: string; label: ReactNode; error?: string } & Omit<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'type'
>

/** A native checkbox whose row, 44 px high, can be pressed. */
export function Checkbox({ name, label, error, ...input }: Props) {
  return (
    <div>
      <label className="check">
        <input
          {...input}
          type="checkbox"
          id={name}
          name={name}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-note` })}
        />
        <span>{label}</span>
      </label>
      <Note id={`${name}-note`} error={error} />
    </div>
  )
}
