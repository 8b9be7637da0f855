import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render.tsx'
import '../support/network.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../src/pages/info/PrivacyPolicyPage.tsx', (original: () => Promise<object>) => {
  asked()
  return original()
})

test('loads a page when its link is pointed at, and shows it at the press', async () => {
  const { user } = await renderAt('/about')
  const link = await screen.findByRole('link', { name: 'Privacy policy' })
  expect(asked).not.toHaveBeenCalled()
  // The page begins to listen a moment after its first frame.
  await waitFor(() => {
    fireEvent.pointerOver(link)
    expect(asked).toHaveBeenCalledOnce()
  })
  await user.click(link)
  await screen.findByRole('heading', { level: 1, name: /privacy/i })
  expect(asked).toHaveBeenCalledOnce()
})
