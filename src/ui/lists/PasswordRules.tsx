import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PasswordOwner, type PasswordRule, passwordRules } from '../../rules/fields/password.ts'
import { Icon } from '../Icon.tsx'
import '../pages.css'

const PAUSE_MS = 1000

type State = 'met' | 'open' | 'broken'
const stateOf = ({ holds, isBroken }: PasswordRule, value: string, owner: PasswordOwner): State =>
  holds(value, owner) ? 'met' : isBroken(value, owner) ? 'broken' : 'open'
const icons = { met: 'check', broken: 'alert' } as const

/** The rules of a password, ticked while it is typed. When typing pauses, screen readers announce how many are met. */
export function PasswordRules({ id, value, owner }: { id: string; value: string; owner: PasswordOwner }) {
  const { t } = useTranslation()
  const [rested, setRested] = useState('')
  const met = (password: string) => passwordRules.filter(({ holds }) => holds(password, owner)).length

  useEffect(() => {
    const rest = setTimeout(() => setRested(value), PAUSE_MS)
    return () => clearTimeout(rest)
  }, [value])

  return (
    <div>
      <ul className="rules" id={id} aria-label={t('password.rules')}>
        {passwordRules.map((rule) => {
          const state = stateOf(rule, value, owner)
          return (
            <li key={rule.text} className={state}>
              {state === 'open' ? (
                <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                  <circle cx="12" cy="12" r="9" />
                </svg>
              ) : (
                <Icon name={icons[state]} />
              )}
              <span>
                <span>{t(rule.text)}</span>{' '}
                {value !== '' && <span className="hidden">{`(${t(`password.${state}`)})`}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <p role="status" className="hidden">
        {rested !== '' && t('password.metOf', { met: met(rested), total: passwordRules.length })}
      </p>
    </div>
  )
}
