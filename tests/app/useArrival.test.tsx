import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../support/render.tsx'
import { give, refuse, server } from '../support/server.ts'
import { typeSignIn } from '../support/typing.ts'

test('names the page and the service in the title, in the current language', async () => {
  const { user } = await renderAt('/login', { welcomed: true })
  expect(document.title).toBe('Sign in – Learning Hall')
  await user.selectOptions(screen.getByLabelText('Language'), '한국어')
  await waitFor(() => expect(document.title).toBe('로그인 – 배움터'))
})

test('names the product in the title if there is no service', async () => {
  await renderAt('/about')
  await waitFor(() => expect(document.title).toMatch(/ – Daemun$/))
})

test('leaves the focus of a first page without a form alone, and focuses the heading of the next page', async () => {
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

test('treats the form of a code as a page with its own title and focus', async () => {
  const data = { auth_required: true, auth_token: 'token-1', phone_number: '010-****-1234', state: 'state-1' }
  // The app sends the first code by itself.
  server.use(
    refuse('auth', '/v1/verify/pwd', { status: 401, data }),
    give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
  )
  const { user } = await renderAt('/login', { welcomed: true })
  await typeSignIn(user, 'a@b.kr', 'secret')
  await waitFor(() => expect(screen.getByLabelText('Verification code')).toHaveFocus())
  await waitFor(() => expect(document.title).toMatch(/^Verify your phone – /))
  await user.selectOptions(screen.getByLabelText('Language'), '한국어')
  await waitFor(() => expect(document.title).toBe('휴대폰 인증 – 배움터'))
  await user.click(screen.getByRole('button', { name: '다른 계정으로 로그인' }))
  await waitFor(() => expect(screen.getByLabelText('비밀번호')).toHaveFocus())
  await waitFor(() => expect(document.title).toBe('로그인 – 배움터'))
})
