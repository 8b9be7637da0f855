// Screens, "Account": who is signed in, and a card for each section with its state in one line.
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { accountServices, accountSessions } from '../../api/account.ts'
import { now } from '../../effects/browser/clock.ts'
import { formatAgo } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { sections } from '../../rules/account/sections.ts'
import { initialOfMember } from '../../rules/texts/initial.ts'
import type { Account } from '../../../contract/shapes/account.ts'
import { Nickname } from './Nickname.tsx'
import { PageLink } from './PageLink.tsx'
import { SectionIcon } from './SectionIcon.tsx'
import { useList } from './useList.ts'

/** The state of a section in one line. It breaks between parts, and no line begins with a separator. */
const Line = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ' '}
      <span className="fact">{at < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ))

export function Overview({ account }: { account: Account }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const devices = useList(accountSessions).data
  const services = useList(accountServices).data
  const facts = {
    account,
    passwordAgo: formatAgo(locale, account.password_changed_at, now()),
    devices: devices?.length ?? null,
    services: services?.length ?? null,
  }
  return (
    <>
      <div className="member">
        <span className="initial" aria-hidden="true">
          {initialOfMember(account.email, account.name)}
        </span>
        <p>
          <bdi className="name">{account.name}</bdi>
          <bdi className="masked">{account.email}</bdi>
          {account.mbr_no && (
            <span>
              {t('account.memberNumber')} <bdi>{account.mbr_no}</bdi>
            </span>
          )}
        </p>
      </div>
      <Nickname account={account} />
      <nav aria-label={t('account.sections')}>
        <ul className="section-cards">
          {sections.map(({ name, path, title, lead, state }) => {
            const said = state(facts)
            return (
              <li key={name}>
                <PageLink to={path}>
                  <SectionIcon name={name} />
                  <span>
                    <strong>{t(title)}</strong>
                    <small>
                      {said.length > 0 ? <Line parts={said.map(({ text, values }) => t(text, values))} /> : t(lead)}
                    </small>
                  </span>
                  <svg className="icon chevron" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                    <path d="M9.5 6l6 6l-6 6" />
                  </svg>
                </PageLink>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
