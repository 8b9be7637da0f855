// A list of choices that a server holds: asked for once, and again when the member says so.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../wire/answer'

/** `list` is null until it has come. @note `ask` must be the same function at every render. */
export function useList<T>(ask: () => Promise<Answer<T>>): { list: T | null; failed: boolean; retry: () => void } {
  const [list, setList] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)
  const latest = useRef<typeof ask>(null)

  const load = useCallback(() => {
    latest.current = ask
    void ask().then((answer) => {
      if (latest.current !== ask) return
      if (answer.ok) setList(answer.data)
      setFailed(!answer.ok)
    })
  }, [ask])

  useEffect(() => {
    load()
    return () => {
      latest.current = null
    }
  }, [load])

  return { list, failed, retry: load }
}
