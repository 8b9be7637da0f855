import type { ComponentProps } from 'react'

type Props = { incomplete?: boolean } & Omit<ComponentProps<'button'>, 'className' | 'type'>

/** A button that looks like a link. `incomplete`: a press does nothing, and the focus stays. */
export function TextButton({ incomplete = false, onClick, ...button }: Props) {
  return (
    <button
      {...button}
      type="button"
      className="link"
      {...(incomplete && { 'aria-disabled': true })}
      onClick={(event) => (incomplete ? event.preventDefault() : onClick?.(event))}
    />
  )
}
