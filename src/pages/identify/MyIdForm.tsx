// Spec §2, /identify/myid: name and mobile verification, then the ids that belong to both. The last digit of the code also searches.
import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useState } from 'react'
import { searchIds } from '../../api/identify'
import { serviceFacts } from '../../effects/session/serviceFacts'
import { useFieldForm } from '../../effects/forms/useFieldForm'
import { usePerform } from '../../effects/perform/usePerform'
import { useTexts } from '../../i18n/texts'
import { asZod } from '../../rules/asZod'
import { onIdsSearched, proofProblem, usersFound } from '../../rules/errors/identify'
import { newestFirst } from '../../rules/identify'
import type { MessageKey } from '../../rules/messages'
import { phoneProblem } from '../../rules/mobileNumber'
import { canSend } from '../../rules/phone'
import { cleanText, nameProblem } from '../../rules/textFields'
import { waitText } from '../../rules/wait'
import { PhoneEntry } from '../../verification/PhoneEntry'
import { SmsSection } from '../../verification/SmsSection'
import { saveIdentify, useIdentify } from '../../stores/identify'
import { FormShell } from '../../ui/FormShell'
import { TextField } from '../../ui/fields/TextField'
import { searchIdsRenewed, searchIdsToken } from './recovery'
import { ToLogin } from './ToLogin'

const Fields = z.object({ fullName: asZod(nameProblem) })

export function MyIdForm() {
  const { t } = useTexts()
  const perform = usePerform()
  const { fullName, nationTelNo, mobileNumber, auth_code } = useIdentify()
  const { form, handle, submit, textOf, problems, error, wait } = useFieldForm<z.infer<typeof Fields>>({
    resolver: zodResolver(Fields),
    defaultValues: { fullName },
  })

  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<MessageKey | null>(null)

  async function search(fields: z.infer<typeof Fields>) {
    const { auth_code } = useIdentify.getState()
    const answer = await searchIds({ name: cleanText(fields.fullName), credential: { auth_code, amr: 'SMS' } })
    const found = usersFound(answer)
    const users = newestFirst(found ?? [])
    if (found) saveIdentify({ mobileVerified: true, myEmails: users, selectedEmail: users[0]?.login_id ?? '' })
    await perform(onIdsSearched(answer, serviceFacts()), handle)
    if (answer.ok || !proofProblem(answer.failure)) return
    // The verification starts again; name and number stay.
    saveIdentify({ auth_code: '' })
    setAttempt((count) => count + 1)
  }

  return (
    <FormShell
      title={t('title.identifyMyId')}
      lead={t('identify.myIdLead')}
      step={{ current: 1, total: 2, name: t('identify.stepVerify') }}
      // The code submits the search. The button repeats a search that failed, or that found nothing under this name.
      submit={auth_code === '' ? null : t('identify.findId') + waitText(wait)}
      incomplete={wait > 0}
      onSubmit={submit(search)}
      problems={problems}
      error={error}
      after={<ToLogin />}
    >
      <TextField
        {...form.register('fullName', {
          onChange: ({ target }) => saveIdentify({ fullName: (target as HTMLInputElement).value }),
        })}
        label={t('identify.name')}
        error={textOf('fullName')}
        autoComplete="name"
        dir="auto"
      />
      <PhoneEntry
        value={{ nation_tel_no: nationTelNo, phone_number: mobileNumber }}
        onChange={({ nation_tel_no, phone_number }) => {
          // A hyphen more or less is no other number.
          if (nation_tel_no === nationTelNo && phone_number === mobileNumber) return
          setRefused(null)
          saveIdentify({ nationTelNo: nation_tel_no, mobileNumber: phone_number, auth_code: '' })
        }}
        hint={t('identify.phoneHint')}
        error={refused ? t(refused) : undefined}
      />
      <SmsSection
        key={attempt}
        legend={t('sms.title')}
        channel="sms"
        purpose="searchIds"
        token={(form) => searchIdsToken(perform, form)}
        renewed={(form) => searchIdsRenewed(perform, form)}
        proved={auth_code !== ''}
        target={`+${nationTelNo} ${mobileNumber}`}
        body={{ phone_number: mobileNumber, nation_tel_no: nationTelNo }}
        targetField={{
          name: 'mobileNumber',
          problem: phoneProblem({ nation_tel_no: nationTelNo, phone_number: mobileNumber }),
          refused: setRefused,
        }}
        canSend={canSend(mobileNumber, false)}
        onVerified={async (proof) => {
          saveIdentify({ auth_code: proof })
          return 'done'
        }}
      />
    </FormShell>
  )
}
