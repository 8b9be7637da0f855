// Spec §2: account, person, and the fields of the member type. One page for the group's join, the general join and an invitation.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useState } from 'react'
import { type Resolver, useWatch } from 'react-hook-form'
import { now } from '../../effects/clock'
import { useFieldForm } from '../../effects/useFieldForm'
import { usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { childRestricted } from '../../rules/errors/login'
import type { MessageKey } from '../../rules/messages'
import { fieldError, focus } from '../../rules/outcome'
import { useLogin } from '../../stores/login'
import { readSignUp, saveSignUp, useSignUp } from '../../stores/signUp'
import { FormShell } from '../../ui/FormShell'
import { MemberTypeCards } from '../../ui/MemberTypeCards'
import { AccountFields } from './AccountFields'
import { beGroup, chooseType } from './memberType'
import { passPrivacy } from './passPrivacy'
import { PersonFields } from './PersonFields'
import { fieldOrder, type FormFacts, KEPT, type KeptField, type PrivacyValues, schemaOf, valuesOf } from './privacyForm'
import { joinStep } from './steps'
import { TypeFields } from './TypeFields'
import { useChallengeToken } from './useChallengeToken'
import { VisitEnding } from './VisitEnding'
import { useNickname } from '../../profile/useNickname'
import './join.css'

type Props = { isSkFamily: boolean; isInvited?: boolean }

/** Stored values win; a type that is chosen on this page adds its own empty fields. */
function usePrivacyForm({ isSkFamily, isInvited, isPasswordSet, ownNickname }: Omit<FormFacts, 'now'>) {
  const resolver = useMemo<Resolver<PrivacyValues>>(
    () => (values, context, options) =>
      zodResolver(schemaOf(values, { isSkFamily, isInvited, isPasswordSet, ownNickname, now: now() }))(
        values,
        context,
        options as never,
      ) as never,
    [isSkFamily, isInvited, isPasswordSet, ownNickname],
  )
  const fields = useFieldForm<PrivacyValues>({ resolver, defaultValues: valuesOf(readSignUp()) })
  const { form } = fields
  // Stored while typing: a reload, Back, another language and an error lose only secrets.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          saveSignUp({
            ...Object.fromEntries(KEPT.map((name) => [name, values[name]])),
            majors: values.majors,
            doubleMajors: values.doubleMajors,
          }),
      }),
    [form],
  )
  return fields
}

export default function PrivacyPage({ isSkFamily, isInvited = false }: Props) {
  const { t } = useTexts()
  const perform = usePerform()
  const [setsAnew, setSetsAnew] = useState(false)
  const isPasswordSet = useSignUp((state) => state.password !== '') && !setsAnew
  const [asksType] = useState(() => !isSkFamily && !readSignUp().memberTypeCode)
  const ownNickname = useLogin((login) => login.identity?.nickname ?? '')
  const facts = { isSkFamily, isInvited, isPasswordSet, ownNickname }
  const { form, handle, error, submit, textOf, sending } = usePrivacyForm(facts)
  const { errors } = form.formState
  const [nickName, memberTypeCode] = useWatch({ control: form.control, name: ['nickName', 'memberTypeCode'] })
  const nickname = useNickname(nickName, ownNickname)
  const token = useChallengeToken(form, handle, isInvited)
  useEffect(() => beGroup(isSkFamily), [isSkFamily])

  // The server has refused a field of this page, whose sign-up was sent from the next page.
  useEffect(() => {
    const { refused } = readSignUp()
    if (!refused) return
    saveSignUp({ refused: null })
    void perform([fieldError(refused.field, refused.text), focus(refused.field)], handle)
    // The form's handle changes at every render, but the refusal is shown only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const problems = fieldOrder(form.getValues(), { ...facts, now: now() })
    .filter((name): name is keyof PrivacyValues & string => name in errors)
    .map((field) => ({ field, text: textOf(field) ?? '' }))

  /** Shows at its field that an address or phone is not proved, unless the field has another problem. */
  const proves = (field: 'login_id' | 'mobileNumber', isProved: boolean, message: MessageKey) => {
    if (!isProved && !form.getFieldState(field).error) form.setError(field, { message })
    return isProved
  }

  async function next() {
    const state = await nickname.settle(form.getValues('nickName'))
    let passed: PrivacyValues | null = null
    await submit((values) => {
      passed = values
      return Promise.resolve()
    })()
    const isUnderAge = form.getFieldState('birthday').error?.message === 'field.underAge'
    const isTaken = state === 'taken' && !form.getFieldState('nickName').error
    if (isTaken) form.setError('nickName', { message: 'join.nicknameTaken' })
    if (isUnderAge) await perform(childRestricted(now()), handle)
    const { emailVerified, mobileVerified } = readSignUp()
    const isMail = proves('login_id', emailVerified, 'join.loginIdUnverified')
    const isPhone = proves('mobileNumber', isSkFamily || mobileVerified, 'join.phoneUnverified')
    if (!isMail || !isPhone || isTaken || !passed) return
    await perform(await passPrivacy(passed, facts), handle)
  }

  return (
    <FormShell
      title={t('join.privacyTitle')}
      lead={t('join.privacyLead')}
      step={joinStep(t, 'privacy', isInvited)}
      {...sending(t(isInvited ? 'join.finish' : 'join.next'))}
      onSubmit={next}
      problems={problems}
      error={error}
    >
      <VisitEnding />
      {asksType && (
        <section className="stack part" aria-labelledby="types">
          <h2 id="types">{t('join.types')}</h2>
          <MemberTypeCards
            value={memberTypeCode}
            onChange={(type) => {
              for (const [name, value] of Object.entries(chooseType(type))) form.setValue(name as KeptField, value)
              form.setValue('memberTypeCode', type, { shouldValidate: errors.memberTypeCode !== undefined })
            }}
            error={textOf('memberTypeCode')}
          />
        </section>
      )}
      <AccountFields
        form={form}
        token={token}
        nickname={nickname}
        isPasswordSet={isPasswordSet}
        onPasswordChange={() => setSetsAnew(true)}
      />
      <PersonFields form={form} token={token} isSkFamily={isSkFamily} isInvited={isInvited} />
      <TypeFields form={form} isSkFamily={isSkFamily} />
    </FormShell>
  )
}
