// Spec §2, modals: Escape and the back button close a dialog as soon as it opens, even while its code is loading.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ModalHost } from '../../src/app/ModalHost.tsx'
import { type ModalStatus, openModal, useScreen } from '../../src/stores/screen.ts'
import { renderPart } from '../support/render.tsx'
import '../support/network.ts'

const closers: [string, (user: Awaited<ReturnType<typeof renderPart>>['user']) => unknown][] = [
  ['the back button', () => act(() => history.back())],
  ['Escape', (user) => user.keyboard('{Escape}')],
]

test.each(closers)('%s closes a dialog whose code is still loading, and the page beneath stays', async (_, close) => {
  history.replaceState(null, '', '/before')
  history.pushState(null, '', '/page')
  const { user } = await renderPart(<ModalHost />)
  const statuses: ModalStatus[] = []
  act(() => void openModal({ name: 'notice', text: 'errors.unavailable' }).then((status) => statuses.push(status)))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(useScreen.getState().modal).not.toBeNull()
  await close(user)
  await waitFor(() => expect(statuses).toEqual(['close']))
  expect(useScreen.getState().modal).toBeNull()
  expect(location.pathname).toBe('/page')
})

test('a text of terms that cannot be loaded without a connection closes its dialog, and the page says why', async () => {
  const { user } = await renderPart(<ModalHost />)
  act(() => void openModal({ name: 'notice', text: 'errors.unavailable' }))
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const statuses: ModalStatus[] = []
  const termsText = { name: 'Terms of service', url: 'https://terms.test/1' }
  act(() => void openModal({ name: 'termsText', termsText }).then((status) => statuses.push(status)))
  await waitFor(() => expect(statuses).toEqual(['close']))
  await waitFor(() => expect(useScreen.getState().toasts).toMatchObject([{ text: 'errors.noConnection' }]))
})
