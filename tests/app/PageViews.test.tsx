import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { goTo, renderAt } from '../support/render.tsx'

const frame = () => document.querySelector<HTMLIFrameElement>('iframe')

test('the first page view is not sent; later route changes are, as templates', async () => {
  const { user } = await renderAt('/about', { settings: { VITE_TAG_MANAGER_ID: 'GTM-TEST' } })
  const link = await screen.findByRole('link', { name: 'Privacy policy' })
  expect(frame()).toBeNull()
  await user.click(link)
  await waitFor(() => expect(frame()).not.toBeNull())
  const posted: unknown[] = []
  const own = frame()?.contentWindow
  if (own) own.postMessage = (message: unknown) => void posted.push(message)
  frame()?.dispatchEvent(new Event('load'))
  expect(posted).toEqual([{ event: 'page_view', page: '/privacyPolicy', locale: 'en' }])
})

test('another error page is a view of its own, and the same page with another query is none', async () => {
  await renderAt('/error/403', { settings: { VITE_TAG_MANAGER_ID: 'GTM-TEST' } })
  await screen.findByRole('heading', { level: 1 })
  goTo('/error/403?reason=ended')
  goTo('/error/500')
  await waitFor(() => expect(frame()).not.toBeNull())
  const posted: unknown[] = []
  const own = frame()?.contentWindow
  if (own) own.postMessage = (message: unknown) => void posted.push(message)
  frame()?.dispatchEvent(new Event('load'))
  expect(posted).toEqual([{ event: 'page_view', page: '/error/:code', locale: 'en' }])
})
