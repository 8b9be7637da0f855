// Spec §4, a verification as a part of a page or of a dialog. Its button sends the code, then verifies it.
import type { ReactNode } from 'react'
import { PartForm } from '../ui/shell/PartForm.tsx'
import type { Submit } from '../ui/shell/useSubmit.ts'
import { SmsFields } from './SmsFields.tsx'
import { codeInput } from './smsHandle.ts'
import type { SmsControl } from './useSms.ts'

type Props = Pick<Submit, 'problems'> & {
  sms: SmsControl
  /** What a press does, where the target is a field of the form. */
  onSubmit?: () => void | Promise<void>
  /** What the code proves, and the field of its target. */
  children?: ReactNode
  /** The masked target, if there is no field for it. */
  target?: string
  onCancel: () => void
}

export function SmsPart({ sms, onSubmit, problems, children, target, onCancel }: Props) {
  const { words, incomplete, isShort, why, press } = sms.main
  return (
    <PartForm
      submit={sms.state.at === 'verified' && !sms.again ? null : words}
      incomplete={incomplete && !isShort}
      isShort={isShort}
      why={why}
      busy={sms.busy}
      onSubmit={onSubmit ?? press}
      {...(problems && { problems })}
      error={sms.error}
      onCancel={onCancel}
    >
      {children}
      <SmsFields sms={sms} target={target} onComplete={() => codeInput(sms.name)?.form?.requestSubmit()} />
    </PartForm>
  )
}
