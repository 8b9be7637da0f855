// Spec §4, phone verification, for every page that asks for it: send, issued, resend, code entered, verified.
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { FormHandle } from '../effects/usePerform'
import type { MessageKey, Values } from '../rules/messages'
import { canSend, DEFAULT_NATION, formatPhone, parsePhone, PHONE_MAX_LENGTH } from '../rules/phone'
import { canResend, formatRemaining, smsMessage } from '../rules/sms'
import { Button } from '../ui/Button'
import { CodeField } from '../ui/fields/CodeField'
import { PhoneField } from '../ui/fields/PhoneField'
import { FormShell } from '../ui/FormShell'
import { useCountries } from './useCountries'
import { type SmsPurpose, useSms } from './useSms'

const Fields = z.object({ nationTelNo: z.string(), mobileNumber: z.string().check(z.maxLength(PHONE_MAX_LENGTH)) })

type Props = {
  purpose: SmsPurpose
  title: string
  token: string
  /** The phone as the server shows it, masked. Given: two-factor mode, no number is asked for. */
  masked?: string
  onVerified: (auth_code: string, phone: { nation_tel_no: string; phone_number: string } | null) => Promise<void>
  after?: ReactNode
}

export function SmsForm({ purpose, title, token, masked, onVerified, after }: Props) {
  const { t } = useTranslation()
  const twoFactor = masked !== undefined
  const [error, setError] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const countries = useCountries(!twoFactor)
  const form = useForm({
    resolver: zodResolver(Fields),
    defaultValues: { nationTelNo: DEFAULT_NATION, mobileNumber: '' },
  })
  const phone = parsePhone(form.watch('mobileNumber'), form.watch('nationTelNo'))

  const say = (text: MessageKey, values?: Values) => setError(t(text, values ?? {}))
  const handle: FormHandle = {
    clear: () => sms.typed(''),
    // The field is enabled by the same change that moves the focus to it.
    focus: () =>
      void requestAnimationFrame(() =>
        root.current?.querySelector<HTMLInputElement>('[name="mobileVeriCode"]')?.select(),
      ),
    fieldError: (_field, text, values) => say(text, values),
    formError: say,
  }
  const sms = useSms({
    purpose,
    token,
    twoFactor,
    handle,
    onVerified: (auth_code) => onVerified(auth_code, twoFactor ? null : phone),
  })
  const { at } = sms.sms
  const message = smsMessage(sms.sms)
  const code = sms.sms.at === 'issued' ? sms.sms.code : ''

  const send = () => {
    setError(null)
    void (canResend(sms.sms)
      ? sms.resend()
      : twoFactor
        ? sms.send({}, masked)
        : sms.send(phone, formatPhone(phone.phone_number)))
  }

  function changePhone(typed: string) {
    const { nation_tel_no, phone_number } = parsePhone(typed, form.getValues('nationTelNo'))
    form.setValue('nationTelNo', nation_tel_no)
    form.setValue('mobileNumber', formatPhone(phone_number))
    sms.phoneChanged()
  }

  const entersCode = at === 'issued'
  const verified = at === 'verified'

  return (
    <div ref={root}>
      <FormShell
        title={title}
        lead={twoFactor ? t('sms.leadMasked') : t('sms.lead')}
        submit={verified ? null : t('sms.verify')}
        incomplete={!sms.canVerify}
        onSubmit={sms.verify}
        error={error}
        after={after}
      >
        {twoFactor ? (
          <p className="target">
            <span>{t('sms.sentTo')}</span> <bdi>{masked}</bdi>
          </p>
        ) : (
          <PhoneField
            name="mobileNumber"
            label={t('sms.phone')}
            value={form.watch('mobileNumber')}
            onChange={({ target }) => changePhone(target.value)}
            disabled={verified}
            country={{
              name: 'nationTelNo',
              label: t('sms.country'),
              choices: countries,
              value: phone.nation_tel_no,
              onChange: ({ target }) => {
                form.setValue('nationTelNo', target.value)
                sms.phoneChanged()
              },
            }}
          />
        )}
        {!verified && (
          <Button plain busy={sms.busy} incomplete={!canSend(phone.phone_number, twoFactor)} onClick={send}>
            {t(canResend(sms.sms) ? 'sms.resend' : 'sms.send')}
          </Button>
        )}
        <CodeField
          name="mobileVeriCode"
          label={t('sms.code')}
          hint={verified ? undefined : t(entersCode ? 'verification.sixDigits' : 'sms.sendFirst')}
          error={!verified && message ? t(message) : undefined}
          value={code}
          onChange={({ target }) => sms.typed(target.value)}
          disabled={!entersCode}
          timer={
            entersCode && (
              <button type="button" className="timer" aria-label={t('sms.refresh')} onClick={() => void sms.refresh()}>
                <span role="timer" aria-live="off">
                  {formatRemaining(sms.left)}
                </span>
              </button>
            )
          }
        />
        <p role="status" className={verified ? 'note success' : 'hidden'}>
          {verified && t('verification.done')}
          {entersCode && sms.announced !== null && t('sms.timeLeft', { time: formatRemaining(sms.announced) })}
        </p>
      </FormShell>
    </div>
  )
}
