// Screens, "Join": a screen of fields with the button "next", which checks this screen only.
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { now } from '../../../effects/browser/clock.ts'
import { ignoreEarlyPress } from '../../../effects/browser/earlyPress.ts'
import { guessed, isGuessable } from '../../../effects/forms/guessable.ts'
import { seal, whyNotSealed } from '../../../effects/forms/seal.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { anotherPassword } from '../../../rules/errors/join.ts'
import { childRestricted } from '../../../rules/errors/login.ts'
import { cleanNickname } from '../../../rules/fields/nickname.ts'
import { formError } from '../../../rules/visit/outcome.ts'
import { cleanText } from '../../../rules/fields/textFields.ts'
import { readJoin } from '../../../stores/join.ts'
import { saveSignUp } from '../../../stores/signUp.ts'
import { useWelcome } from '../../../stores/welcome.ts'
import { bySentence } from '../../../ui/bySentence.tsx'
import { FormShell } from '../../../ui/shell/FormShell.tsx'
import { useNickname } from '../../../profile/useNickname.ts'
import { AccountFields } from './AccountFields.tsx'
import type { JoinPage } from './joinPage.ts'
import { PersonFields } from './PersonFields.tsx'
import { keptOf, type PrivacyValues } from './privacyForm.ts'
import { ScreenWays } from './ScreenWays.tsx'
import { TypeFields } from './TypeFields.tsx'
import { useScreenForm } from './useScreenForm.ts'
import { VisitEnding } from '../VisitEnding.tsx'

export function FieldsScreen(page: JoinPage) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { screen, ownNickname } = page.control
  const screenForm = useScreenForm(page)
  const { form, handle, problems, error, submit, sending, isPasswordSet, isComplete, isHere } = screenForm
  // An answer never sends an invited sign-up: that is what the button is for. By the form, so that a press on the button meanwhile does nothing.
  const goesByItself = useRef(false)
  const goOn = () => {
    if (!screen.goesOn || page.isEnd || !isComplete()) return
    goesByItself.current = true
    document.getElementById('title')?.closest('form')?.requestSubmit()
    goesByItself.current = false
  }
  const nickName = useWatch({ control: form.control, name: 'nickName' })
  const nickname = useNickname(screen.name === 'account' ? nickName : '', ownNickname)

  /** The password is sealed when its screen is completed, and is never stored in any other form. */
  async function keepPassword(password: string, nick: string): Promise<boolean> {
    if (screen.name !== 'account' || isPasswordSet) return true
    const { welcome } = useWelcome.getState()
    if (await isGuessable(password, [nick, readJoin().fullName])) {
      await perform(guessed, handle)
      return false
    }
    const sealed = welcome && (await seal(password, welcome))
    if (sealed) {
      saveSignUp({ pendingPassword: sealed })
      page.typed.keep(password)
    } else await perform([formError(whyNotSealed('join.cannotSeal'))], handle)
    return sealed !== null
  }

  async function next() {
    const isUnasked = goesByItself.current
    const state = screen.name === 'account' ? await nickname.settle(form.getValues('nickName')) : 'idle'
    let passed: PrivacyValues | null = null
    await submit((values) => {
      passed = values
      return Promise.resolve()
    })()
    const isTaken = state === 'taken' && !form.getFieldState('nickName').error
    if (isTaken) form.setError('nickName', { type: 'refused', message: 'join.nicknameTaken' })
    if (form.getFieldState('birthday').error?.message === 'field.underAge')
      await perform(childRestricted(now()), handle)
    // The member may have gone back meanwhile, and have chosen another type.
    if (isTaken || !passed || !isHere.current) return
    const { nickName: nick, fullName, ...values } = passed as PrivacyValues
    if (!(await keepPassword(values.password, nick))) return
    if (!isHere.current) return
    // What this screen shows, and nothing of another screen: the form knows the values of others as they were when it opened.
    saveSignUp(keptOf({ ...values, nickName: cleanNickname(nick), fullName: cleanText(fullName) }, screen.fields))
    const problem = screen.name === 'person' && (await page.typed.problem({ fullName }))
    if (!isHere.current) return
    if (problem) return perform(anotherPassword(problem, page), handle)
    await page.proceed(handle)
    if (isUnasked) ignoreEarlyPress()
  }

  return (
    <FormShell
      title={t(screen.title)}
      {...(screen.name === 'account' && { lead: bySentence(t('join.privacyLead')) })}
      step={page.step}
      {...sending(t(page.isEnd ? 'join.finish' : 'join.next'))}
      onSubmit={next}
      problems={problems}
      error={error}
      after={<ScreenWays {...page} />}
    >
      <VisitEnding />
      {screen.name === 'account' ? (
        <AccountFields {...screenForm} nickname={nickname} fields={screen.fields} />
      ) : screen.name === 'person' ? (
        <PersonFields form={form} kind={page.kind} fields={screen.fields} />
      ) : (
        <TypeFields form={form} screen={screen} onAnswer={goOn} />
      )}
    </FormShell>
  )
}
