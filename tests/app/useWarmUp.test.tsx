import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render'
import '../support/server'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../src/pages/info/PrivacyPolicyPage', (original: () => Promise<object>) => {
  asked()
  return original()
})

test('a page is fetched when its link is pointed at, and shown at the press', async () => {
  const { user } = await renderAt('/about')
  const link = await screen.findByRole('link', { name: 'Privacy policy' })
  expect(asked).not.toHaveBeenCalled()
  // The page listens from a moment after its first picture on.
  await waitFor(() => {
    fireEvent.pointerOver(link)
    expect(asked).toHaveBeenCalledOnce()
  })
  await user.click(link)
  await screen.findByRole('heading', { level: 1, name: /privacy/i })
  expect(asked).toHaveBeenCalledOnce()
})
