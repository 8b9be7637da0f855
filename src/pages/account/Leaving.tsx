// Screens, "Account": on every page while the member is leaving: when the account is erased, and the way back.
import { useTranslation } from 'react-i18next'
import { stay } from '../../api/account.ts'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { showToast } from '../../stores/screen.ts'
import type { Account } from '../../../contract/shapes/account.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { patchAccount } from './session.ts'
import { useAction } from './useAction.ts'

export function Leaving({ account: { leaving } }: { account: Account }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { press, error, run } = useAction()
  if (!leaving) return null
  const keep = () =>
    run(stay, () => {
      patchAccount({ leaving: undefined })
      showToast('account.stayed', 'success')
      document.getElementById('title')?.focus()
    })
  return (
    <section className="aside warning-aside" aria-label={t('account.leavingShort')}>
      <p>{t('account.leavingUntil', { date: formatDay(locale, leaving.effective_at) })}</p>
      <Button small {...press} onClick={() => void keep()}>
        {t('account.stay')}
      </Button>
      <FormAlert error={error} />
      {press.busy && <Slow busy />}
    </section>
  )
}
