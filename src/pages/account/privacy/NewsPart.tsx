// Contract, "Account": news by e-mail and by SMS, each with the day of the member's decision.
import { useTranslation } from 'react-i18next'
import { accountMarketing } from '../../../api/account.ts'
import { formatDay } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { showToast } from '../../../stores/screen.ts'
import type { Account, Marketing } from '../../../../contract/shapes/account.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { Part } from '../Rows.tsx'
import { look, memberHere, patchAccount } from '../session.ts'
import { useAction } from '../useAction.ts'

const CHANNELS = [
  { name: 'email', at: 'email_at', label: 'account.newsByEmail' },
  { name: 'sms', at: 'sms_at', label: 'account.newsBySms' },
] as const

export function NewsPart({ account: { marketing } }: { account: Account }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { busy, error, run, press } = useAction()

  const isShut = busy || press.incomplete

  /** The answers now: the call sends both, and another window may have changed the other one since this page was loaded. */
  const known = () => memberHere()?.marketing ?? marketing

  const change = (name: 'email' | 'sms', at: 'email_at' | 'sms_at', wants: boolean) =>
    run(
      async (session) => {
        await look()
        const { email, sms }: Marketing = { ...known(), [name]: wants }
        return accountMarketing(session, { email, sms })
      },
      () => {
        patchAccount({ marketing: { ...known(), [name]: wants, [at]: new Date().toISOString() } })
        showToast(wants ? 'account.newsOn' : 'account.newsOff', 'success')
      },
    )

  return (
    <Part id="news-part" title={t('account.news')} lead={t('account.newsLead')}>
      <ul className="news">
        {CHANNELS.map(({ name, at, label }) => {
          const decided = formatDay(locale, marketing[at] ?? '')
          return (
            <li key={name}>
              <Checkbox
                name={`news_${name}`}
                label={t(label)}
                checked={marketing[name]}
                {...(isShut && { 'aria-disabled': true })}
                {...(decided && { 'aria-describedby': `news-${name}-at` })}
                onChange={({ target }) => void (!isShut && change(name, at, target.checked))}
              />
              {decided && (
                <p className="note" id={`news-${name}-at`}>
                  {t(marketing[name] ? 'account.newsOnSince' : 'account.newsOffSince', { date: decided })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <FormAlert error={error} />
      {busy && <Slow busy />}
    </Part>
  )
}
