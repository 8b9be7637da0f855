// Screens, /account/security: password, second factor, phone, e-mail and passkeys.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { laterPart } from '../../../effects/faults/laterPart.tsx'
import { formatDay } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import type { Account } from '../../../../contract/shapes/account.ts'
import { Setting } from '../Setting.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasskeysPart } from './PasskeysPart.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useOffer } from './useOffer.tsx'

/** Apart, because it has the plans of phone numbers, which take as long as the rest of the account. */
const phoneForm = laterPart(() => import('./PhoneForm.tsx'))

export function SecurityPage({ account }: { account: Account }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const changed = formatDay(locale, account.password_changed_at)
  const offer = useOffer()
  // The code comes before the first press needs it.
  useEffect(() => void phoneForm.load().catch(() => {}), [])
  return (
    <>
      <div className="settings">
        <Setting
          id="password-part"
          title={t('login.password')}
          state={changed && t('account.passwordChangedOn', { date: changed })}
          change={t('account.change')}
        >
          {(close) => <PasswordForm account={account} onChanged={offer.ended} onClose={close} />}
        </Setting>
        <SecondFactor account={account} offer={offer.at('factor')} onChanged={() => offer.changed('factor')} />
        <Setting
          id="phone-part"
          title={t('sms.phone')}
          state={account.phone ? <bdi className="masked">{account.phone}</bdi> : t('account.none')}
          change={t(account.phone ? 'account.change' : 'account.add')}
          after={offer.at('phone')}
        >
          {(close) => (
            <phoneForm.Part
              hasPhone={Boolean(account.phone)}
              onChanged={() => offer.changed('phone')}
              onClose={close}
            />
          )}
        </Setting>
        <Setting
          id="email-part"
          title={t('login.email')}
          state={
            <>
              <bdi className="masked">{account.email}</bdi>
              {account.email_managed && <p className="note">{t('account.emailManaged')}</p>}
            </>
          }
          change={account.email_managed ? undefined : t('account.change')}
          after={offer.at('email')}
        >
          {(close) => <EmailForm onChanged={() => offer.changed('email')} onClose={close} />}
        </Setting>
      </div>
      {account.passkeys && (
        <PasskeysPart
          rp_id={account.passkeys.rp_id}
          offer={offer.at('passkeys')}
          onChanged={() => offer.changed('passkeys')}
        />
      )}
    </>
  )
}
