// Spec §7, the calls of a verification: one at a time, under its token, and under another where the server takes that one no longer.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FormHandle, usePerform } from '../effects/usePerform'
import { onAuthTokenMissing } from '../rules/matcher'
import type { Answer } from '../wire/answer'

/** Asks for a token; `form` says why there is none, and counts a wait. */
export type GetToken = (form: FormHandle) => Promise<string | null>

type Given = {
  /** The auth_token, or how to get it when the first code is asked for; '' is a missing one, null one whose lack was told already. */
  token: string | GetToken
  /** Another token where the server takes the old one no longer; null: there is none, and why has been said. */
  renewed?: GetToken | undefined
  /** Says what kept a token from coming. */
  handle: FormHandle
  onAsk: () => void
  /** The token has ended, and with it what was sent. */
  onLapsed: (isRenewed: boolean) => Promise<void>
}

export function useQuestion({ token, renewed, handle, onAsk, onLapsed }: Given) {
  const perform = usePerform()
  const [busy, setBusy] = useState(false)
  /** Answers to an older question (a number that has changed since, a page that is left) are dropped. */
  const question = useRef(new AbortController())
  useEffect(() => () => question.current.abort(), [])

  /** `null` is the answer to a question that nobody waits for any more, or that could not be put. */
  async function ask<T>(call: (token: string, signal: AbortSignal) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    if (busy) return null
    question.current = new AbortController()
    const { signal } = question.current
    onAsk()
    setBusy(true)
    const auth_token = typeof token === 'string' ? token : await token(handle)
    if (auth_token === '') await perform(onAuthTokenMissing)
    const answer = auth_token ? await call(auth_token, signal) : null
    // A token that has ended is told even where the page has gone with it.
    const isLapsed = renewed && answer && !answer.ok && answer.failure.status === 401
    if (signal.aborted && !isLapsed) return null
    const another = isLapsed ? await renewed(handle) : null
    setBusy(false)
    if (!isLapsed) return answer
    await onLapsed(another !== null)
    return null
  }

  /** Nothing else is asked until this is done. */
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
