// Spec §4, SMS verification: the calls around the reducer of rules/codes/sms.ts. A press sends a code, or the step itself its first one; a reload never does.
import { useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { now } from '../effects/browser/clock.ts'
import { serviceFacts } from '../effects/session/serviceFacts.ts'
import { usePerform } from '../effects/perform/usePerform.ts'
import { onSmsIssueRefused, onSmsRenewRefused, onSmsVerifyRefused, onTokenRenewed } from '../rules/errors/sms.ts'
import { isCoded } from '../rules/errors/refusal.ts'
import { isUnheard } from '../rules/visit/followed.ts'
import { fieldError, focus } from '../rules/visit/outcome.ts'
import {
  canResend,
  canVerify,
  isDead,
  isFirst,
  nextSms,
  restoreSms,
  storedSms,
  takesCode,
  verifiedSms,
} from '../rules/codes/sms.ts'
import { waitText } from '../rules/codes/wait.ts'
import { isFocusLost } from '../ui/focus.ts'
import { openModal, saveSms, useScreen } from '../stores/screen.ts'
import { TOO_MANY_ATTEMPTS } from '../../contract/detailCodes.ts'
import type { Answer } from '../../contract/shapes/answer.ts'
import type { Expiry } from '../../contract/shapes/service.ts'
import { channels } from './channels.ts'
import { useCode } from './useCode.ts'
import { codeInput } from './smsHandle.ts'
import type { SmsOptions } from './smsOptions.ts'
import { useCodeClock } from './useCodeClock.ts'
import { useFirstCode } from './useFirstCode.ts'
import { useProof } from './useProof.ts'
import { useQuestion } from './useQuestion.ts'
import { useOnChange } from './useOnChange.ts'
import { useSmsMessages } from './useSmsMessages.ts'
import { useSubmitted } from './useSubmitted.ts'
import { useWebOtp } from './useWebOtp.ts'

const WORDS = { send: 'sms.send', resend: 'sms.resend', verify: 'sms.verify', follow: 'login.continue' } as const

export function useSms(options: SmsOptions) {
  const { channel, purpose, token, renewed, proved = false, target, body, targetField, person, onVerified } = options
  const { name = 'mobileVeriCode', firstCode, hasOtherWay = false } = options
  const { t } = useTranslation()
  const perform = usePerform()
  const calls = channels[channel]
  const { bySms, refresh, texts } = calls
  const [sms, dispatch] = useReducer(nextSms, null, () =>
    proved ? verifiedSms : restoreSms(purpose && useScreen.getState().sms[purpose], target, now()),
  )
  const code = useCode(takesCode(sms))
  const clock = useCodeClock(sms, dispatch)
  const submitted = useSubmitted()
  /** The latest press, for "try again". */
  const [pressed, setPressed] = useState<'send' | 'refresh' | 'verify' | 'follow'>('send')
  const [resent, setResent] = useState(0)
  const messages = useSmsMessages({ name, targetField, clear: code.empty, refused: code.refused })
  const { handle, verifyHandle, wait, verifyWait } = messages
  const { busy, ask, until, drop } = useQuestion({
    token,
    renewed,
    handle,
    onAsk: messages.forget,
    async onLapsed(isRenewed) {
      dispatch({ on: 'reset' })
      if (isRenewed) await perform(onTokenRenewed, handle)
    },
  })
  const proof = useProof(
    ({ auth_code, same_person = false }) => {
      messages.forget()
      // No further code is needed, so a wait belongs to the button that continues.
      return until(() => onVerified(auth_code, verifyHandle, same_person))
    },
    () => dispatch({ on: 'reset' }),
  )

  useEffect(() => {
    if (purpose) saveSms(purpose, storedSms(sms, target))
  }, [purpose, sms, target])
  // NOTE: an SMS that belongs to something else must not overwrite the code of an e-mail.
  useWebOtp(takesCode(sms) && bySms, code.typed)
  useOnChange(target, () => {
    drop()
    proof.drop()
    messages.reset()
    setResent(0)
    dispatch({ on: 'targetChanged' })
  })
  // The proof counts no longer, for example because a member has the address.
  useOnChange(proved, () => {
    if (proved) return
    proof.drop()
    dispatch({ on: 'reset' })
  })

  async function issued(answer: Answer<Expiry> | null, refused: typeof onSmsIssueRefused, isMoreTime = false) {
    if (!answer) return
    if (!answer.ok) return perform(refused(answer.failure, serviceFacts(), hasOtherWay), handle)
    const { expires_in, extendable = false } = answer.data
    if (!isMoreTime) submitted.forget()
    // Synchronously, because a field that is still disabled in the next frame cannot take the focus.
    flushSync(() => {
      clock.begin(expires_in, isMoreTime)
      const until = now() + expires_in * 1000
      if (isMoreTime) code.forgetError()
      else code.empty()
      dispatch({ on: isMoreTime ? 'extended' : 'issued', until, extendable })
    })
    // Typed digits stay, and the cursor stands after them.
    if (isMoreTime) codeInput(name)?.focus()
    else handle.focus(name)
  }

  /** @param isConfirmed the member has already answered the question about the earlier code */
  async function send(isConfirmed = false) {
    const begins = isFirst(sms)
    const confirm = { name: 'confirm', text: 'sms.confirmResend' } as const
    // The question warns that the earlier code stops working. A dead one has done so.
    const asks = !isConfirmed && !isDead(sms)
    if (!begins && (!canResend(sms) || (asks && (await openModal(confirm)) !== 'ok'))) return
    if (begins && targetField?.problem)
      return perform([fieldError(targetField.name, targetField.problem), focus(targetField.name)], handle)
    setPressed('send')
    const answer = await ask((auth_token, signal) =>
      begins ? calls.issue(body, auth_token, signal) : calls.reissue(auth_token, signal),
    )
    // The form's own message says more than that there was no answer.
    if (answer && isUnheard(answer)) {
      code.empty()
      flushSync(() => dispatch({ on: 'unheard' }))
      // The member wants to enter the code, or has pressed a button that is gone.
      if ((!answer.ok && answer.failure.givenUp) || isFocusLost()) handle.focus(name)
      return
    }
    // A request whose answer was lost may have sent a code as well.
    if (sms.at !== 'send' && answer?.ok) setResent((count) => count + 1)
    await issued(answer, begins ? onSmsIssueRefused : onSmsRenewRefused)
  }

  const canSubmit = canVerify(sms, code.code)
  const verify = code.submit(async ({ code: verify_code }) => {
    if (!canSubmit || verifyWait > 0) return
    setPressed('verify')
    const answer = await ask((auth_token, signal) => calls.verify(verify_code, auth_token, signal, person))
    if (!answer) return
    if (!answer.ok) {
      // Before a dialog may open, because the dialog returns the focus to this place.
      flushSync(() => dispatch({ on: 'refused', detail_code: answer.failure.detail_code }))
      const outcome = onSmsVerifyRefused(answer.failure, serviceFacts(), hasOtherWay)
      // After the last wrong code the wait is for the next code.
      return perform(outcome, isCoded(answer.failure, TOO_MANY_ATTEMPTS) ? handle : verifyHandle)
    }
    dispatch({ on: 'verified' })
    setPressed('follow')
    await proof.follow(answer.data)
  })

  /** More time for the code that was sent. */
  async function extend() {
    setPressed('refresh')
    await issued(await ask((auth_token, signal) => refresh(auth_token, signal)), onSmsRenewRefused, true)
  }

  const again = sms.at === 'verified' ? proof.again : null
  const repeats = { send: () => send(true), refresh: extend, verify, follow: async () => again?.() }

  const isAutomatic = useFirstCode({
    firstCode: sms.at === 'send' ? firstCode : undefined,
    send,
    onElsewhere: () => dispatch({ on: 'unheard' }),
  })

  /** What the main button does. A code that the step sends by itself is about to be entered. */
  const act =
    sms.at === 'verified' ? 'follow' : takesCode(sms) || isAutomatic ? 'verify' : isDead(sms) ? 'resend' : 'send'
  const sends = act === 'send' || act === 'resend'
  const acts = { send: () => send(), resend: () => send(), verify, follow: async () => again?.() }
  const seconds = sends ? wait : verifyWait
  const isShort = act === 'send' && targetField?.canSend === false
  const needsCode = act === 'verify' && !canSubmit
  const said = isShort ? targetField.name : needsCode || act === 'resend' ? name : null
  const main = {
    words: t(WORDS[act]) + waitText(seconds),
    /** Nothing can be sent yet. */
    incomplete: seconds > 0 || isShort || needsCode,
    /** Too little is typed to ask for a code. A form that is sent all the same says at the field what is missing. */
    isShort: seconds === 0 && isShort,
    /** The id of the element that says what is missing, or why this button is the way on. The wait is said by the error of the form. */
    why: seconds === 0 && said ? `${said}-note` : undefined,
    press: acts[act],
  }

  return {
    name,
    main,
    state: sms,
    isAutomatic,
    left: clock.left,
    announced: clock.announced,
    /** Where the code goes, as the member knows it. */
    shown: options.ifAny ?? ((options.masked ?? target) || t(texts.registered)),
    texts,
    /** What is said of a code that was sent. */
    news: {
      sent: options.ifAny === undefined ? texts.sent : texts.sentIfAny,
      resent: options.ifAny === undefined ? texts.resent : texts.resentIfAny,
    },
    /** A change of the target is a choice of the way, not a correction. */
    hasOtherWay,
    sent: clock.sent,
    /** How often another code was sent to this target. */
    resent,
    busy,
    error: messages.error && { ...messages.error, repeat: () => void repeats[pressed]() },
    wait,
    /** The form says until when no code is sent. */
    isClosed: messages.error?.values?.['until'] !== undefined,
    canVerify: canSubmit && !busy && verifyWait === 0,
    code: code.code,
    codeError: code.error,
    typed: code.typed,
    isNew: submitted.isNew,
    send: () => send(),
    /** More time for the code that was sent; null where there is no such thing. */
    refresh: calls.extends || (sms.at === 'issued' && sms.extendable) ? extend : null,
    /** The proof counts no more: the verification begins anew. */
    restart: () => dispatch({ on: 'reset' }),
    /** Repeats the call that uses the proof, if it has not been decided. Else null. */
    again,
  }
}
export type SmsControl = ReturnType<typeof useSms>
