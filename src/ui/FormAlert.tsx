// Faults, "A failure is still on the page ten seconds later": the error of a form. It stays until the next press.
import { useTexts } from '../i18n/texts'
import type { ShownError } from '../rules/messages'
import { Icon } from './Icon'
import { Reference } from './Reference'

/** The region exists before its text, so that screen readers announce the text. */
export function FormAlert({ id, error }: { id?: string; error: ShownError | null }) {
  const { t } = useTexts()
  const { repeat } = error ?? {}
  return (
    <div id={id} role="alert" className={error ? undefined : 'hidden'}>
      {error && (
        <div className="alert">
          <Icon name="alert" />
          <p>{t(error.text, error.values)}</p>
          {error.again && (
            <button type={repeat ? 'button' : 'submit'} className="link" onClick={repeat}>
              {t('error.retry')}
            </button>
          )}
          {error.reference && <Reference id={error.reference} />}
        </div>
      )}
    </div>
  )
}
