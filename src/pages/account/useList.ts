// A list of the account, asked for in its session when the page opens.
import { useCallback, useState } from 'react'
import type { SessionName } from '../../api/account.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { failed, type Answer } from '../../../contract/shapes/answer.ts'
import { ask } from './ask.ts'

/** @param call must be the same function as long as it asks for the same */
export function useList<T>(call: (session: SessionName, signal: AbortSignal) => Promise<Answer<T>>) {
  const put = useCallback(
    async (left: AbortSignal): Promise<Answer<T>> =>
      (await ask((session) => call(session, left))) ?? failed({ reason: 'left' }),
    [call],
  )
  const { again, ...rest } = useAnswer(put)
  const [isRetrying, setRetrying] = useState(false)
  function retry() {
    setRetrying(true)
    void again().finally(() => setRetrying(false))
  }
  return { ...rest, retry, isRetrying }
}
