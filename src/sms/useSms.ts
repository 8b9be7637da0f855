// Spec §4, SMS verification: the calls around the reducer of rules/sms.ts. Only a press sends a code; a reload never does.
import { useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { now } from '../effects/clock'
import { readSms } from '../effects/readSms'
import { serviceFacts } from '../effects/serviceFacts'
import { useCountdown } from '../effects/useCountdown'
import { type FormHandle, usePerform } from '../effects/usePerform'
import { useTexts } from '../i18n/texts'
import { onSmsIssueRefused, onSmsRenewRefused, onSmsVerifyRefused, onTokenRenewed } from '../rules/errors/sms'
import { type Followed, isUnheard } from '../rules/followed'
import type { Said } from '../rules/messages'
import { canResend, canVerify, isFirst, nextSms, restoreSms, storedSms, takesCode, verifiedSms } from '../rules/sms'
import { forgetFailures, openModal, saveSms, useScreen } from '../stores/screen'
import type { Answer } from '../wire/answer'
import type { Expiry, IssueEmail, IssueSms } from '../wire/service'
import { type Channel, channels } from './channels'
import { codeInput, smsHandle, type TargetField } from './smsHandle'
import { useCodeClock } from './useCodeClock'
import { type GetToken, useQuestion } from './useQuestion'

/** After this many requests for a code, the page explains what may keep it from arriving. */
const HELP_AFTER = 2

export type SmsOptions = {
  channel: Channel
  /** The name under which the state survives a reload. */
  purpose: 'login' | 'join' | 'joinEmail' | 'searchIds' | 'searchPwd'
  /** The auth_token, or how to get it when the first code is asked for; '' is a missing one, null one whose lack was told already. */
  token: string | GetToken
  /** Gets a new token if the server no longer accepts the old one. Null: there is none, and the member has been told why. */
  renewed?: GetToken
  /** This target was already proved in this visit. */
  proved?: boolean
  /** The target of the code as the member sees it. A change restarts the verification. */
  target: string
  /** The target for the server, and the step's parameters. No target if the server knows it. */
  body: IssueSms & IssueEmail
  targetField?: TargetField
  /** The field's name of the code (Spec §3). */
  name?: string
  /** Uses the proof, and returns the outcome. It may be called again with the same proof. */
  onVerified: (auth_code: string, form: FormHandle) => Promise<Followed>
}

export function useSms(options: SmsOptions) {
  const { channel, purpose, token, renewed, proved = false, target, body, targetField, onVerified } = options
  const { name = 'mobileVeriCode' } = options
  const perform = usePerform()
  const { t } = useTexts()
  const calls = channels[channel]
  const { bySms, refresh } = calls
  const [sms, dispatch] = useReducer(nextSms, null, () =>
    proved ? verifiedSms : restoreSms(useScreen.getState().sms[purpose], target, now()),
  )
  const entersCode = takesCode(sms)
  const clock = useCodeClock(sms, dispatch)
  const [resent, setResent] = useState(0)
  // In memory only: a proof that has not been accepted or refused yet.
  const [proof, setProof] = useState<string | null>(null)
  // The key and not the text, so that a change of language translates it.
  const [error, setError] = useState<Said | null>(null)
  const [wait, startWait] = useCountdown()
  const [verifyWait, startVerifyWait] = useCountdown()
  const handle = smsHandle({
    name,
    targetField,
    clear: () => dispatch({ on: 'typed', text: '' }),
    say: (text, values) => setError({ text, ...(values && { values }) }),
    wait: startWait,
  })
  const { busy, ask, until, drop } = useQuestion({
    token,
    renewed,
    handle,
    onAsk() {
      setError(null)
      forgetFailures()
    },
    async onLapsed(isRenewed) {
      dispatch({ on: 'reset' })
      if (isRenewed) await perform(onTokenRenewed, handle)
    },
  })

  useEffect(() => saveSms(purpose, storedSms(sms, target)), [purpose, sms, target])

  useEffect(() => {
    // NOTE: an SMS that belongs to something else must not overwrite the code of an e-mail.
    if (!entersCode || !bySms) return
    const left = new AbortController()
    void readSms(left.signal).then((code) => code && dispatch({ on: 'typed', text: code }))
    return () => left.abort()
  }, [entersCode, bySms])

  const first = useRef(target)
  useEffect(() => {
    if (first.current === target) return
    first.current = target
    drop()
    setProof(null)
    setError(null)
    startWait(0)
    startVerifyWait(0)
    setResent(0)
    dispatch({ on: 'targetChanged' })
  }, [target, startWait, startVerifyWait, drop])

  // The message about a wait disappears when the wait ends.
  useEffect(() => {
    if (wait === 0 && verifyWait === 0) setError(null)
  }, [wait, verifyWait])

  async function issued(answer: Answer<Expiry> | null, refused: typeof onSmsIssueRefused, isMoreTime = false) {
    if (!answer) return
    if (!answer.ok) return perform(refused(answer.failure, serviceFacts()), handle)
    const { expires_in } = answer.data
    // Synchronously, because a field that is still disabled in the next frame cannot take the focus.
    flushSync(() => {
      clock.begin(isMoreTime ? 'sms.timeLeft' : 'sms.sent', expires_in)
      dispatch({ on: isMoreTime ? 'extended' : 'issued', until: now() + expires_in * 1000 })
    })
    // Typed digits stay, and the cursor stands after them.
    if (isMoreTime) codeInput(name)?.focus()
    else handle.focus(name)
  }

  async function follow(auth_code: string) {
    setError(null)
    forgetFailures()
    // No further code is needed, so a wait belongs to the button that continues.
    const followed = await until(() => onVerified(auth_code, { ...handle, wait: startVerifyWait }))
    setProof(followed === 'undecided' ? auth_code : null)
    if (followed === 'refused') dispatch({ on: 'reset' })
  }

  return {
    name,
    state: sms,
    left: clock.left,
    announced: clock.announced,
    /** Whether to explain what may keep a code from arriving. */
    help: resent < HELP_AFTER ? null : channel === 'email' ? ('sms.helpEmail' as const) : ('sms.help' as const),
    busy,
    error: error && t(error.text, error.values ?? {}),
    /** Seconds until a code may be asked for again. */
    wait,
    /** Seconds until a code may be verified, or what it is for may be asked for again. */
    verifyWait,
    canVerify: canVerify(sms) && !busy && verifyWait === 0,
    typed: (text: string) => dispatch({ on: 'typed', text }),

    async send() {
      const begins = isFirst(sms)
      const confirm = { name: 'confirm', text: 'sms.confirmResend' } as const
      if (!begins && (!canResend(sms) || (await openModal(confirm)) !== 'ok')) return
      const answer = await ask((auth_token, signal) =>
        begins ? calls.issue(body, auth_token, signal) : calls.reissue(auth_token, signal),
      )
      // The form's own message says more than that there was no answer.
      if (answer && isUnheard(answer)) return dispatch({ on: 'unheard' })
      if (!begins && answer?.ok) setResent((count) => count + 1)
      await issued(answer, begins ? onSmsIssueRefused : onSmsRenewRefused)
    },
    /** More time for the code that was sent; null where there is no such thing. */
    refresh:
      refresh &&
      (async () => issued(await ask((auth_token, signal) => refresh(auth_token, signal)), onSmsRenewRefused, true)),
    async verify() {
      if (!takesCode(sms) || !canVerify(sms) || verifyWait > 0) return
      const { code } = sms
      const answer = await ask((auth_token, signal) => calls.verify(code, auth_token, signal))
      if (!answer) return
      if (!answer.ok) {
        // Before a dialog may open, because the dialog returns the focus to this place.
        flushSync(() => dispatch({ on: 'refused', detail_code: answer.failure.detail_code }))
        return perform(onSmsVerifyRefused(answer.failure, serviceFacts()), { ...handle, wait: startVerifyWait })
      }
      dispatch({ on: 'verified' })
      await follow(answer.data.auth_code)
    },
    /** Repeats the call that uses the proof, if it has not been decided. Else null. */
    again: sms.at === 'verified' && proof !== null ? () => follow(proof) : null,
  }
}
export type SmsControl = ReturnType<typeof useSms>
