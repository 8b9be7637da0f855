// A list of choices that a server holds: asked for once, and again when the member says so.
import { useEffect, useState } from 'react'
import type { Answer } from '../../wire/answer'

/** `list` is null until it has come. @note `ask` must be the same function at every render. */
export function useList<T>(ask: () => Promise<Answer<T>>): { list: T | null; failed: boolean; retry: () => void } {
  const [list, setList] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let latest = true
    void ask().then((answer) => {
      if (!latest) return
      if (answer.ok) setList(answer.data)
      setFailed(!answer.ok)
    })
    return () => {
      latest = false
    }
  }, [ask, attempt])

  return { list, failed, retry: () => setAttempt((count) => count + 1) }
}
