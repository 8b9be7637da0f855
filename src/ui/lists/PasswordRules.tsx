import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PasswordOwner, type PasswordRule, passwordRules } from '../../rules/fields/password.ts'
import { Icon, LineIcon } from '../Icon.tsx'
import '../pages.css'

const PAUSE_MS = 1000

type State = 'met' | 'open' | 'broken'
const stateOf = ({ holds, isBroken }: PasswordRule, value: string, owner: PasswordOwner): State =>
  holds(value, owner) ? 'met' : isBroken(value, owner) ? 'broken' : 'open'
const icons = { met: 'check', broken: 'alert' } as const

type Props = {
  id: string
  value: string
  owner: PasswordOwner
  /** The rules do not speak of a phone number. */
  isPhoneless?: boolean
}

/** The special characters, which stay on one line. A joiner within them would be copied into a password. */
const CHARACTERS = /(@\S{1,12}~)/

const textOf = ({ text }: PasswordRule, isPhoneless: boolean) =>
  isPhoneless && text === 'password.ruleOwner' ? 'password.ruleOwnId' : text

/** The rules of a password, ticked while it is typed. When typing pauses, screen readers announce how many are met. */
export function PasswordRules({ id, value, owner, isPhoneless = false }: Props) {
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
                <LineIcon path="M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18" />
              ) : (
                <Icon name={icons[state]} />
              )}
              <span>
                <span>
                  {t(textOf(rule, isPhoneless))
                    .split(CHARACTERS)
                    .map((part) => (
                      <span key={part} className={CHARACTERS.test(part) ? 'whole' : undefined}>
                        {part}
                      </span>
                    ))}
                </span>{' '}
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
