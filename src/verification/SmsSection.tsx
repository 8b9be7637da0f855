// Spec §4, a verification inside a larger form: the phone or address above it is the form's own field. The proof submits that form.
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/texts'
import { waitText } from '../rules/wait'
import { Button } from '../ui/Button'
import { FormAlert } from '../ui/FormAlert'
import { announce } from '../ui/announce'
import { isFocusLost } from '../ui/focus'
import { Slow } from '../ui/Slow'
import { SmsFields } from './SmsFields'
import { type SmsOptions, useSms } from './useSms'

type Props = SmsOptions & { legend: string; canSend: boolean }

export function SmsSection({ legend, canSend, ...options }: Props) {
  const { t } = useTexts()
  const sms = useSms(options)
  const section = useRef<HTMLFieldSetElement>(null)
  const { at } = sms.state
  const verified = at === 'verified'

  const before = useRef(verified)
  useEffect(() => {
    if (before.current === verified) return
    before.current = verified
    if (!verified) return
    // The field of the code and its button disappear. Without this the focus would fall back to the top of the page.
    if (isFocusLost()) section.current?.focus()
    section.current?.form?.requestSubmit()
  }, [verified])

  return (
    <fieldset className="stack" ref={section} tabIndex={-1}>
      <legend className="hidden">{legend}</legend>
      <SmsFields
        sms={sms}
        canSend={canSend}
        whyNot={options.targetField && `${options.targetField.name}-note`}
        onEnter={() => void sms.verify()}
        onComplete={() => {
          announce(t('sms.checking'))
          void sms.verify()
        }}
      />
      <FormAlert error={sms.error} />
      <Slow busy={sms.busy} />
      {at !== 'send' && !verified && (
        <Button
          plain
          busy={sms.busy}
          incomplete={!sms.canVerify}
          {...(!sms.canVerify && { 'aria-describedby': `${sms.name}-note` })}
          onClick={() => void sms.verify()}
        >
          {t('sms.verify') + waitText(sms.verifyWait)}
        </Button>
      )}
      {sms.again && (
        <Button plain busy={sms.busy} incomplete={sms.verifyWait > 0} onClick={() => void sms.again?.()}>
          {t('login.continue') + waitText(sms.verifyWait)}
        </Button>
      )}
    </fieldset>
  )
}
