// Contract, "Account": another phone, proved by a code to the new number.
import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { accountPhone } from '../../../api/account.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { type FormHandle, usePerform } from '../../../effects/perform/usePerform.ts'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { asZod } from '../../../rules/fields/asZod.ts'
import { phoneProblem } from '../../../rules/fields/mobileNumber.ts'
import { DEFAULT_NATION } from '../../../rules/fields/phone.ts'
import { followed } from '../../../rules/visit/followed.ts'
import { showToast } from '../../../stores/screen.ts'
import { codeToPhone } from '../../../verification/codeToPhone.ts'
import { PhoneEntry } from '../../../verification/PhoneEntry.tsx'
import { SmsPart } from '../../../verification/SmsPart.tsx'
import { useSms } from '../../../verification/useSms.ts'
import { ask } from '../ask.ts'
import { look, patchAccount } from '../session.ts'
import { useCodeToken } from '../useCodeToken.ts'
import { bySentence } from '../../../ui/bySentence.tsx'

type Fields = { nationTelNo: string; mobileNumber: string }
const rulesOf = ({ nationTelNo: nation_tel_no }: Fields) =>
  z.object({ mobileNumber: asZod((phone_number) => phoneProblem({ nation_tel_no, phone_number })) })

type Props = { hasPhone: boolean; onChanged: () => void; onClose: () => void }

export default function PhoneForm({ hasPhone, onChanged, onClose }: Props) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { form, submit, textOf, problems } = useFieldForm<Fields>({
    schema: rulesOf,
    defaultValues: { nationTelNo: DEFAULT_NATION, mobileNumber: '' },
  })
  const { nationTelNo: nation_tel_no, mobileNumber: phone_number } = form.watch()
  const phone = { nation_tel_no, phone_number }
  const token = useCodeToken({ method: 'SMS', purpose: 'CHANGE' })

  async function change(auth_code: string, handle: FormHandle) {
    const answer = await ask((session) => accountPhone(session, auth_code))
    // The proof of the new number stays, so that the member can go on after all.
    if (!answer) return 'undecided' as const
    if (answer.ok) {
      patchAccount({ phone: answer.data.masked })
      showToast('account.phoneChanged', 'success')
      onClose()
      onChanged()
    } else {
      await perform(onAccountRefused(answer.failure), handle)
      void look()
    }
    return followed(answer)
  }

  const sms = useSms({
    ...token,
    purpose: null,
    name: 'phone_code',
    ...codeToPhone(phone, (message) => form.setError('mobileNumber', { type: 'refused', message })),
    onVerified: change,
  })
  return (
    <SmsPart sms={sms} onSubmit={submit(() => sms.main.press())} problems={problems} onCancel={onClose}>
      <p className="lead">{bySentence(t(hasPhone ? 'account.phoneLead' : 'account.phoneAddLead'))}</p>
      <PhoneEntry
        {...(hasPhone && { label: t('account.newPhone') })}
        value={phone}
        onChange={(typed) => {
          form.setValue('nationTelNo', typed.nation_tel_no)
          form.setValue('mobileNumber', typed.phone_number)
          form.clearErrors('mobileNumber')
        }}
        error={textOf('mobileNumber')}
      />
    </SmsPart>
  )
}
