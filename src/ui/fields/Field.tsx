import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { announce } from '../shell/announce.tsx'
import { Icon } from '../Icon.tsx'

export type FieldTexts = { name: string; label: string; hint?: ReactNode; error?: string | undefined }

/** Connects a control with its texts. The id is the field's name: it survives reloads, so password managers recognise it. */
export function described({ name, hint, error }: FieldTexts): ComponentProps<'input'> {
  return {
    id: name,
    name,
    ...(error && { 'aria-invalid': true }),
    ...((error || hint) && { 'aria-describedby': `${name}-note` }),
  }
}

type Props = FieldTexts & { optional?: boolean | undefined; children: ReactNode; below?: ReactNode }

/** Label, control, then the hint or the error. */
export function Field({ name, label, hint, error, optional, children, below }: Props) {
  const { t } = useTexts()
  return (
    <div>
      <label className="label" htmlFor={name}>
        <span>{label}</span>
        {optional && (
          <>
            {' '}
            <span className="optional">{t('common.optional')}</span>
          </>
        )}
      </label>
      {children}
      <Note id={`${name}-note`} hint={hint} error={error} />
      {below}
    </div>
  )
}

/** The description of a control. An error is also announced if the focus does not move. */
export function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  useEffect(() => (error ? announce(error) : undefined), [error])
  if (error)
    return (
      <p id={id} className="note error">
        <Icon name="alert" />
        <span>{error}</span>
      </p>
    )
  return hint ? (
    <p id={id} className="note">
      {hint}
    </p>
  ) : null
}
