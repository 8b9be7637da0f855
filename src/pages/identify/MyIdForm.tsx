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
import { isFirst } from '../../rules/sms'
import { cleanText, nameProblem } from '../../rules/textFields'
import { waitText } from '../../rules/wait'
import { PhoneEntry } from '../../verification/PhoneEntry'
import { codeInput } from '../../verification/smsHandle'
import { SmsFields } from '../../verification/SmsFields'
import { useSms } from '../../verification/useSms'
import { saveIdentify, useIdentify } from '../../stores/identify'
import { isFocusLost } from '../../ui/focus'
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

  const [refused, setRefused] = useState<MessageKey | null>(null)
  const phone = { nation_tel_no: nationTelNo, phone_number: mobileNumber }
  const sms = useSms({
    channel: 'sms',
    purpose: 'searchIds',
    token: (section) => searchIdsToken(perform, section),
    renewed: (section) => searchIdsRenewed(perform, section),
    proved: auth_code !== '',
    target: `+${nationTelNo} ${mobileNumber}`,
    body: phone,
    targetField: {
      name: 'mobileNumber',
      problem: phoneProblem(phone),
      canSend: canSend(mobileNumber, false),
      refused: setRefused,
    },
    async onVerified(proof) {
      saveIdentify({ auth_code: proof })
      await search()
      return 'done'
    },
  })
  const { main } = sms
  const isProved = auth_code !== ''

  function next() {
    if (!isProved && isFirst(sms.state)) setRefused(phoneProblem(phone))
    return submit(() => (isProved ? search() : main.press()))()
  }

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
      step={{ current: 1, total: 2, name: t('identify.stepVerify') }}
      // The code submits the search. The button repeats a search that failed, or that found nothing under this name.
      submit={isProved ? t('identify.findId') + waitText(wait) : main.words}
      incomplete={isProved ? wait > 0 : main.incomplete}
      why={isProved ? undefined : main.why}
      busy={sms.busy}
      onSubmit={next}
      problems={[...problems, ...(refused ? [{ field: 'mobileNumber', text: t(refused) }] : [])]}
      error={error ?? sms.error}
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
        value={phone}
        onChange={({ nation_tel_no, phone_number }) => {
          // A hyphen more or less is no other number.
          if (nation_tel_no === nationTelNo && phone_number === mobileNumber) return
          setRefused(null)
          saveIdentify({ nationTelNo: nation_tel_no, mobileNumber: phone_number, auth_code: '' })
        }}
        hint={t('identify.phoneHint')}
        error={refused ? t(refused) : undefined}
      />
      <fieldset className="stack">
        <legend className="hidden">{t('sms.title')}</legend>
        <SmsFields sms={sms} onComplete={() => codeInput(sms.name)?.form?.requestSubmit()} />
      </fieldset>
    </FormShell>
  )
}
