// Screens, "Join", person: name, birthday, gender, nationality, and the phone with its proof.
import { useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/texts'
import { canSendTo } from '../../rules/mobileNumber'
import { formatPhone } from '../../rules/phone'
import { PhoneEntry } from '../../sms/PhoneEntry'
import { SmsSection } from '../../sms/SmsSection'
import { saveSms } from '../../stores/screen'
import { saveSignUp, useSignUp } from '../../stores/signUp'
import { TextField } from '../../ui/fields/TextField'
import { BirthdayField } from './BirthdayField'
import { CodeRadios, CodeSelect } from './CodeChoice'
import type { PrivacyForm } from './privacyForm'
import { Proof } from './Proof'
import type { ChallengeToken } from './useChallengeToken'
import { useErrorOf } from './useErrorOf'

type Props = { form: PrivacyForm; token: ChallengeToken; isSkFamily: boolean; isInvited: boolean }

export function PersonFields({ form, token, isSkFamily, isInvited }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  const fixed = useSignUp((state) => state.fixed)
  const asksNation = !isSkFamily || isInvited
  return (
    <section className="stack part" aria-labelledby="person">
      <h2 id="person">{t('join.groupPerson')}</h2>
      <TextField
        {...form.register('fullName')}
        label={t('join.fullName')}
        hint={fixed.includes('name') ? t('join.fixed') : undefined}
        error={errorOf('fullName')}
        readOnly={fixed.includes('name')}
        autoComplete="name"
        dir="auto"
      />
      <BirthdayField form={form} yearOnly={isSkFamily} isFixed={fixed.includes('birthdate')} />
      {!isSkFamily && <CodeRadios form={form} name="gender" label={t('join.gender')} group="GENDER_GRP" />}
      {asksNation && (
        <CodeSelect
          form={form}
          name="nationalCode"
          label={t('join.national')}
          group={isSkFamily ? 'NATIONAL_CD_SK_GRP' : 'NATIONAL_CD_GEN_GRP'}
        />
      )}
      {!isSkFamily && <PhoneFields form={form} token={token} />}
    </section>
  )
}

function PhoneFields({ form, token }: Pick<Props, 'form' | 'token'>) {
  const { t } = useTexts()
  const error = useErrorOf(form)('mobileNumber')
  const isVerified = useSignUp((state) => state.mobileVerified)
  const [nation_tel_no, phone_number] = useWatch({ control: form.control, name: ['nationTelNo', 'mobileNumber'] })
  return (
    <>
      <PhoneEntry
        value={{ nation_tel_no, phone_number }}
        error={error}
        hint={isVerified ? undefined : t('join.phoneHint')}
        onChange={(phone) => {
          if (phone.nation_tel_no === nation_tel_no && phone.phone_number === phone_number) return
          saveSignUp({ mobileVerified: false, auth_code: '' })
          form.setValue('nationTelNo', phone.nation_tel_no)
          form.setValue('mobileNumber', phone.phone_number, { shouldDirty: true, shouldValidate: error !== undefined })
        }}
      />
      <Proof isVerified={isVerified}>
        <SmsSection
          legend={t('join.phoneCode')}
          channel="sms"
          purpose="join"
          token={token.get}
          renewed={token.renewed}
          target={`+${nation_tel_no} ${formatPhone(phone_number)}`}
          body={{ phone_number, nation_tel_no }}
          targetField={{ name: 'mobileNumber', refused: (message) => form.setError('mobileNumber', { message }) }}
          canSend={canSendTo({ nation_tel_no, phone_number })}
          onVerified={(auth_code) => {
            saveSms('join', null)
            saveSignUp({ mobileVerified: true, auth_code, amr: 'SMS' })
            form.clearErrors('mobileNumber')
            return Promise.resolve('done')
          }}
        />
      </Proof>
    </>
  )
}
