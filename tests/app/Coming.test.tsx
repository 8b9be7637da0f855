// Screens, "Around every page": a loading page says so.
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { whileComing } from '../../src/stores/screen.ts'
import { deferred } from '../support/deferred.ts'
import { renderAt } from '../support/render.tsx'

const line = () => document.querySelector('.coming')

test('shows and announces a line while page code loads, until the last request ends', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  const [one, other] = [deferred(), deferred()]
  const both = [one, other].map(({ promise }) => whileComing(promise))
  await expect.poll(line).not.toBeNull()
  await expect.poll(() => document.getElementById('live-region')?.textContent).toMatch(/working/i)
  await act(async () => {
    one.resolve()
    await both[0]
  })
  expect(line()).not.toBeNull()
  await act(async () => {
    other.resolve()
    await both[1]
  })
  expect(line()).toBeNull()
})

test('removes the line when code is lost', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  await act(() => whileComing(Promise.reject(new Error('gone'))).catch(() => {}))
  expect(line()).toBeNull()
})
