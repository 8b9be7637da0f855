// Time in the hands of a test. It still runs by itself, so that nothing that waits for the network stands still.
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

export function holdTime(at?: Date): { pass: (ms: number) => void } {
  vi.useFakeTimers({ shouldAdvanceTime: true, ...(at && { now: at }) })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms) => act(() => void vi.advanceTimersByTime(ms)) }
}
