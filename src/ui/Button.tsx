import type { ComponentProps } from 'react'

type Props = { busy?: boolean; incomplete?: boolean; plain?: boolean; small?: boolean } & Omit<
  ComponentProps<'button'>,
  'className'
>

/**
 * A button. `busy`: a spinner beside the words after 300 ms (CSS), the width stays, presses do nothing, the focus stays where it is
 * (a really disabled button would lose it).
 */
export function Button({
  busy = false,
  incomplete = false,
  plain,
  small,
  children,
  onClick,
  type = 'button',
  ...button
}: Props) {
  return (
    <button
      {...button}
      type={type}
      className={`button${plain ? ' plain' : ''}${small ? ' small' : ''}`}
      {...((busy || incomplete) && { 'aria-disabled': true })}
      // @note The field keeps the focus until the press is over: an error that its blur brings would move the button from under it.
      {...(type === 'submit' && { onMouseDown: (event) => event.preventDefault() })}
      onClick={(event) => {
        if (busy || incomplete) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span className="words">
        <span>{children}</span>
        {busy && <span className="spinner" />}
      </span>
    </button>
  )
}
