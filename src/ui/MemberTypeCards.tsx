import { useTexts } from '../i18n/texts'
import type { MemberType } from '../rules/facts'
import type { MessageKey } from '../rules/messages'
import { Note } from './fields/Field'
import './memberTypes.css'

const cards: readonly { type: MemberType; title: MessageKey; text: MessageKey; drawing: string }[] = [
  {
    type: 'BSNS',
    title: 'join.typeBsns',
    text: 'join.typeBsnsText',
    drawing: 'M4 13h24M4 10h24v15H4zM12 10V7h8v3M14 13v3h4v-3',
  },
  {
    type: 'SOCIAL',
    title: 'join.typeSocial',
    text: 'join.typeSocialText',
    drawing: 'M16 27V14M16 19c-6 0-9-3-9-9c6 0 9 3 9 9M16 15c0-5 3-8 9-8c0 5-3 8-9 8M9 27h14',
  },
  {
    type: 'FAMILY',
    title: 'join.typeFamily',
    text: 'join.typeFamilyText',
    drawing: 'M5 15L16 5l11 10M8 13v14h16V13M16 24c-3-2-5-4-5-6a2.5 2.5 0 0 1 5-1a2.5 2.5 0 0 1 5 1c0 2-2 4-5 6',
  },
  {
    type: 'STUDENT',
    title: 'join.typeStudent',
    text: 'join.typeStudentText',
    drawing: 'M3 12l13-6l13 6l-13 6zM9 15v7c4 3 10 3 14 0v-7M29 12v8',
  },
]

type Props = { value: MemberType | null; onChange: (type: MemberType) => void; error?: string | undefined }

export const MEMBER_TYPE_FIELD = 'memberTypeCode'
const NOTE = `${MEMBER_TYPE_FIELD}-note`

/** The four member types: radio buttons drawn as cards, each with a line about who it is for. */
export function MemberTypeCards({ value, onChange, error }: Props) {
  const { t } = useTexts()
  return (
    <fieldset>
      <legend className="hidden">{t('join.types')}</legend>
      <div className="member-types">
        {cards.map(({ type, title, text, drawing }, index) => (
          <label key={type} className="member-type">
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
