import Autocomplete from '@mui/material/Autocomplete'
import { ThemeProvider } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFound } from '../../rules/fields/hangulSearch.ts'
import { announce } from '../shell/announce.tsx'
import { isComposing } from '../composing.ts'
import { muiTheme } from '../muiTheme.ts'
import { described, Field, type FieldTexts } from './Field.tsx'
import type { Choice } from './SelectField.tsx'
import { useOnSubmit } from './useOnSubmit.ts'
import '../pages.css'
import './search.css'

/** `also`: other names by which the choice is found, such as those in other languages. */
type Searched = Choice & { also?: readonly string[] }

type Props = FieldTexts & {
  choices: readonly Searched[]
  value: string
  onChange: (value: string) => void
  /**
   * A choice was taken from the list, after `onChange`. Not if its name was typed in full and the field was left. `unfound`: the typed text, if
   * the choice stood in the list although the text does not find it.
   */
  onPick?: (value: string, unfound: string) => void
  /** The field is left, or the form sent, with a text that finds nothing but the choice that stays in the list. */
  onUnfound?: (value: string, unfound: string, how: 'left' | 'sent') => void
  onBlur?: () => void
  /** What the field and its list say while the choices load. The member can type already. */
  waiting?: string | undefined
  /**
   * What the field says if the choices did not load, in place of its hint: an empty list would lie over the button that loads it again. The
   * field keeps the focus and what was typed until they come.
   */
  failed?: string | undefined
  /** This choice stays in the list whatever is typed: it opens a field for a name that the list does not have. */
  always?: (value: string) => boolean
  /** What that choice says while a text is typed that does not find it; undefined: its own name. */
  own?: (typed: string) => string | undefined
  /** What the list says if nothing is found. */
  none?: string
}

const finds = (typed: string, { text, also = [] }: Searched) => [text, ...also].some((name) => isFound(typed, name))

/**
 * A long list that is searched by typing, by the combobox of MUI around our own input. The text counts only if a choice is taken. Leaving
 * the field brings back the choice that was there. If there was none, what was typed stays, beside the error.
 */
export function SearchField({
  name,
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  onPick,
  onUnfound,
  onBlur,
  waiting,
  failed,
  always = () => false,
  own = () => undefined,
  none,
}: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value) ?? null
  const query = typed ?? ''
  const find = () => (query === '' ? [...choices] : choices.filter((each) => finds(query, each) || always(each.value)))
  const texts = { name, label, hint: failed ?? hint, error }

  const isMissing = waiting !== undefined || failed !== undefined
  const count = isOpen && typed !== null && !isMissing ? find().length : null
  useEffect(() => (count === null ? undefined : announce(t('search.found', { count }))), [count, t])

  const close = (reason = '') => {
    setOpen(false)
    // Without its list, what was typed can still become a choice.
    if (!isMissing && (chosen || reason === 'escape')) setTyped(null)
  }
  const take = (choice: Choice | null) => {
    if (!choice) return
    setOpen(false)
    setTyped(null)
    if (choice.value !== value) onChange(choice.value)
  }

  /** Takes a choice whose name was typed in full. */
  const finish = (how: 'left' | 'sent') => {
    close()
    if (query.trim() === '') return setTyped(null)
    const [only, ...others] = find()
    const named = choices.find((choice) => choice.text === query.trim())
    take(named ?? null)
    if (named || isMissing || !only || others.length > 0 || own(query) === undefined || finds(query, only)) return
    setTyped(null)
    onUnfound?.(only.value, query, how)
  }
  useOnSubmit(box, () => finish('sent'))

  function pressed(event: KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean }) {
    // Enter that ends a syllable takes no choice. Of an open list, Enter takes a choice or nothing, and never sends the form.
    if (isComposing(event)) event.defaultMuiPrevented = true
    else if (event.key === 'Enter' && isOpen) event.preventDefault()
  }

  return (
    <Field {...texts}>
      <ThemeProvider theme={muiTheme}>
        <Autocomplete
          id={name}
          options={choices}
          // NOTE: MUI ignores the press on the choice that it knows as taken. While a text is typed, the same choice can be taken again.
          value={typed === null ? chosen : null}
          onChange={(_, choice) => {
            take(choice)
            if (choice) onPick?.(choice.value, finds(query, choice) ? '' : query)
          }}
          getOptionKey={(choice) => choice.value}
          getOptionLabel={(choice) => choice.text}
          isOptionEqualToValue={(one, other) => one.value === other.value}
          filterOptions={find}
          inputValue={typed ?? chosen?.text ?? ''}
          onInputChange={(_, text, reason) => {
            if (reason !== 'input') return
            setTyped(text)
            setOpen(true)
          }}
          open={isOpen && failed === undefined}
          onOpen={() => setOpen(true)}
          onClose={(_, reason) => close(reason)}
          onKeyDown={pressed}
          // The only match, or the first one that was searched for. A list that was only opened needs a choice.
          autoHighlight={query !== ''}
          clearOnBlur={false}
          handleHomeEndKeys={false}
          forcePopupIcon={false}
          disablePortal
          loading={waiting !== undefined}
          loadingText={waiting}
          noOptionsText={none ?? t('search.none')}
          slotProps={{
            listbox: { 'aria-label': t('search.list', { name: label }), 'aria-labelledby': undefined },
            // NOTE: a live region that comes with its text is not announced. `announce` has one that exists from the start.
            status: { role: 'presentation', 'aria-live': 'off' },
          }}
          renderOption={({ key, ...option }, choice) => (
            <li key={key} {...option}>
              <bdi>{(query !== '' && !finds(query, choice) && own(query)) || choice.text}</bdi>
            </li>
          )}
          renderInput={({ slotProps: { input, htmlInput } }) => (
            <div ref={input.ref} className={error ? 'box choice search wrong' : 'box choice search'}>
              <input
                {...htmlInput}
                {...described(texts)}
                className={undefined}
                type="text"
                autoCorrect="off"
                enterKeyHint="done"
                maxLength={100}
                required
                placeholder={waiting}
                onBlur={(event) => {
                  // Another window has the focus. The member comes back to this field, and what was typed must be there.
                  if (document.activeElement === event.currentTarget) return
                  htmlInput.onBlur?.(event)
                  finish('left')
                  onBlur?.()
                }}
              />
            </div>
          )}
          ref={box}
        />
      </ThemeProvider>
    </Field>
  )
}
