// Spec §4, a verification inside a larger form: the phone or address above it is the form's own field.
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { SmsFields } from './SmsFields'
import { type SmsOptions, useSms } from './useSms'

type Props = SmsOptions & { legend: string; canSend: boolean }

export function SmsSection({ legend, canSend, ...options }: Props) {
  const { t } = useTranslation()
  const sms = useSms(options)
  return (
    <fieldset className="stack">
      <legend className="hidden">{legend}</legend>
      <SmsFields sms={sms} canSend={canSend} onEnter={() => void sms.verify()} />
      <div role="alert" className={sms.error ? undefined : 'hidden'}>
        {sms.error && (
          <p className="alert">
            <Icon name="alert" />
            {sms.error}
          </p>
        )}
      </div>
      {sms.state.at !== 'verified' && (
        <Button plain busy={sms.busy} incomplete={!sms.canVerify} onClick={() => void sms.verify()}>
          {t('sms.verify')}
        </Button>
      )}
    </fieldset>
  )
}
