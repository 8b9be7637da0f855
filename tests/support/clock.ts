// A clock that a test can move. It also advances by itself, so that network calls still end.
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

export function holdTime(at?: Date): { pass: (ms: number) => void } {
  vi.useFakeTimers({ shouldAdvanceTime: true, ...(at && { now: at }) })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms) => act(() => void vi.advanceTimersByTime(ms)) }
}
