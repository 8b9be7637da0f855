// For every test that renders: the matchers, a clean page after each test, and no word on the console that nobody expected.
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

// A test that expects a complaint asserts it and then clears the spy.
afterEach(() => {
  cleanup()
  const complaints = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  expect(complaints).toEqual([])
})
