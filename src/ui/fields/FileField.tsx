import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { described, Field, type FieldTexts } from './Field.tsx'
import './files.css'

type Props = FieldTexts & {
  /** The chosen file, with its size as text. */
  file: { name: string; size: string } | null
  /** Media types and extensions for `accept`. */
  accept: string
  onChoose: (file: File | null) => void
  optional?: boolean
}

/** One file from this device. The name of the chosen file is shown, and it can be removed. */
export function FileField({ name, label, hint, error, file, accept, onChoose, optional }: Props) {
  const { t } = useTranslation()
  const texts = { name, label, hint, error }
  const { 'aria-describedby': note, ...control } = described(texts)
  const chosen = `${name}-chosen`
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose(target.files?.[0] ?? null)
    // Allows choosing the same file again after it was removed or corrected.
    target.value = ''
  }
  // The remove button disappears, so the focus moves to the field.
  const remove = () => {
    document.getElementById(name)?.focus()
    onChoose(null)
  }
  return (
    <Field {...texts} optional={optional}>
      <div className={error ? 'box file wrong' : 'box file'}>
        <input
          {...control}
          aria-describedby={[file && chosen, note].filter(Boolean).join(' ')}
          type="file"
          accept={accept}
          onChange={choose}
        />
        {/* The control is emptied at once, so by itself it would say that nothing is chosen. */}
        <span className="chosen" id={chosen} role="status" aria-hidden={file === null}>
          {file ? (
            <>
              <bdi>{file.name}</bdi> <small>{file.size}</small>
            </>
          ) : (
            <span>{t('join.fileNone')}</span>
          )}
        </span>
        <span className="choose" aria-hidden="true">
          {t(file ? 'join.fileChange' : 'join.fileChoose')}
        </span>
      </div>
      {file && (
        <p className="file-actions">
          <Button plain small onClick={remove}>
            {t('join.fileRemove')}
          </Button>
        </p>
      )}
    </Field>
  )
}
