import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render'

function connect(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test('while there is no connection every page says so, and it stops with the next one', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  const words = /you are offline/i
  expect(screen.queryByText(words)).toBeNull()
  connect(false)
  expect(screen.getByText(words)).toHaveAttribute('aria-live', 'polite')
  connect(true)
  expect(screen.queryByText(words)).toBeNull()
})

test('a page that begins without a connection says so too', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderAt('/about')
  expect(await screen.findByText(/you are offline/i)).toBeVisible()
})
