import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render.tsx'

function connect(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test('says on every page that there is no connection, until it returns', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  const words = /you are offline/i
  expect(screen.queryByText(words)).toBeNull()
  connect(false)
  expect(await screen.findByText(words)).toHaveAttribute('aria-live', 'polite')
  connect(true)
  expect(screen.queryByText(words)).toBeNull()
})

test('says so on a page that starts without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderAt('/about')
  expect(await screen.findByText(/you are offline/i)).toBeVisible()
})
