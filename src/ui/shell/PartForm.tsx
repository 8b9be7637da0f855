// A form that is a part of a page or of a dialog, below a heading that is not its own.
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownError } from '../../rules/texts/messages.ts'
import { Button } from '../Button.tsx'
import { Choices } from '../Choices.tsx'
import { FormAlert } from '../FormAlert.tsx'
import { Slow } from '../Slow.tsx'
import { type Submit, useSubmit } from './useSubmit.ts'

type Props = Submit & {
  /** The button's words, or null if there is nothing to send. */
  submit: string | null
  /** The button looks as if nothing can be sent yet, and a press says at the field what is missing. */
  isShort?: boolean
  /** The id of the element that says what is missing. */
  why?: string | undefined
  error?: ShownError | null
  children?: ReactNode
  /** Closes the form without sending it. */
  onCancel: () => void
}

/** Fields, error, and the buttons "cancel" and "send", in the order of every dialog. */
export function PartForm({ submit, isShort = false, why, error = null, children, onCancel, ...props }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { incomplete = false } = props
  const { busy, form } = useSubmit(props)
  return (
    <form className="stack" {...form}>
      <FormAlert id={id} error={error} />
      {children}
      <Choices
        cancel={
          <Button plain onClick={onCancel}>
            {t('modal.cancel')}
          </Button>
        }
      >
        {submit !== null && (
          <Button
            type="submit"
            busy={busy}
            incomplete={incomplete}
            aria-disabled={isShort || undefined}
            aria-describedby={why ?? (incomplete ? id : undefined)}
          >
            {submit}
          </Button>
        )}
      </Choices>
      {busy && <Slow busy />}
    </form>
  )
}
