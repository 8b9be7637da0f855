// Contract, "Account": the code by SMS at each sign-in, on or off.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSecondFactor } from '../../../api/account.ts'
import { showToast } from '../../../stores/screen.ts'
import type { Account } from '../../../../contract/shapes/account.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { patchAccount } from '../session.ts'
import { Setting } from '../Setting.tsx'
import { useAction } from '../useAction.ts'

type Props = { account: Account; offer: ReactNode; onChanged: () => void }

export function SecondFactor({ account, offer, onChanged }: Props) {
  const { t } = useTranslation()
  const { busy, error, run, press } = useAction()
  const isOn = account.second_factor === 'SMS'
  const isFixed = isOn && account.second_factor_required === true
  const isOpen = isOn ? !isFixed : Boolean(account.phone)
  const next = isOn ? 'NONE' : 'SMS'
  const change = () =>
    run(
      (session) => accountSecondFactor(session, next),
      () => {
        patchAccount({ second_factor: next })
        showToast(isOn ? 'account.factorOffDone' : 'account.factorOnDone', 'success')
        onChanged()
      },
    )
  return (
    <Setting
      id="factor-part"
      title={t('account.factor')}
      after={offer}
      state={
        <>
          <p>{t(isOn ? 'account.factorIsOn' : 'account.factorIsOff')}</p>
          {isFixed && <p className="note">{t('account.factorRequired')}</p>}
          {!isOn && !account.phone && <p className="note">{t('account.factorNeedsPhone')}</p>}
          <FormAlert error={error} />
          {busy && <Slow busy />}
        </>
      }
      action={
        isOpen && (
          <Button
            id="factor-part-change"
            plain
            small
            {...press}
            aria-labelledby="factor-part-change factor-part"
            onClick={() => void change()}
          >
            {t(isOn ? 'account.turnOff' : 'account.turnOn')}
          </Button>
        )
      }
    />
  )
}
