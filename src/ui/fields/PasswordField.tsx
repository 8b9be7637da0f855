import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../i18n/texts.tsx'
import { withoutKorean } from '../../rules/fields/hangul.ts'
import { Icon } from '../Icon.tsx'
import { described, Field, type FieldTexts } from './Field.tsx'
import { useOnSubmit } from './useOnSubmit.ts'

type Props = FieldTexts & {
  autoComplete: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'type' | 'autoComplete'>

/** The warning for Caps Lock or a Korean keyboard, which hardly any password needs. */
const keysOf = (text: string, capsLock = false) =>
  capsLock ? 'login.capsLock' : withoutKorean(text) !== text ? 'login.koreanKeys' : null

/**
 * A password. It is visible on request, and hidden again on submit and when the page is left. It warns about Caps Lock and a Korean
 * keyboard.
 */
export function PasswordField({
  name,
  label,
  hint,
  error,
  onKeyDown,
  onKeyUp,
  onBlur,
  'aria-describedby': rules,
  ...input
}: Props) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const [keys, setKeys] = useState<ReturnType<typeof keysOf>>(null)
  const box = useRef<HTMLDivElement>(null)
  const texts = { name, label, hint, error }
  // The error of the field says it already.
  const warning = keys === 'login.koreanKeys' && error ? null : keys
  const { 'aria-describedby': note, ...control } = described(texts)

  useEffect(() => {
    const hide = () => setShown(false)
    window.addEventListener('pagehide', hide)
    return () => window.removeEventListener('pagehide', hide)
  }, [])
  useOnSubmit(box, () => setShown(false))

  const toggle = () => {
    const field = box.current?.querySelector('input')
    const [from, to] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
    flushSync(() => setShown(!shown))
    // NOTE: changing the type moves the caret to the start in some browsers.
    field?.setSelectionRange(from, to)
  }
  const watch = (event: KeyboardEvent<HTMLInputElement>) =>
    setKeys(keysOf(event.currentTarget.value, event.getModifierState('CapsLock')))

  return (
    <Field
      {...texts}
      below={
        <p className={warning ? 'note warning' : 'hidden'} aria-live="polite">
          {warning && t(warning)}
        </p>
      }
    >
      <div className={error ? 'box wrong' : 'box'} ref={box}>
        <input
          maxLength={1000}
          required
          enterKeyHint="go"
          {...input}
          {...control}
          aria-describedby={note && rules ? `${note} ${rules}` : (note ?? rules)}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={(event) => (watch(event), onKeyDown?.(event))}
          onKeyUp={(event) => (watch(event), onKeyUp?.(event))}
          onBlur={(event) => (setKeys(keysOf(event.currentTarget.value)), onBlur?.(event))}
        />
        <button
          type="button"
          aria-controls={name}
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
    </Field>
  )
}
