// The problems of a form: how many there are, the first three, and all of them on request. Each leads to its field.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextButton } from '../TextButton.tsx'

export type Problem = { field: string; text: string }

const SHOWN = 3

/** Takes the focus once for each attempt, never while the member types. */
export function ProblemSummary({ problems, attempt }: { problems: readonly Problem[]; attempt: number }) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  useEffect(() => {
    if (attempt > 0) place.current?.focus()
  }, [attempt])
  if (problems.length < 2) return null
  const shown = showsAll ? problems : problems.slice(0, SHOWN)
  return (
    <div className="summary" ref={place} tabIndex={-1} role="group" aria-labelledby="summary">
      <h2 id="summary">{t('common.checkFields', { count: problems.length })}</h2>
      <ul>
        {shown.map(({ field, text }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(field)?.focus()
                // The error of a list is below all of it, where the button in reach can lie.
                document.getElementById(`${field}-note`)?.scrollIntoView({ block: 'nearest' })
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <TextButton onClick={() => (setShowsAll(true), place.current?.focus())}>{t('common.showAll')}</TextButton>
      )}
    </div>
  )
}
