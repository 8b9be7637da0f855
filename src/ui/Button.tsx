import type { ComponentProps } from 'react'

type Props = { busy?: boolean; incomplete?: boolean; plain?: boolean; small?: boolean } & Omit<
  ComponentProps<'button'>,
  'className'
>

/**
 * A button. `busy`: after 300 ms (CSS) a spinner appears beside the words. The width and the focus stay, and presses do nothing. A disabled
 * button would lose the focus.
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
      // NOTE: the field keeps the focus until the press is over. Its blur could show an error that moves the button away from the pointer.
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
