import { useTranslation } from 'react-i18next'
import type { MemberType } from '../../rules/visit/facts.ts'
import { memberTypes } from '../../rules/join/memberTypes.ts'
import { MEMBER_TYPES } from '../../../contract/codes.ts'
import { bySentence } from '../bySentence.tsx'
import { Note } from '../fields/Field.tsx'
import { Icon } from '../Icon.tsx'
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
  /** The type that was chosen before. */
  value: MemberType | null
  onChoose: (type: MemberType) => void
  error?: string | undefined
}

const FIELD = 'memberTypeCode'
const NOTE = `${FIELD}-note`

/** The member types: cards that lead on, each with a line about who it is for and one about what to have at hand. */
export function MemberTypeCards({ value, onChoose, error }: Props) {
  const { t } = useTranslation()
  return (
    <div>
      <ul className="member-types" aria-label={t('join.types')}>
        {cards.map(({ type, title, text, needs, drawing }, index) => (
          <li key={type}>
            <button
              type="button"
              className="member-type"
              // The first card has the field's name as its id, because the error of the field leads there.
              id={index === 0 ? FIELD : type}
              name={FIELD}
              value={type}
              aria-current={value === type ? 'true' : undefined}
              aria-labelledby={`${type}-title`}
              aria-describedby={`${type}-text ${type}-needs${error && index === 0 ? ` ${NOTE}` : ''}`}
              onClick={() => onChoose(type)}
            >
              <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
                <path d={drawing} />
              </svg>
              <span>
                <strong id={`${type}-title`}>{t(title)}</strong>
                <small id={`${type}-text`}>{bySentence(t(text))}</small>
                <small className="needs" id={`${type}-needs`}>
                  {bySentence(t(needs))}
                </small>
              </span>
              <Icon name="onward" />
            </button>
          </li>
        ))}
      </ul>
      <Note id={NOTE} error={error} />
    </div>
  )
}
