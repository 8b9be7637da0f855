// Screens, "Join": the phone with its proof.
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { serviceFacts } from '../../../effects/session/serviceFacts.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { anotherPassword, onPersonKnown } from '../../../rules/errors/join.ts'
import { isToSend } from '../../../rules/codes/sms.ts'
import { personOf } from '../../../rules/join/signUpPayload.ts'
import { readJoin, useJoin } from '../../../stores/join.ts'
import { saveSms } from '../../../stores/screen.ts'
import { saveSignUp } from '../../../stores/signUp.ts'
import { codeToPhone } from '../../../verification/codeToPhone.ts'
import { PhoneEntry } from '../../../verification/PhoneEntry.tsx'
import { useSms } from '../../../verification/useSms.ts'
import type { JoinPage } from './joinPage.ts'
import { ProofScreen } from './ProofScreen.tsx'
import { useErrorOf } from '../useErrorOf.ts'
import { useScreenForm } from './useScreenForm.ts'

export function PhoneScreen(page: JoinPage) {
  const { t } = useTranslation()
  const perform = usePerform()
  const screenForm = useScreenForm(page)
  const { form, token, handle } = screenForm
  const error = useErrorOf(form)('mobileNumber')
  const isVerified = useJoin((join) => join.mobileVerified)
  const [nation_tel_no, phone_number] = useWatch({ control: form.control, name: ['nationTelNo', 'mobileNumber'] })
  const code = codeToPhone({ nation_tel_no, phone_number }, (message) =>
    form.setError('mobileNumber', { type: 'refused', message }),
  )
  const sms = useSms({
    purpose: 'join',
    token: token.get,
    renewed: token.renewed,
    ...code,
    person: personOf(readJoin()),
    async onVerified(auth_code, section, isKnown) {
      saveSms('join', null)
      if (isKnown) {
        await perform(onPersonKnown(serviceFacts()), section)
        return 'refused'
      }
      saveSignUp({ mobileVerified: true, auth_code, amr: 'SMS' })
      form.clearErrors('mobileNumber')
      await page.proceed(handle)
      return 'done'
    },
  })
  return (
    <ProofScreen
      page={page}
      screenForm={screenForm}
      sms={sms}
      isVerified={isVerified}
      legend={t('join.phoneCode')}
      isHeld={async () => {
        const problem = await page.typed.problem({ mobileNumber: phone_number })
        if (problem) await perform(anotherPassword(problem, page), handle)
        return problem !== null
      }}
      target={{ label: t('sms.phone'), value: code.target, field: 'mobileNumber' }}
    >
      <PhoneEntry
        value={{ nation_tel_no, phone_number }}
        error={error}
        hint={isToSend(sms.state) ? t('join.phoneHint') : undefined}
        onChange={(phone) => {
          if (phone.nation_tel_no === nation_tel_no && phone.phone_number === phone_number) return
          saveSignUp({ mobileVerified: false, auth_code: '' })
          form.setValue('nationTelNo', phone.nation_tel_no)
          form.setValue('mobileNumber', phone.phone_number, { shouldDirty: true, shouldValidate: error !== undefined })
        }}
      />
    </ProofScreen>
  )
}
