// An answer that a page shows: asked for as the page appears, and again when the member says so.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../wire/answer'

type Ask<T> = (left: AbortSignal) => Promise<Answer<T>>

/**
 * `data` is null until it has come; what had come stays where asking once more fails. Another `ask` asks anew, and what the one before
 * brought is no answer to it. @note `ask` must be the same function for as long as it asks the same.
 * @param known what needs no asking.
 */
export function useAnswer<T>(ask: Ask<T>, known?: T): { data: T | null; failed: boolean; retry: () => void } {
  const [heard, setHeard] = useState<{ ask: Ask<T>; data: T | null; failed: boolean } | null>(null)
  const question = useRef<AbortController>(null)
  const isKnown = known !== undefined

  const put = useCallback(() => {
    question.current?.abort()
    const left = new AbortController()
    question.current = left
    void ask(left.signal).then((answer) => {
      if (left.signal.aborted) return
      setHeard((before) => ({
        ask,
        data: answer.ok ? answer.data : before?.ask === ask ? before.data : null,
        failed: !answer.ok,
      }))
    })
  }, [ask])

  useEffect(() => {
    if (!isKnown) put()
    return () => question.current?.abort()
  }, [put, isKnown])

  const now = heard?.ask === ask ? heard : null
  return { data: known ?? now?.data ?? null, failed: now?.failed === true, retry: put }
}
