import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAnswer } from '../../../src/effects/forms/useAnswer.ts'
import { type Answer, failed, succeeded } from '../../../contract/shapes/answer.ts'
import { deferred } from '../../support/deferred.ts'

const refused = failed({ reason: 'noResponse' })

/** A call whose answers arrive in order, each when the test releases it. */
function question(...answers: Answer<string>[]) {
  const asked: { left: AbortSignal; release: () => void }[] = []
  const ask = async (left: AbortSignal) => {
    const { promise, resolve } = deferred()
    const answer = answers[asked.push({ left, release: resolve }) - 1] ?? refused
    await promise
    return answer
  }
  return { ask, asked, answer: (at: number) => act(async () => asked[at]?.release()) }
}

test('a lost answer is asked for again, and an earlier answer stays if the next one is lost', async () => {
  const { ask, asked, answer } = question(refused, succeeded('list'), refused)
  const { result } = renderHook(() => useAnswer(ask))
  expect(result.current).toMatchObject({ data: null, failed: false })
  await answer(0)
  expect(result.current).toMatchObject({ data: null, failed: true })
  act(() => result.current.retry())
  await answer(1)
  expect(result.current).toMatchObject({ data: 'list', failed: false })
  act(() => result.current.retry())
  await answer(2)
  expect(result.current).toMatchObject({ data: 'list', failed: true })
  expect(asked).toHaveLength(3)
})

test('another question cancels the one before, and shows nothing of it', async () => {
  const [korean, english] = [question(succeeded('ko'), succeeded('late')), question(succeeded('en'))]
  const { result, rerender, unmount } = renderHook(({ ask }) => useAnswer(ask), { initialProps: korean })
  await korean.answer(0)
  expect(result.current.data).toBe('ko')
  act(() => result.current.retry())
  rerender(english)
  expect(result.current.data).toBeNull()
  expect(korean.asked[1]?.left.aborted).toBe(true)
  await korean.answer(1)
  expect(result.current.data).toBeNull()
  await english.answer(0)
  expect(result.current.data).toBe('en')
  act(() => result.current.retry())
  unmount()
  expect(english.asked[1]?.left.aborted).toBe(true)
})

test('a known answer is not asked for', async () => {
  const { ask, asked } = question()
  const { result } = renderHook(() => useAnswer(ask, 'known'))
  await waitFor(() => expect(result.current.data).toBe('known'))
  expect(asked).toEqual([])
})
