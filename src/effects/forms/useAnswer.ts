// An answer that a page shows: requested when the page appears, and again on request.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../contract/shapes/answer.ts'

type Ask<T> = (left: AbortSignal) => Promise<Answer<T>>

/**
 * `data` is null until an answer has arrived. A failed repetition keeps the earlier data. A different `ask` starts over without the data of
 * the earlier one.
 * NOTE: `ask` must be the same function as long as it asks for the same.
 * `again` is a `retry` that can be awaited.
 * @param known data that needs no request
 */
export function useAnswer<T>(
  ask: Ask<T>,
  known?: T,
): { data: T | null; failed: boolean; retry: () => void; again: () => Promise<Answer<T>> } {
  const [latest, setLatest] = useState<{ ask: Ask<T>; data: T | null; failed: boolean } | null>(null)
  const question = useRef<AbortController>(null)
  const isKnown = known !== undefined

  const put = useCallback(() => {
    question.current?.abort()
    const left = new AbortController()
    question.current = left
    return ask(left.signal).then((answer) => {
      if (left.signal.aborted) return answer
      setLatest((before) => ({
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

  const now = latest?.ask === ask ? latest : null
  return { data: known ?? now?.data ?? null, failed: now?.failed === true, retry: () => void put(), again: put }
}
