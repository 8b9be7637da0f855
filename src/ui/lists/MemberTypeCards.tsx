import { useTranslation } from 'react-i18next'
import type { MemberType } from '../../rules/visit/facts.ts'
import { memberTypes } from '../../rules/join/memberTypes.ts'
import { MEMBER_TYPES } from '../../../contract/codes.ts'
import { Note } from '../fields/Field.tsx'
import './memberTypes.css'

/** The drawing of each card. */
const drawings: Record<MemberType, string> = {
  BSNS: 'M4 13h24M4 10h24v15H4zM12 10V7h8v3M14 13v3h4v-3',
  SOCIAL: 'M16 27V14M16 19c-6 0-9-3-9-9c6 0 9 3 9 9M16 15c0-5 3-8 9-8c0 5-3 8-9 8M9 27h14',
  FAMILY: 'M5 15L16 5l11 10M8 13v14h16V13M16 24c-3-2-5-4-5-6a2.5 2.5 0 0 1 5-1a2.5 2.5 0 0 1 5 1c0 2-2 4-5 6',
  STUDENT: 'M3 12l13-6l13 6l-13 6zM9 15v7c4 3 10 3 14 0v-7M29 12v8',
}
const cards = MEMBER_TYPES.map((type) => ({ type, ...memberTypes[type].card, drawing: drawings[type] }))

type Props = {
  value: MemberType | null
  onChange: (type: MemberType) => void
  /** A card was pressed with a pointer. The arrow keys only move the choice. */
  onPress?: (type: MemberType) => void
  error?: string | undefined
}

export const MEMBER_TYPE_FIELD = 'memberTypeCode'
const NOTE = `${MEMBER_TYPE_FIELD}-note`

/** The member types: radio buttons drawn as cards, each with a line about who it is for. */
export function MemberTypeCards({ value, onChange, onPress, error }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="hidden">{t('join.types')}</legend>
      <div className="member-types">
        {cards.map(({ type, title, text, drawing }, index) => (
          // Keys press the radio button itself.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <label
            key={type}
            className="member-type"
            onClick={(event) => {
              // Keys press a radio button without a count.
              if (!onPress || event.detail === 0) return
              // The browser would send a second click to the radio button.
              if (!(event.target instanceof HTMLInputElement)) {
                event.preventDefault()
                onChange(type)
              }
              onPress(type)
            }}
          >
            <input
              type="radio"
              // The first radio button has the field's name as its id, because the error summary leads there.
              id={index === 0 ? MEMBER_TYPE_FIELD : type}
              name={MEMBER_TYPE_FIELD}
              value={type}
              checked={value === type}
              aria-describedby={error && index === 0 ? `${type}-text ${NOTE}` : `${type}-text`}
              onChange={() => onChange(type)}
              required
            />
            <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
              <path d={drawing} />
            </svg>
            <strong>{t(title)}</strong>
            <small id={`${type}-text`}>{t(text)}</small>
          </label>
        ))}
      </div>
      <Note id={NOTE} error={error} />
    </fieldset>
  )
}
