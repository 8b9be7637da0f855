// Spec §7, code groups: asked for once in a visit. A code carries all its names, so another language needs no other answer.
import { useCallback, useEffect, useState } from 'react'
import { codesOf } from '../../api/service'
import type { Codes } from '../../wire/service'

const kept = new Map<string, Codes>()

export type CodeList = { codes: Codes; state: 'loading' | 'ready' | 'failed'; retry: () => void }

export function useCodes(group: string): CodeList {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (kept.has(group)) return
    let latest = true
    void codesOf(group).then((answer) => {
      if (answer.ok) kept.set(group, answer.data)
      if (!latest) return
      setFailed(!answer.ok)
      redraw((count) => count + 1)
    })
    return () => {
      latest = false
    }
  }, [group, attempt])

  const retry = useCallback(() => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }, [])

  const codes = kept.get(group)
  return { codes: codes ?? [], state: codes ? 'ready' : failed ? 'failed' : 'loading', retry }
}
