import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LineIcon } from '../Icon.tsx'

type Props = {
  /** yyyy-MM-dd: the chosen day, or none; the day that the calendar shows first without one; and the last allowed day. */
  opensAt: () => { chosen: string; first: string; last: string }
  onPick: (date: string) => void
}

/** The browser's own calendar behind a button, for members who would rather pick a date than type it. */
export function DatePicker({ opensAt, onPick }: Props) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  if (!('showPicker' in HTMLInputElement.prototype)) return null

  const open = () => {
    const { current } = calendar
    if (!current) return
    const { chosen, first, last } = opensAt()
    current.value = chosen || first
    current.max = last
    current.showPicker()
    // NOTE: picking the day that the input already has changes nothing. The open calendar keeps its day, so the first one can be picked too.
    if (!chosen) current.value = ''
  }

  return (
    <>
      <button type="button" aria-label={t('join.calendar')} onClick={open}>
        <LineIcon path="M4 9h16M8 3v4M16 3v4M4 5h16v15H4z" />
      </button>
      <input
        ref={calendar}
        type="date"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => target.value && onPick(target.value)}
      />
    </>
  )
}
