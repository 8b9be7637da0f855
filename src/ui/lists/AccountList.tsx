import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { initialOfMember } from '../../rules/texts/initial.ts'
import type { ShownError } from '../../rules/texts/messages.ts'
import { paths } from '../../rules/visit/paths.ts'
import { FormAlert } from '../FormAlert.tsx'
import { Icon } from '../Icon.tsx'
import { Slow } from '../Slow.tsx'
import { TextLink } from '../TextLink.tsx'
import './accounts.css'

export type Account = { id: string; login_id: string; name: string; lastUsed: string }
type Props = {
  accounts: readonly Account[]
  /** The ID of the account whose request is running. */
  busy: string | null
  /** Seconds until the next request is allowed. */
  wait: number
  onContinue: (id: string) => void
  onForget: (account: Account) => void
  error: ShownError | null
  /** A way to sign in without choosing an account, below the others. */
  children?: ReactNode
}

/** The accounts of this browser, each a button with its own "forget" button beside it. */
export function AccountList({ accounts, busy, wait, onContinue, onForget, error, children }: Props) {
  const { t } = useTranslation()
  const isShut = busy !== null || wait > 0
  return (
    <div className="stack">
      <div>
        <h1 id="title" tabIndex={-1}>
          {t('title.loginSso')}
        </h1>
        <p className="lead">{t(accounts.length > 0 ? 'sso.lead' : 'sso.none')}</p>
      </div>
      <FormAlert error={error} />
      <ul className="accounts">
        {accounts.map((account) => {
          const { id, name, login_id, lastUsed } = account
          const at = login_id.lastIndexOf('@')
          return (
            <li key={id}>
              <button
                type="button"
                className="account"
                aria-label={t('sso.continueAs', { name, login_id })}
                {...(isShut && { 'aria-disabled': true })}
                onClick={() => onContinue(id)}
              >
                <span className="initial" aria-hidden="true">
                  {initialOfMember(login_id, name)}
                </span>
                <bdi className="name">{name}</bdi>
                {/* A long address breaks before its domain. */}
                <bdi>
                  <span>{login_id.slice(0, Math.max(at, 0))}</span>
                  <wbr />
                  <span>{login_id.slice(Math.max(at, 0))}</span>
                </bdi>
                <small>{t('sso.lastUsed', { date: lastUsed })}</small>
                <Icon name="onward" />
              </button>
              <button
                type="button"
                className="link"
                aria-label={t('sso.forget', { name, login_id })}
                {...(isShut && { 'aria-disabled': true })}
                onClick={() => onForget(account)}
              >
                {t('sso.forgetShort')}
              </button>
            </li>
          )
        })}
      </ul>
      <span role="status" className="hidden">
        {busy !== null && t('common.busy')}
      </span>
      <TextLink to={paths.login} button="plain">
        {t('sso.another')}
      </TextLink>
      {children}
      <Slow busy={busy !== null} />
    </div>
  )
}
