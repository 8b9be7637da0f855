// Contract, "Passkeys": the button below the main one, and a line about a press that led nowhere.
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { type PasskeyPlace, usePasskey } from './usePasskey.ts'
import './passkey.css'

export function PasskeyWay(place: PasskeyPlace) {
  const { t } = useTranslation()
  const { way, said, asking, press } = usePasskey(place)
  return (
    <>
      {way === 'button' && (
        <Button plain busy={asking} onClick={() => void press()}>
          {t('passkey.signIn')}
        </Button>
      )}
      {way === 'hint' && <p className="hint">{t('passkey.inApp')}</p>}
      <p role="status" className="hint passkey-said">
        {said && t(said)}
      </p>
    </>
  )
}
