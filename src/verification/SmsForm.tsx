// Spec §4, a page with only a verification. Its button sends the code, then verifies it, and afterwards repeats the call that uses the proof
// if that has failed.
import type { ReactNode } from 'react'
import type { FormError } from '../rules/texts/messages.ts'
import { isFirst } from '../rules/codes/sms.ts'
import { FormShell } from '../ui/shell/FormShell.tsx'
import type { StepsProps } from '../ui/Steps.tsx'
import { SmsFields } from './SmsFields.tsx'
import { codeInput } from './smsHandle.ts'
import type { SmsOptions } from './smsOptions.ts'
import { useSms } from './useSms.ts'
import { bySentence } from '../ui/bySentence.tsx'
import '../ui/pages.css'

type Props = SmsOptions & {
  title: string
  lead: string
  /** Before the heading. */
  above?: ReactNode
  step?: StepsProps
  /** Where the member types or chooses the target. Without it, the masked target is shown. */
  children?: ReactNode
  after?: ReactNode
  /** Why an earlier page led here. */
  told?: FormError | null
}

export function SmsForm({ title, lead, above, step, children, after, told = null, ...options }: Props) {
  const sms = useSms({
    ...options,
    async onVerified(auth_code, form, isKnown) {
      const followed = await options.onVerified(auth_code, form, isKnown)
      // The pressed button has disappeared with the focus.
      if (followed !== 'done') document.getElementById('title')?.focus()
      return followed
    },
  })
  const isVerified = sms.state.at === 'verified'
  const { words, incomplete, why, press } = sms.main
  return (
    <FormShell
      title={title}
      lead={bySentence(lead)}
      above={above}
      {...(step && { step })}
      submit={isVerified && !sms.again ? null : words}
      incomplete={incomplete}
      why={why}
      busy={sms.busy}
      onSubmit={press}
      error={sms.error ?? (isFirst(sms.state) ? told : null)}
      after={after}
    >
      {children}
      <SmsFields
        sms={sms}
        target={children ? undefined : options.masked}
        onComplete={() => codeInput(sms.name)?.form?.requestSubmit()}
      />
    </FormShell>
  )
}
