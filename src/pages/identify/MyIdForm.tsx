// Spec §2, /identify/myid: name and mobile verification, then the ids that belong to both. The last digit of the code also searches.
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { searchIds } from '../../api/identify.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { asZod } from '../../rules/fields/asZod.ts'
import { onIdsSearched, proofProblem, usersFound } from '../../rules/errors/identify.ts'
import { newestFirst } from '../../rules/visit/identify.ts'
import { phoneProblem } from '../../rules/fields/mobileNumber.ts'
import { cleanText, nameProblem } from '../../rules/fields/textFields.ts'
import { isToSend } from '../../rules/codes/sms.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { codeToPhone } from '../../verification/codeToPhone.ts'
import { PhoneEntry } from '../../verification/PhoneEntry.tsx'
import { codeInput } from '../../verification/smsHandle.ts'
import { SmsFields } from '../../verification/SmsFields.tsx'
import { useSms } from '../../verification/useSms.ts'
import { saveIdentify, useIdentify } from '../../stores/identify.ts'
import { isFocusLost } from '../../ui/focus.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { searchIdsRenewed, searchIdsToken } from './recovery.ts'
import { ToLogin } from './ToLogin.tsx'

type Fields = { fullName: string; nationTelNo: string; mobileNumber: string }
const rulesOf = ({ nationTelNo: nation_tel_no }: Fields) =>
  z.object({
    fullName: asZod(nameProblem),
    mobileNumber: asZod((phone_number) => phoneProblem({ nation_tel_no, phone_number })),
  })

export default function MyIdForm() {
  const { t } = useTranslation()
  const perform = usePerform()
  const { fullName, nationTelNo, mobileNumber, auth_code } = useIdentify()
  const { form, handle, submit, textOf, problems, error, wait } = useFieldForm<Fields>({
    schema: rulesOf,
    stored: { fullName, nationTelNo, mobileNumber },
    keep: saveIdentify,
  })

  const phone = { nation_tel_no: nationTelNo, phone_number: mobileNumber }
  const sms = useSms({
    purpose: 'searchIds',
    token: (section) => searchIdsToken(perform, section),
    renewed: (section) => searchIdsRenewed(perform, section),
    proved: auth_code !== '',
    ...codeToPhone(phone, (message) => form.setError('mobileNumber', { type: 'refused', message })),
    async onVerified(proof) {
      saveIdentify({ auth_code: proof })
      await search()
      return 'done'
    },
  })
  const { main } = sms
  const isProved = auth_code !== ''

  const next = submit(() => (isProved ? search() : main.press()))

  async function search() {
    const { auth_code: proof, fullName: name } = useIdentify.getState()
    const answer = await searchIds({ name: cleanText(name), credential: { auth_code: proof, amr: 'SMS' } })
    const found = usersFound(answer)
    const users = newestFirst(found ?? [])
    if (found) saveIdentify({ mobileVerified: true, myEmails: users, selectedEmail: users[0]?.login_id ?? '' })
    await perform(onIdsSearched(answer, serviceFacts()), handle)
    if (answer.ok) return
    if (proofProblem(answer.failure)) {
      // The verification starts again; name and number stay.
      saveIdentify({ auth_code: '' })
      sms.restart()
    }
    // The field of the code has disappeared with the focus.
    if (isFocusLost()) document.getElementById('title')?.focus()
  }

  return (
    <FormShell
      title={t('title.identifyMyId')}
      lead={t('identify.myIdLead')}
      step={{ current: 1, total: 2, name: t('identify.stepVerify'), next: t('identify.stepFound') }}
      // The code submits the search. The button repeats a search that failed, or that found nothing under this name.
      submit={isProved ? t('identify.findId') + waitText(wait) : main.words}
      incomplete={isProved ? wait > 0 : main.incomplete}
      why={isProved ? undefined : main.why}
      busy={sms.busy}
      onSubmit={next}
      problems={problems}
      error={error ?? sms.error}
      after={<ToLogin />}
    >
      <TextField
        {...form.register('fullName')}
        label={t('identify.name')}
        error={textOf('fullName')}
        autoComplete="name"
        dir="auto"
      />
      <PhoneEntry
        value={phone}
        onChange={({ nation_tel_no, phone_number }) => {
          // A hyphen more or less is no other number.
          if (nation_tel_no === nationTelNo && phone_number === mobileNumber) return
          saveIdentify({ auth_code: '' })
          form.setValue('nationTelNo', nation_tel_no)
          form.setValue('mobileNumber', phone_number)
          form.clearErrors('mobileNumber')
        }}
        hint={isToSend(sms.state) ? t('identify.phoneHint') : undefined}
        error={textOf('mobileNumber')}
      />
      <fieldset className="stack">
        <legend className="hidden">{t('sms.title')}</legend>
        <SmsFields sms={sms} onComplete={() => codeInput(sms.name)?.form?.requestSubmit()} />
      </fieldset>
    </FormShell>
  )
}
