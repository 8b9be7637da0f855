// Spec §2 and §5, /identify/password/new: the new password, twice, with its rules; then a notice and the login page.
import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useEffect, useRef, useState } from 'react'
import { resetPassword } from '../../api/identify'
import { preloadSealing, seal } from '../../effects/seal'
import { serviceFacts } from '../../effects/serviceFacts'
import { useFieldForm } from '../../effects/useFieldForm'
import { usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { asZod } from '../../rules/asZod'
import { isPasswordReset, onNotSealed, onPasswordReset, verifyAgain } from '../../rules/errors/identify'
import { comparisonProblem, newPasswordProblem } from '../../rules/newPassword'
import { isUnheard } from '../../rules/followed'
import { forgetIdentify, useIdentify } from '../../stores/identify'
import { saveLogin } from '../../stores/login'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields'
import { RadioField } from '../../ui/fields/RadioField'
import { FormShell } from '../../ui/FormShell'

type Values = { password: string; passwordComparison: string }
const fieldsFor = (login_id: string) =>
  z
    .object({ password: asZod((value) => newPasswordProblem(value, { login_id })), passwordComparison: z.string() })
    .check(
      z.refine(({ password, passwordComparison }) => comparisonProblem(password, passwordComparison) === null, {
        path: ['passwordComparison'],
        error: 'password.notMatch',
        // Said beside a password that is wrong by itself, too: one attempt, all that is to be mended.
        when: () => true,
      }),
    )

export default function PasswordNewPage() {
  const { t } = useTexts()
  const perform = usePerform()
  // Held for as long as the page is open: it is forgotten elsewhere as soon as it has been used.
  const [reset] = useState(() => useIdentify.getState().reset)
  const unheard = useRef(false)
  const [login_id, setLoginId] = useState(() => useIdentify.getState().selectedEmail)
  const { form, handle, submit, textOf, problems, error } = useFieldForm<Values>({
    resolver: zodResolver(fieldsFor(login_id)),
    defaultValues: { password: '', passwordComparison: '' },
  })

  useEffect(() => {
    if (!reset) void perform(verifyAgain)
    else void preloadSealing().catch(() => {})
  }, [reset, perform])
  if (!reset) return null
  const { reset_token, users } = reset

  async function save({ password }: Values) {
    const sealed = reset && (await seal(password, reset))
    if (!sealed) return perform(onNotSealed, handle)
    const answer = await resetPassword({ reset_token, login_id, password: sealed })
    const before = unheard.current
    unheard.current ||= isUnheard(answer)
    if (isPasswordReset(answer, before)) {
      forgetIdentify()
      saveLogin({ login_id })
    }
    await perform(onPasswordReset(answer, serviceFacts(), before), handle)
  }

  return (
    <FormShell
      title={t('title.identifyPasswordNew')}
      lead={t('identify.newLead')}
      step={{ current: 3, total: 3, name: t('identify.stepNew') }}
      submit={t('identify.change')}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
    >
      {users.length > 1 && (
        <RadioField
          name="selectedEmail"
          legend={t('identify.foundIds')}
          value={login_id}
          onChange={setLoginId}
          choices={users.map((id) => ({ value: id, text: id }))}
        />
      )}
      <NewPasswordFields
        login_id={login_id}
        password={form.register('password')}
        passwordComparison={form.register('passwordComparison')}
        value={form.watch('password')}
        errors={{ password: textOf('password'), passwordComparison: textOf('passwordComparison') }}
      />
    </FormShell>
  )
}
