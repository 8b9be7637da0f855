// One setting: what it is, how it stands, and a form that opens below it.
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

type Props = {
  id: string
  title: string
  state: ReactNode
  /** Words of the button that opens the form; without it, nothing can be changed here. */
  change?: string | undefined
  /** @param close closes the form, and gives the focus back to its button */
  children?: (close: () => void) => ReactNode
  /** In place of the button that opens a form. */
  action?: ReactNode
  /** What follows a change. */
  after?: ReactNode
}

/** Focuses the first field when the form is there, which may have to load. */
function FirstFocus({ form }: { form: RefObject<HTMLElement | null> }) {
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([readonly]), textarea, button')?.focus(), [form])
  return null
}

export function Setting({ id, title, state, change, children, action, after }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="setting">
      <div className="setting-head">
        <div>
          <h2 id={id}>{title}</h2>
          <div className="setting-state">{state}</div>
        </div>
        {action}
        {change && (
          <Button
            ref={button}
            id={`${id}-change`}
            plain
            small
            aria-expanded={isOpen}
            aria-labelledby={`${id}-change ${id}`}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            {change}
          </Button>
        )}
      </div>
      {isOpen && children && (
        <div ref={form} className="setting-form">
          <Suspense fallback={null}>
            {children(close)}
            <FirstFocus form={form} />
          </Suspense>
        </div>
      )}
      {after}
    </div>
  )
}
