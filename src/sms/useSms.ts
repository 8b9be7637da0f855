// Spec §4, SMS verification: the clock and the calls around the reducer of rules/sms.ts. Only a press sends a code; a reload never does.
import { useEffect, useReducer, useRef, useState } from 'react'
import { issueSms, refreshSms, reissueSms, verifyMobile, verifySms } from '../api/service'
import { everySecond, now } from '../effects/clock'
import { serviceFacts } from '../effects/serviceFacts'
import { type FormHandle, usePerform } from '../effects/usePerform'
import { onAuthTokenMissing, onSmsIssueRefused, onSmsRenewRefused, onSmsVerifyRefused } from '../rules/errors/sms'
import type { Outcome } from '../rules/outcome'
import { announceAt, canVerify, nextSms, remainingSeconds, restoreSms, storedSms } from '../rules/sms'
import { openModal, saveSms, useScreen } from '../stores/screen'
import type { Answer } from '../wire/answer'
import type { Expiry, IssueSms } from '../wire/service'

/** Where the browser can read the SMS that ends with this app's address (WebOTP), it fills the code in. */
async function readSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  const asked: CredentialRequestOptions & { otp: object } = { otp: { transport: ['sms'] }, signal }
  const credential = await navigator.credentials.get(asked).catch(() => null)
  return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null
}

export type SmsPurpose = 'login' | 'join' | 'identify'

type Options = {
  purpose: SmsPurpose
  token: string
  /** The phone is known to the server only: no number is sent, and the code is verified as `mobile`. */
  twoFactor: boolean
  handle: FormHandle
  onVerified: (auth_code: string) => Promise<void>
}

export function useSms({ purpose, token, twoFactor, handle, onVerified }: Options) {
  const perform = usePerform()
  const [sms, dispatch] = useReducer(nextSms, null, () => restoreSms(useScreen.getState().sms[purpose], now()))
  const [left, setLeft] = useState(() => remainingSeconds(sms, now()))
  const [announced, setAnnounced] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  /** Answers to an older question (a number that has changed since, a page that is left) are dropped. */
  const question = useRef(new AbortController())

  useEffect(() => saveSms(purpose, storedSms(sms)), [purpose, sms])
  useEffect(() => () => question.current.abort(), [])

  useEffect(() => {
    let before = remainingSeconds(sms, now())
    const tick = (at: number) => {
      const seconds = remainingSeconds(sms, at)
      setLeft(seconds)
      const mark = announceAt(before, seconds)
      if (mark !== null) setAnnounced(mark)
      before = seconds
      dispatch({ on: 'tick', now: at })
    }
    setLeft(before)
    return sms.at === 'issued' ? everySecond(tick) : undefined
  }, [sms])

  useEffect(() => {
    if (sms.at !== 'issued') return
    const left = new AbortController()
    void readSms(left.signal).then((code) => code && dispatch({ on: 'typed', text: code }))
    return () => left.abort()
  }, [sms.at])

  /** One question at a time; `null` is the answer to one that nobody waits for any more. */
  async function asking<T>(call: (signal: AbortSignal) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    if (busy) return null
    if (token === '') {
      await perform(onAuthTokenMissing)
      return null
    }
    question.current = new AbortController()
    const { signal } = question.current
    setBusy(true)
    const answer = await call(signal)
    setBusy(false)
    return signal.aborted ? null : answer
  }

  async function issued(answer: Answer<Expiry> | null, sentTo: string, refused: (failure: Failure) => Outcome) {
    if (!answer) return
    if (!answer.ok) return perform(refused(answer.failure), handle)
    setAnnounced(answer.data.expires_in)
    dispatch({ on: 'issued', until: now() + answer.data.expires_in * 1000, sentTo })
    handle.focus('verify_code')
  }
  type Failure = Extract<Answer<Expiry>, { ok: false }>['failure']
  const sentTo = sms.at === 'send' ? '' : sms.sentTo
  const renewRefused = (failure: Failure) => onSmsRenewRefused(failure, serviceFacts())

  return {
    sms,
    left,
    announced,
    busy,
    canVerify: canVerify(sms) && !busy,
    typed: (text: string) => dispatch({ on: 'typed', text }),

    /** `to` is what the member will recognise the phone by. */
    async send(body: IssueSms, to: string) {
      const answer = await asking((signal) => issueSms(body, token, signal))
      await issued(answer, to, (failure) => onSmsIssueRefused(failure, serviceFacts()))
    },
    async resend() {
      if ((await openModal({ name: 'confirm', text: 'sms.confirmResend' })) !== 'ok') return
      await issued(await asking((signal) => reissueSms(token, signal)), sentTo, renewRefused)
    },
    /** More time for the code that was sent. */
    async refresh() {
      await issued(await asking((signal) => refreshSms(token, signal)), sentTo, renewRefused)
    },
    async verify() {
      if (sms.at !== 'issued' || !canVerify(sms)) return
      const { code } = sms
      const answer = await asking((signal) => (twoFactor ? verifyMobile : verifySms)(code, token, signal))
      if (!answer) return
      if (!answer.ok) {
        dispatch({ on: 'refused', detail_code: answer.failure.detail_code })
        return perform(onSmsVerifyRefused(answer.failure, serviceFacts()), handle)
      }
      dispatch({ on: 'verified' })
      await onVerified(answer.data.auth_code)
    },
    phoneChanged() {
      question.current.abort()
      setBusy(false)
      dispatch({ on: 'phoneChanged' })
    },
  }
}
