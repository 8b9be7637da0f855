// Spec §7, code groups: asked for once in a visit. A code carries all its names, so another language needs no other answer.
import { useCallback, useEffect, useState } from 'react'
import { codesOf } from '../../api/service'
import type { Codes } from '../../wire/service'

const kept = new Map<string, Codes>()

type CodeList = { codes: Codes; state: 'loading' | 'ready' | 'failed'; retry: () => void }

export function useCodes(group: string): CodeList {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState(false)

  const ask = useCallback(
    async (left?: AbortSignal) => {
      const answer = await codesOf(group)
      if (answer.ok) kept.set(group, answer.data)
      if (left?.aborted) return
      setFailed(!answer.ok)
      redraw((count) => count + 1)
    },
    [group],
  )

  useEffect(() => {
    if (kept.has(group)) return
    const left = new AbortController()
    void ask(left.signal)
    return () => left.abort()
  }, [group, ask])

  const codes = kept.get(group)
  return {
    codes: codes ?? [],
    state: codes ? 'ready' : failed ? 'failed' : 'loading',
    retry: () => {
      setFailed(false)
      void ask()
    },
  }
}
