import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { isFound } from '../../rules/hangulSearch.ts'
import { announce } from '../announce.tsx'
import { isComposing } from '../composing.ts'
import { described, Field, type FieldTexts } from './Field.tsx'
import type { Choice } from './SelectField.tsx'
import { useOnSubmit } from './useOnSubmit.ts'
import '../pages.css'
import './search.css'

type Props = FieldTexts & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  disabled?: boolean
  /** What the field and its list say while the choices load. The member can type already. */
  waiting?: string | undefined
  /** This choice stays in the list whatever is typed: it opens a field for a name that the list does not have. */
  always?: (value: string) => boolean
}

/**
 * A long list that is searched by typing: the editable combobox of the ARIA Authoring Practices. The text counts only if a choice is
 * taken. Leaving the field brings back the choice that was there.
 */
export function SearchField({
  name,
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  onBlur,
  disabled = false,
  waiting,
  always = () => false,
}: Props) {
  const { t } = useTexts()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const chosen = choices.find((choice) => choice.value === value)?.text ?? ''
  const query = typed ?? ''
  const found = query === '' ? choices : choices.filter((each) => isFound(query, each.text) || always(each.value))
  const shown = isOpen ? found : []
  const activeId = active >= 0 && shown[active] ? `${list}-${active}` : undefined
  const texts = { name, label, hint, error }

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const count = isOpen && typed !== null && !waiting ? found.length : null
  useEffect(() => (count === null ? undefined : announce(t('search.found', { count }))), [count, t])

  const close = () => {
    setOpen(false)
    setActive(-1)
    // Without its list, what was typed can still become a choice.
    if (!waiting) setTyped(null)
  }
  const open = () => {
    setOpen(true)
    setActive(-1)
  }
  const take = (choice: Choice) => {
    close()
    if (choice.value !== value) onChange(choice.value)
  }
  const move = (by: number) => {
    if (!isOpen) open()
    const next = isOpen ? active + by : found.findIndex((choice) => choice.value === value)
    setActive(Math.max(0, Math.min(found.length - 1, next)))
  }

  /** Takes a choice whose name was typed in full. */
  const finish = () => {
    const exact = choices.find((choice) => choice.text === query.trim())
    if (exact) take(exact)
    close()
  }
  useOnSubmit(input, finish)

  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event)) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      return move(key === 'ArrowDown' ? 1 : -1)
    }
    if (!isOpen) return
    if (key === 'Escape') {
      event.preventDefault()
      return close()
    }
    // The only match, or the first one that was searched for. A list that was only opened needs a choice.
    const choice = shown[active] ?? (query === '' ? undefined : shown[0])
    if (key !== 'Enter') return
    event.preventDefault()
    if (choice) take(choice)
  }

  return (
    <Field {...texts}>
      <div className={error ? 'box choice search wrong' : 'box choice search'}>
        <input
          ref={input}
          type="text"
          role="combobox"
          {...described(texts)}
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={100}
          required
          disabled={disabled}
          placeholder={waiting}
          value={typed ?? chosen}
          onChange={({ target }) => {
            setTyped(target.value)
            open()
          }}
          onClick={open}
          onFocus={({ target }) => target.select()}
          onKeyDown={pressed}
          onBlur={() => {
            finish()
            onBlur?.()
          }}
        />
        <div id={list} role="listbox" aria-label={t('search.list', { name: label })} hidden={!isOpen}>
          {shown.map((choice, index) => (
            // The keys of a combobox belong to its field.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              tabIndex={-1}
              key={choice.value}
              id={`${list}-${index}`}
              role="option"
              aria-selected={choice.value === value}
              className={index === active ? 'active' : undefined}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
            >
              <bdi>{choice.text}</bdi>
            </div>
          ))}
          {isOpen && shown.length === 0 && (
            <div role="option" aria-selected={false} aria-disabled="true" className="none">
              {waiting ?? t('search.none')}
            </div>
          )}
        </div>
      </div>
    </Field>
  )
}
