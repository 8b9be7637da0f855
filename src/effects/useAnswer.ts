// An answer that a page shows: asked for as the page appears, and again when the member says so.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../wire/answer'

type Ask<T> = (left: AbortSignal) => Promise<Answer<T>>

/**
 * `data` is null until it has come; what had come stays where asking once more fails. Another `ask` asks anew, and what the one before
 * brought is no answer to it. @note `ask` must be the same function for as long as it asks the same.
 * `again` is `retry` for a caller that waits for the answer.
 * @param known what needs no asking.
 */
export function useAnswer<T>(
  ask: Ask<T>,
  known?: T,
): { data: T | null; failed: boolean; retry: () => void; again: () => Promise<Answer<T>> } {
  const [heard, setHeard] = useState<{ ask: Ask<T>; data: T | null; failed: boolean } | null>(null)
  const question = useRef<AbortController>(null)
  const isKnown = known !== undefined

  const put = useCallback(() => {
    question.current?.abort()
    const left = new AbortController()
    question.current = left
    return ask(left.signal).then((answer) => {
      if (left.signal.aborted) return answer
      setHeard((before) => ({
        ask,
        data: answer.ok ? answer.data : before?.ask === ask ? before.data : null,
        failed: !answer.ok,
      }))
      return answer
    })
  }, [ask])

  useEffect(() => {
    if (!isKnown) void put()
    return () => question.current?.abort()
  }, [put, isKnown])

  const now = heard?.ask === ask ? heard : null
  return { data: known ?? now?.data ?? null, failed: now?.failed === true, retry: () => void put(), again: put }
}
