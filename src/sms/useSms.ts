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

/** So often a code was asked for again before it is said what may keep it from coming. */
const HELP_AFTER = 2

export type SmsOptions = {
  channel: Channel
  /** Under which name a reload finds it again. */
  purpose: 'login' | 'join' | 'joinEmail' | 'searchIds' | 'searchPwd'
  /** The auth_token, or how to get it when the first code is asked for; '' is a missing one, null one whose lack was told already. */
  token: string | GetToken
  /** Another token where the server takes the old one no longer; null: there is none, and why has been said. */
  renewed?: GetToken
  /** What is to be sent to this target was proved already in this visit. */
  proved?: boolean
  /** What the code is sent to, as the member recognises it. When it changes, everything begins again. */
  target: string
  /** The target as the server wants it, and what the step adds; without a target where the server knows it. */
  body: IssueSms & IssueEmail
  targetField?: TargetField
  /** The field's name of the code (Spec §3). */
  name?: string
  /** What the proof is for, and how that was answered. The same proof may come again. */
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
  // In memory only: the proof for which nobody has decided yet.
  const [proof, setProof] = useState<string | null>(null)
  // The key, not its words: another language says it anew.
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

  // What was said of a wait is over with it.
  useEffect(() => {
    if (wait === 0 && verifyWait === 0) setError(null)
  }, [wait, verifyWait])

  async function issued(answer: Answer<Expiry> | null, refused: typeof onSmsIssueRefused, isMoreTime = false) {
    if (!answer) return
    if (!answer.ok) return perform(refused(answer.failure, serviceFacts()), handle)
    const { expires_in } = answer.data
    // At once: a field that is still disabled when the next frame comes would not take the focus.
    flushSync(() => {
      clock.begin(isMoreTime ? 'sms.timeLeft' : 'sms.sent', expires_in)
      dispatch({ on: isMoreTime ? 'extended' : 'issued', until: now() + expires_in * 1000 })
    })
    // What is typed already goes on where it stopped.
    if (isMoreTime) codeInput(name)?.focus()
    else handle.focus(name)
  }

  async function follow(auth_code: string) {
    setError(null)
    forgetFailures()
    // No code is asked for any more: a wait is that of the button that goes on.
    const followed = await until(() => onVerified(auth_code, { ...handle, wait: startVerifyWait }))
    setProof(followed === 'undecided' ? auth_code : null)
    if (followed === 'refused') dispatch({ on: 'reset' })
  }

  return {
    name,
    state: sms,
    left: clock.left,
    announced: clock.announced,
    /** What may keep a code from coming is worth a word. */
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
      // What the form says then is more than that there was no answer.
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
        // Before a dialog may open: the focus has to be where it can come back to.
        flushSync(() => dispatch({ on: 'refused', detail_code: answer.failure.detail_code }))
        return perform(onSmsVerifyRefused(answer.failure, serviceFacts()), { ...handle, wait: startVerifyWait })
      }
      dispatch({ on: 'verified' })
      await follow(answer.data.auth_code)
    },
    /** What follows on the verification was not decided: asks for it again. Else null. */
    again: sms.at === 'verified' && proof !== null ? () => follow(proof) : null,
  }
}
export type SmsControl = ReturnType<typeof useSms>
