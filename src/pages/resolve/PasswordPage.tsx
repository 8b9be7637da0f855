// Contract, /resolve/password and /resolve/required/password: a new password, recommended (now or later) or required.
import * as z from 'zod/mini'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword, resolveMatcher } from '../../api/auth.ts'
import { digest } from '../../effects/browser/digest.ts'
import { guessed, isGuessable } from '../../effects/forms/guessable.ts'
import { preloadSealing, seal, whyNotSealed } from '../../effects/forms/seal.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { useNewPassword } from '../../effects/forms/useNewPassword.ts'
import { useOneAtATime } from '../../effects/forms/useOneAtATime.ts'
import { useHeld } from '../../effects/forms/useHeld.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { loadUserInfo } from '../../effects/session/userInfo.ts'
import { asZod } from '../../rules/fields/asZod.ts'
import { onNotSealed } from '../../rules/errors/identify.ts'
import { isUnheard } from '../../rules/visit/followed.ts'
import { isConfirmed, type NewPassword, newPasswordFields } from '../../rules/fields/newPasswordForm.ts'
import { fieldError, focus } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { currentPasswordProblem, onPasswordChanged } from '../../rules/visit/resolve.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { useChain } from '../../profile/useChain.ts'
import { saveIdentify } from '../../stores/identify.ts'
import { useLogin } from '../../stores/login.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { useResolved } from './useStep.ts'
import { Who } from '../../profile/Who.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

type Values = NewPassword & { current_password: string }

/** The ID of the member: as typed at the sign-in, or as the server knows it if there was a session. */
function useOwner(): string {
  const typed = useLogin((login) => login.step_login_id)
  const known = useLogin((login) => login.identity?.login_id)
  useEffect(() => {
    if (typed || known) return
    void loadUserInfo()
  }, [typed, known])
  return typed || known || ''
}

const fieldsOf = (login_id: string) =>
  z.object({ current_password: asZod(currentPasswordProblem), ...newPasswordFields({ login_id }) }).check(isConfirmed)

export default function PasswordPage({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation()
  const perform = usePerform()
  const hold = useHeld()
  const changed = useResolved(onPasswordChanged)
  const resolved = useResolved()
  const title = isRequired ? 'resolve.requiredPassword' : 'resolve.password'
  const chain = useChain('resolve.stepPassword')
  const login_id = useOwner()
  const { busy, only } = useOneAtATime()
  const { form, handle, submit, textOf, problems, error, forget, wait, sending } = useFieldForm<Values>({
    schema: fieldsOf(login_id),
    defaultValues: { current_password: '', password: '', passwordComparison: '' },
  })
  const fields = useNewPassword({ form, textOf })
  /** The digest of a new password that was sent without an answer: it may be set by now. */
  const unheard = useRef<string | null>(null)

  useEffect(() => void preloadSealing(useWelcome.getState().welcome), [])

  async function change({ current_password, password }: Values) {
    const doubt = hold(current_password)
    if (doubt) return perform([fieldError('current_password', doubt), focus('current_password')], handle)
    const { identity } = useLogin.getState()
    if (await isGuessable(password, [identity?.name, identity?.nickname])) return perform(guessed, handle)
    const sent = globalThis.isSecureContext ? await digest(password) : null
    // Security A5: the server would count the current password of a second change as a wrong one, because the first change replaced it.
    if (unheard.current !== null && sent !== unheard.current)
      return perform([fieldError('password', 'resolve.sameAsFirst'), focus('password')], handle)
    const key = useWelcome.getState().welcome
    const [current, sealed] = key ? await Promise.all([seal(current_password, key), seal(password, key)]) : [null, null]
    if (!current || !sealed) return perform(onNotSealed(whyNotSealed('identify.cannotSeal')), handle)
    const matcher_type = isRequired ? 'REQUIRED_CHANGE_PWD' : 'RECOMMENDED_CHANGE_PWD'
    const answer = await changePassword({ current_password: current, password: sealed, matcher_type })
    unheard.current = isUnheard(answer) ? sent : null
    await changed(answer, handle)
  }

  async function putOff() {
    forget(() => void only(putOff))
    await resolved(
      await resolveMatcher({ matcher_type: 'RECOMMENDED_CHANGE_PWD', consent_terms: [], skip: true }),
      handle,
    )
  }

  return (
    <FormShell
      title={t(title)}
      lead={bySentence(t(isRequired ? 'resolve.requiredPasswordLead' : 'resolve.passwordLead'))}
      {...(chain && { step: chain })}
      {...sending(t('resolve.changePassword'))}
      busy={busy}
      onSubmit={() => only(submit(change))}
      problems={problems}
      error={error}
      above={<Who />}
      after={
        <>
          {!isRequired && (
            <Button
              plain
              busy={busy}
              incomplete={wait > 0}
              {...(wait > 0 && { 'aria-describedby': 'form-error' })}
              onClick={() => void only(putOff)}
            >
              {t('resolve.later') + waitText(wait)}
            </Button>
          )}
          <WaysOut>
            <TextLink to={paths.identifyPassword} onFollow={() => saveIdentify({ login_id })}>
              {t('modal.findPassword')}
            </TextLink>
          </WaysOut>
        </>
      }
    >
      <TextField name="username" label={t('login.email')} value={login_id} readOnly autoComplete="username" />
      <PasswordField
        {...form.register('current_password')}
        label={t('resolve.currentPassword')}
        error={textOf('current_password')}
        autoComplete="current-password"
      />
      <NewPasswordFields login_id={login_id} username="left out" {...fields} value={form.watch('password')} />
    </FormShell>
  )
}
