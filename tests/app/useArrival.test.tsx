import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render'
import '../support/server'

test('the title names the page and the service, and follows the language', async () => {
  const { user } = await renderAt('/login', { welcomed: true })
  expect(document.title).toBe('Sign in – Learning Hall')
  await user.selectOptions(screen.getByLabelText('Language'), '한국어')
  await waitFor(() => expect(document.title).toBe('로그인 – 배움터'))
})

test('without a service it names the product', async () => {
  await renderAt('/about')
  await screen.findByRole('link', { name: 'Privacy policy' })
  expect(document.title).toMatch(/ – Daemun$/)
})

test('the focus of the first page is the browser’s; arriving at the next one moves it to its heading, at the top', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo')
  const { user } = await renderAt('/about')
  const link = await screen.findByRole('link', { name: 'Privacy policy' })
  expect(document.body).toHaveFocus()
  expect(scrolled).not.toHaveBeenCalled()
  await user.click(link)
  const next = await screen.findByRole('heading', { level: 1, name: /privacy/i })
  await waitFor(() => expect(next).toHaveFocus())
  expect(scrolled).toHaveBeenCalledWith(0, 0)
})
