// Spec §7, code groups: asked for once in a visit. A code carries all its names, so another language needs no other answer.
import { useCallback } from 'react'
import { codesOf } from '../../api/service.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import type { Codes } from '../../../contract/shapes/service.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ codes: new Map<string, Codes>() }))

type CodeList = { codes: Codes; state: 'loading' | 'ready' | 'failed'; retry: () => void }

export function useCodes(group: string): CodeList {
  const ask = useCallback(
    async (left: AbortSignal) => {
      const answer = await codesOf(group, left)
      if (answer.ok) page.codes.set(group, answer.data)
      return answer
    },
    [group],
  )
  const { data, failed, retry } = useAnswer(ask, page.codes.get(group))
  return { codes: data ?? [], state: data ? 'ready' : failed ? 'failed' : 'loading', retry }
}
