// Screens, "Join": the form of one screen. What is typed is stored at once, and an error of another screen leads there.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { now } from '../../../effects/browser/clock.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { type FormHandle, usePerform } from '../../../effects/perform/usePerform.ts'
import type { FormField } from '../../../rules/join/joinFields.ts'
import { fieldError, focus } from '../../../rules/visit/outcome.ts'
import { readJoin, useJoin } from '../../../stores/join.ts'
import { saveSignUp } from '../../../stores/signUp.ts'
import { arrive } from '../../../ui/arrival.ts'
import type { JoinPage } from './joinPage.ts'
import { hasPassword, keptOf, type PrivacyValues, schemaOf, valuesOf } from './privacyForm.ts'
import { useChallengeToken } from '../useChallengeToken.ts'

/** Whether the screen is still shown, for code that continues after an answer: the member may have gone back meanwhile. */
function useIsHere() {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  return here
}

export function useScreenForm(page: JoinPage) {
  const perform = usePerform()
  const { control, kind, isInvited, isArrival } = page
  const { screen, ownNickname, withField, show } = control
  const isHere = useIsHere()
  const [setsAnew, setSetsAnew] = useState(false)
  const isPasswordSet = useJoin(hasPassword) && !setsAnew
  const rules = (values: PrivacyValues) => schemaOf(screen, values, { kind, isPasswordSet, ownNickname, now: now() })
  const {
    form,
    handle: own,
    textOf,
    ...rest
  } = useFieldForm<PrivacyValues>({
    schema: rules,
    defaultValues: valuesOf(readJoin()),
    // Stored while typing: a reload, Back, another language and an error lose only secrets.
    keep: (values) => saveSignUp(keptOf(values, screen.fields)),
  })

  const elsewhere = (field: string) => {
    const other = withField(field)
    return other && other.name !== screen.name ? other : null
  }
  const handle: FormHandle = {
    ...own,
    fieldError: (field, text, values) => {
      const other = elsewhere(field)
      if (!other) return own.fieldError(field, text, values)
      saveSignUp({ refused: { field, text } })
      show(other.name)
    },
    focus: (field) => (elsewhere(field) ? undefined : own.focus(field)),
  }

  // The server has refused a field of this screen, and the answer came to another page or screen.
  useEffect(() => {
    const { refused } = readJoin()
    if (!refused) return
    saveSignUp({ refused: null })
    void perform([fieldError(refused.field, refused.text), focus(refused.field)], own)
    // The form's handle changes at every render, but the refusal is shown only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // A screen that the member comes to from another one. The first screen is a page, which arrives by itself.
  // NOTE: a passive effect could come after the member has begun in a field, and would take the focus from it.
  useLayoutEffect(() => (isArrival ? arrive() : undefined), [isArrival])

  const { errors } = form.formState
  return {
    form,
    handle,
    ...rest,
    textOf,
    problems: screen.fields
      .filter((name): name is FormField & keyof PrivacyValues => name in errors)
      .map((field) => ({ field, text: textOf(field) ?? '' })),
    token: useChallengeToken(form, handle, isInvited),
    isPasswordSet,
    isHere,
    /** No field of the screen has a problem. */
    isComplete: () => rules(form.getValues()).safeParse(form.getValues()).success,
    setsAnew: () => setSetsAnew(true),
  }
}
export type ScreenForm = ReturnType<typeof useScreenForm>
