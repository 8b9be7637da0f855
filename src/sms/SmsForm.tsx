// Spec §4, a page that is a verification and nothing else: its button verifies.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormShell } from '../ui/FormShell'
import type { StepsProps } from '../ui/Steps'
import { SmsFields } from './SmsFields'
import { type SmsOptions, useSms } from './useSms'

type Props = SmsOptions & {
  title: string
  lead: string
  step?: StepsProps
  /** Where the member chooses the target; without it, the target is shown, where it is known. */
  children?: ReactNode
  after?: ReactNode
}

export function SmsForm({ title, lead, step, children, after, ...options }: Props) {
  const { t } = useTranslation()
  const sms = useSms(options)
  return (
    <FormShell
      title={title}
      lead={lead}
      {...(step && { step })}
      submit={sms.state.at === 'verified' ? null : t('sms.verify')}
      incomplete={!sms.canVerify}
      onSubmit={() => sms.verify()}
      error={sms.error}
      after={after}
    >
      {children ??
        (options.target && (
          <p className="target">
            <span>{t('sms.sentTo')}</span> <bdi>{options.target}</bdi>
          </p>
        ))}
      <SmsFields sms={sms} canSend />
    </FormShell>
  )
}
