// Spec §5 and §9, nickname: asked of the server 500 ms after the last key; only the latest answer counts, and typing never waits.
import { useCallback, useEffect, useRef, useState } from 'react'
import { validNickname } from '../api/join.ts'
import { cleanNickname, NICKNAME_DEBOUNCE_MS, nicknameProblem, type NicknameState } from '../rules/fields/nickname.ts'

type Question = { nickname: string; left: AbortController; answer: Promise<NicknameState> }

export type NicknameControl = {
  state: NicknameState
  /** What a submit waits for: the answer about what stands in the field now, asked at once if it must be. */
  settle: (typed: string) => Promise<NicknameState>
}

/** @param own a nickname that is the member's already, and is not asked about. */
export function useNickname(typed: string, own = ''): NicknameControl {
  const nickname = cleanNickname(typed)
  const isTheirs = (clean: string) => clean !== '' && clean === cleanNickname(own)
  const isAsked = nicknameProblem(nickname) === null && !isTheirs(nickname)
  const [known, setKnown] = useState<{ nickname: string; state: NicknameState } | null>(null)
  const question = useRef<Question | null>(null)

  const ask = useCallback((asked: string): Promise<NicknameState> => {
    if (question.current?.nickname === asked) return question.current.answer
    question.current?.left.abort()
    const left = new AbortController()
    const answer = validNickname(asked, left.signal).then((given): NicknameState => {
      const state = given.ok ? (given.data.available ? 'available' : 'taken') : 'unknown'
      if (question.current?.left !== left) return state
      // A question without an answer may be asked again.
      if (state === 'unknown') question.current = null
      setKnown({ nickname: asked, state })
      return state
    })
    question.current = { nickname: asked, left, answer }
    return answer
  }, [])

  useEffect(() => {
    if (!isAsked) return
    const rest = setTimeout(() => void ask(nickname), NICKNAME_DEBOUNCE_MS)
    return () => clearTimeout(rest)
  }, [ask, isAsked, nickname])

  useEffect(
    () => () => {
      question.current?.left.abort()
      question.current = null
    },
    [],
  )

  const settle = (current: string): Promise<NicknameState> => {
    const clean = cleanNickname(current)
    if (isTheirs(clean)) return Promise.resolve('available')
    return nicknameProblem(clean) === null ? ask(clean) : Promise.resolve('idle')
  }

  return { state: !isAsked ? 'idle' : known?.nickname === nickname ? known.state : 'checking', settle }
}
