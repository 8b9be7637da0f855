import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { agreedState, toggleAllTerms, toggleTerms } from '../../rules/terms/termsList.ts'
import { canImport } from '../../state/timeout.ts'
import { Note } from '../fields/Field.tsx'
import { onPlainClick, TextLink } from '../TextLink.tsx'
import './terms.css'

export type TermsRow = {
  terms_code: string
  name: string
  required: boolean
  /** The address of the text, or null if it is not available, which the row then says. */
  url: string | null
  /** The address is still loading, and the row says nothing yet. */
  isComing?: boolean
  children?: readonly { terms_code: string; name: string }[]
}
type Props = {
  terms: readonly TermsRow[]
  /** Agreed codes in the order of the list. */
  agreed: readonly string[]
  onChange: (agreed: string[]) => void
  /** Returns what opens the text over the page, or null if the text opens in a new tab. */
  onRead: (text: { name: string; url: string }) => (() => void) | null
  hint?: string | undefined
  error?: string | undefined
}

export const TERMS_FIELD = 'consentedTerms'

/**
 * Terms with a checkbox each: "agree to all" on top, which says that it covers optional terms, a link to each text, and consents to advertising
 * below their row. A text alone has the only box.
 */
export function TermsList({ terms, agreed, onChange, onRead, hint, error }: Props) {
  const { t } = useTranslation()
  const state = agreedState(terms, agreed)
  const isAlone = terms.length === 1 && !terms[0]?.children?.length
  const asksOptional = terms.some(({ required, children = [] }) => !required || children.length > 0)
  const all = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (all.current) all.current.indeterminate = state === 'some'
  }, [state])

  const opensHere = terms.some(({ name, url }) => url && onRead({ name, url }))
  // Preloaded, because the dialog must not open empty.
  useEffect(() => {
    if (opensHere && canImport()) import('../modals/TermsText.tsx').catch(() => {})
  }, [opensHere])

  // The error of the list belongs to the box that agrees to all of it.
  const whole = { id: TERMS_FIELD, name: TERMS_FIELD, ...(error && { 'aria-describedby': `${TERMS_FIELD}-note` }) }
  const box = (terms_code: string) => ({
    type: 'checkbox' as const,
    name: terms_code,
    id: terms_code,
    ...(isAlone && whole),
    checked: agreed.includes(terms_code),
    onChange: () => onChange(toggleTerms(terms, agreed, terms_code)),
  })

  // A service may have no terms of its own. A list that is coming has a hint.
  if (terms.length === 0 && hint === undefined) return null
  return (
    <fieldset className="terms">
      <legend className="hidden">{t('terms.legend')}</legend>
      {!isAlone && (
        <label className="check all">
          <input
            ref={all}
            type="checkbox"
            {...whole}
            checked={state === 'all'}
            // Disabled until the list has loaded, because a press would have no effect.
            disabled={terms.length === 0}
            onChange={() => onChange(toggleAllTerms(terms, agreed))}
          />
          <span>{t(asksOptional ? 'terms.agreeAllOptional' : 'terms.agreeAll')}</span>
        </label>
      )}
      <ul>
        {terms.map(({ terms_code, name, required, url, isComing, children = [] }) => (
          <li key={terms_code}>
            <div className={isAlone ? 'row alone' : 'row'}>
              <label className="check">
                <input {...box(terms_code)} required={required} />
                <span>
                  <span className={required ? 'must' : 'may'}>{t(required ? 'terms.required' : 'terms.optional')}</span>{' '}
                  <span>{name}</span>
                </span>
              </label>
              {url ? (
                <ReadLink name={name} url={url} onRead={onRead({ name, url })} />
              ) : (
                <span className="missing">{!isComing && t('terms.noText')}</span>
              )}
            </div>
            {children.length > 0 && (
              <div className="channels" role="group" aria-label={name}>
                {children.map((child) => (
                  <label className="check" key={child.terms_code}>
                    <input {...box(child.terms_code)} />
                    <span>{child.name}</span>
                  </label>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Note id={`${TERMS_FIELD}-note`} hint={hint} error={error} />
    </fieldset>
  )
}

type ReadProps = { name: string; url: string; onRead: (() => void) | null }

/** A link to a text in any case: a click with a modifier key opens a new tab. */
function ReadLink({ name, url, onRead }: ReadProps) {
  const { t } = useTranslation()
  const words = (
    <>
      <span aria-hidden="true">{t('terms.read')}</span>
      <span className="hidden">{t('terms.readOne', { name })}</span>
    </>
  )
  if (!onRead)
    return (
      <TextLink href={url} newTab>
        {words}
      </TextLink>
    )
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    // WebKit does not focus a link that is clicked, and the focus must come back to it.
    event.currentTarget.focus({ preventScroll: true })
    onRead()
  }
  return (
    <a href={url} aria-haspopup="dialog" onClick={(event) => onPlainClick(() => open(event))(event)}>
      {words}
    </a>
  )
}
