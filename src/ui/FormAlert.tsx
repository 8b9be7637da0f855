// Faults, "A failure is still on the page ten seconds later": the error of a form. It stays until the next press.
import { useTexts } from '../i18n/texts.tsx'
import { useEffect, useRef } from 'react'
import type { ShownError } from '../rules/texts/messages.ts'
import { isWait } from '../rules/codes/wait.ts'
import { announce } from './shell/announce.tsx'
import { Icon } from './Icon.tsx'
import { Reference } from './Reference.tsx'

/**
 * The region exists before its text, so that screen readers announce the text. News and a wait are no errors. The seconds of a wait count, and it is announced
 * once, because a live region would announce every second.
 */
export function FormAlert({ id, error }: { id?: string; error: ShownError | null }) {
  const { t } = useTexts()
  const { repeat } = error ?? {}
  const isCalm = error !== null && (isWait(error) || error.isNews === true)
  const words = error ? t(error.text, error.values) : ''
  const latest = useRef(words)
  useEffect(() => {
    latest.current = words
  })
  useEffect(() => (isCalm ? announce(latest.current) : undefined), [isCalm])
  if (isCalm)
    return (
      <p id={id} className="note">
        {words}
      </p>
    )
  return (
    <div id={id} role="alert" className={error ? undefined : 'hidden'}>
      {error && (
        <div className="alert">
          <Icon name="alert" />
          <p>{words}</p>
          {error.again && (
            <button type={repeat ? 'button' : 'submit'} className="link" onClick={repeat}>
              {t('error.retry')}
            </button>
          )}
          {error.reference && <Reference key={error.reference} id={error.reference} />}
        </div>
      )}
    </div>
  )
}
