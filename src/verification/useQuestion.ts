// Spec §7, the calls of a verification: one at a time, with its token. If the server no longer accepts the token, the call is repeated with a new one.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FormHandle, usePerform } from '../effects/perform/usePerform.ts'
import { failureKind } from '../rules/errors/refusal.ts'
import { onAuthTokenMissing } from '../rules/visit/matcher.ts'
import type { Answer } from '../../contract/shapes/answer.ts'

/** Asks for a token; `form` says why there is none, and counts a wait. */
export type GetToken = (form: FormHandle) => Promise<string | null>

type Given = {
  /** The auth_token, or a function that gets it for the first code. '' means that it is missing; null means that the page already shows why. */
  token: string | GetToken
  /** Gets a new token if the server no longer accepts the old one. Null if there is none; the page already shows the reason. */
  renewed?: GetToken | undefined
  /** Tells the member why there is no token. */
  handle: FormHandle
  onAsk: () => void
  /** The token has expired, and with it the code that was sent. */
  onLapsed: (isRenewed: boolean) => Promise<void>
}

export function useQuestion({ token, renewed, handle, onAsk, onLapsed }: Given) {
  const perform = usePerform()
  const [busy, setBusy] = useState(false)
  /** Drops the answers to older calls, for example after the number has changed or the page was left. */
  const question = useRef(new AbortController())
  useEffect(() => () => question.current.abort(), [])

  /** `null` if the page no longer needs the answer, or if the call could not be made. */
  async function ask<T>(call: (token: string, signal: AbortSignal) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    if (busy) return null
    question.current = new AbortController()
    const { signal } = question.current
    onAsk()
    setBusy(true)
    const auth_token = typeof token === 'string' ? token : await token(handle)
    if (auth_token === '') await perform(onAuthTokenMissing)
    const answer = auth_token ? await call(auth_token, signal) : null
    // The member learns that the token has expired even if the page has changed.
    const isLapsed = renewed && answer && !answer.ok && failureKind(answer.failure) === 'notSignedIn'
    if (signal.aborted && !isLapsed) return null
    const another = isLapsed ? await renewed(handle) : null
    setBusy(false)
    if (!isLapsed) return answer
    await onLapsed(another !== null)
    return null
  }

  /** Only one call runs at a time. */
  async function until<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true)
    const result = await work()
    setBusy(false)
    return result
  }

  const drop = useCallback(() => {
    question.current.abort()
    setBusy(false)
  }, [])

  return { busy, ask, until, drop }
}
