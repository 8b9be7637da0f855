// Spec §4, SMS verification: the clock and the calls around the reducer of rules/sms.ts. Only a press sends a code; a reload never does.
import { useEffect, useReducer, useRef, useState } from 'react'
import {
  issueEmail,
  issueSms,
  refreshSms,
  reissueEmail,
  reissueSms,
  verifyEmail,
  verifyMobile,
  verifySms,
} from '../api/service'
import { flushSync } from 'react-dom'
import { everySecond, now } from '../effects/clock'
import { readSms } from '../effects/readSms'
import { serviceFacts } from '../effects/serviceFacts'
import { useCountdown } from '../effects/useCountdown'
import { type FormHandle, usePerform } from '../effects/usePerform'
import { useTexts } from '../i18n/texts'
import {
  onAuthTokenMissing,
  onSmsIssueRefused,
  onSmsRenewRefused,
  onSmsVerifyRefused,
  onTokenRenewed,
} from '../rules/errors/sms'
import { type Followed, isUnheard } from '../rules/followed'
import type { MessageKey, Said, Values } from '../rules/messages'
import {
  announceAt,
  canResend,
  canVerify,
  isFirst,
  nextSms,
  remainingSeconds,
  restoreSms,
  storedSms,
  takesCode,
  verifiedSms,
} from '../rules/sms'
import { openModal, saveSms, useScreen } from '../stores/screen'
import type { Answer } from '../wire/answer'
import type { Expiry, IssueEmail, IssueSms } from '../wire/service'

/** How a code travels. `mobile`: a phone that only the server knows. An e-mail's time cannot be extended. */
const channels = {
  sms: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifySms },
  mobile: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifyMobile },
  email: { issue: issueEmail, reissue: reissueEmail, refresh: null, verify: verifyEmail },
}
export type Channel = keyof typeof channels

/** What a reader hears of a code's time. Numbered: the same words are heard anew. */
type Announced = { text: MessageKey; seconds: number; nr: number }
const anew =
  (text: MessageKey, seconds: number) =>
  (before: Announced | null): Announced => ({ text, seconds, nr: (before?.nr ?? 0) + 1 })

/** So often a code was asked for again before it is said what may keep it from coming. */
const HELP_AFTER = 2

export type SmsOptions = {
  channel: Channel
  /** Under which name a reload finds it again. */
  purpose: 'login' | 'join' | 'joinEmail' | 'searchIds' | 'searchPwd'
  /** The auth_token, or how to get it when the first code is asked for; '' is a missing one, null one whose lack was told already. */
  token: string | (() => Promise<string | null>)
  /** Another token where the server takes the old one no longer; null: there is none, and why has been said. */
  renewed?: () => Promise<string | null>
  /** What is to be sent to this target was proved already in this visit. */
  proved?: boolean
  /** What the code is sent to, as the member recognises it. When it changes, everything begins again. */
  target: string
  /** The target as the server wants it, and what the step adds; without a target where the server knows it. */
  body: IssueSms & IssueEmail
  /** The field that the target stands in: what is wrong with it is said there. */
  targetField?: { name: string; refused: (text: MessageKey) => void }
  /** The field's name of the code (Spec §3). */
  name?: string
  /** What the proof is for, and how that was answered. The same proof may come again. */
  onVerified: (auth_code: string, form: FormHandle) => Promise<Followed>
}

export function useSms(options: SmsOptions) {
  const {
    channel,
    purpose,
    token,
    renewed,
    proved = false,
    target,
    body,
    targetField,
    name = 'mobileVeriCode',
    onVerified,
  } = options
  const perform = usePerform()
  const { t } = useTexts()
  const calls = channels[channel]
  const [sms, dispatch] = useReducer(nextSms, null, () =>
    proved ? verifiedSms : restoreSms(useScreen.getState().sms[purpose], target, now()),
  )
  const entersCode = takesCode(sms)
  const [left, setLeft] = useState(() => remainingSeconds(sms, now()))
  const [announced, setAnnounced] = useState<Announced | null>(null)
  const [resent, setResent] = useState(0)
  const [busy, setBusy] = useState(false)
  // In memory only: the proof for which nobody has decided yet.
  const [proof, setProof] = useState<string | null>(null)
  // The key, not its words: another language says it anew.
  const [error, setError] = useState<Said | null>(null)
  const [wait, startWait] = useCountdown()
  /** Answers to an older question (a number that has changed since, a page that is left) are dropped. */
  const question = useRef(new AbortController())

  useEffect(() => saveSms(purpose, storedSms(sms, target)), [purpose, sms, target])
  useEffect(() => () => question.current.abort(), [])

  useEffect(() => {
    let before = remainingSeconds(sms, now())
    const tick = (at: number) => {
      const seconds = remainingSeconds(sms, at)
      setLeft(seconds)
      const mark = announceAt(before, seconds)
      if (mark !== null) setAnnounced(anew('sms.timeLeft', mark))
      before = seconds
      dispatch({ on: 'tick', now: at })
    }
    setLeft(before)
    return sms.at === 'issued' ? everySecond(tick) : undefined
  }, [sms])

  useEffect(() => {
    if (!entersCode) return
    const left = new AbortController()
    void readSms(left.signal).then((code) => code && dispatch({ on: 'typed', text: code }))
    return () => left.abort()
  }, [entersCode])

  const first = useRef(target)
  useEffect(() => {
    if (first.current === target) return
    first.current = target
    question.current.abort()
    setBusy(false)
    setProof(null)
    setError(null)
    startWait(0)
    setResent(0)
    dispatch({ on: 'targetChanged' })
  }, [target, startWait])

  // What was said of a wait is over with it.
  useEffect(() => {
    if (wait === 0) setError(null)
  }, [wait])

  const say = (text: MessageKey, values?: Values) => setError({ text, ...(values && { values }) })
  const handle = {
    clear: () => dispatch({ on: 'typed', text: '' }),
    focus: (field) =>
      void requestAnimationFrame(() => {
        const isTarget = targetField !== undefined && (field === 'phone_number' || field === 'email')
        const input = document.querySelector<HTMLInputElement>(`input[name="${isTarget ? targetField.name : name}"]`)
        // Not every browser focuses what it selects.
        input?.focus()
        input?.select()
      }),
    fieldError: (_field, text, values) => (targetField ? targetField.refused(text) : say(text, values)),
    formError: say,
    wait: startWait,
  } satisfies FormHandle

  /** One question at a time; `null` is the answer to one that nobody waits for any more. */
  async function asking<T>(
    call: (token: string, signal: AbortSignal) => Promise<Answer<T>>,
  ): Promise<Answer<T> | null> {
    if (busy) return null
    question.current = new AbortController()
    const { signal } = question.current
    setError(null)
    setBusy(true)
    const auth_token = typeof token === 'string' ? token : await token()
    if (auth_token === '') await perform(onAuthTokenMissing)
    const answer = auth_token ? await call(auth_token, signal) : null
    // A token that has ended is told even where the page has gone with it.
    const isLapsed = renewed && answer && !answer.ok && answer.failure.status === 401
    if (signal.aborted && !isLapsed) return null
    const another = isLapsed ? await renewed() : null
    setBusy(false)
    if (!isLapsed) return answer
    dispatch({ on: 'reset' })
    if (another !== null) await perform(onTokenRenewed, handle)
    return null
  }

  async function issued(answer: Answer<Expiry> | null, refused: typeof onSmsIssueRefused, isMoreTime = false) {
    if (!answer) return
    if (!answer.ok) return perform(refused(answer.failure, serviceFacts()), handle)
    const { expires_in } = answer.data
    const until = now() + expires_in * 1000
    // At once: a field that is still disabled when the next frame comes would not take the focus.
    flushSync(() => {
      // With the new state, not after it: the timer must never flash 00:00.
      setLeft(expires_in)
      setAnnounced(anew(isMoreTime ? 'sms.timeLeft' : 'sms.sent', expires_in))
      dispatch(isMoreTime ? { on: 'extended', until } : { on: 'issued', until })
    })
    // What is typed already goes on where it stopped.
    if (isMoreTime) document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
    else handle.focus(name)
  }

  async function follow(auth_code: string) {
    setError(null)
    setBusy(true)
    const followed = await onVerified(auth_code, handle)
    setBusy(false)
    setProof(followed === 'undecided' ? auth_code : null)
    if (followed === 'refused') dispatch({ on: 'reset' })
  }

  const { refresh } = calls

  return {
    name,
    state: sms,
    left,
    announced,
    /** What may keep a code from coming is worth a word. */
    help: resent < HELP_AFTER ? null : channel === 'email' ? ('sms.helpEmail' as const) : ('sms.help' as const),
    busy,
    error: error && t(error.text, error.values ?? {}),
    /** Seconds until a code may be asked for again. */
    wait,
    canVerify: canVerify(sms) && !busy,
    typed: (text: string) => dispatch({ on: 'typed', text }),

    async send() {
      const begins = isFirst(sms)
      const confirm = { name: 'confirm', text: 'sms.confirmResend' } as const
      if (!begins && (!canResend(sms) || (await openModal(confirm)) !== 'ok')) return
      const answer = await asking((auth_token, signal) =>
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
      (async () => issued(await asking((auth_token, signal) => refresh(auth_token, signal)), onSmsRenewRefused, true)),
    async verify() {
      if (!takesCode(sms) || !canVerify(sms)) return
      const { code } = sms
      const answer = await asking((auth_token, signal) => calls.verify(code, auth_token, signal))
      if (!answer) return
      if (!answer.ok) {
        // Before a dialog may open: the focus has to be where it can come back to.
        flushSync(() => dispatch({ on: 'refused', detail_code: answer.failure.detail_code }))
        return perform(onSmsVerifyRefused(answer.failure, serviceFacts()), handle)
      }
      dispatch({ on: 'verified' })
      await follow(answer.data.auth_code)
    },
    /** What follows on the verification was not decided: asks for it again. Else null. */
    again: sms.at === 'verified' && proof !== null ? () => follow(proof) : null,
  }
}
export type SmsControl = ReturnType<typeof useSms>
