// A password that no account can have is not sent, because every wrong password counts towards the lock.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderAt } from '../../support/render.tsx'
import { calls, give, server } from '../../support/server.ts'

const verifyPwd = '/v1/verify/pwd'

describe('a password that breaks the rules', () => {
  test.each([
    ['ㅏT7!mz2R', 'Your password contains Korean letters. Please check your input language.'],
    ['kT7!mz2R ', 'Passwords don’t contain spaces. Check for a space before or after yours.'],
    [' kT7!mz2R', 'Passwords don’t contain spaces. Check for a space before or after yours.'],
  ])('%j is not sent and shows one error, and the right one is sent', async (wrong, told) => {
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    const password = screen.getByLabelText('Password')
    await user.type(screen.getByLabelText('Email'), 'member@example.com')
    await user.click(password)
    await user.paste(wrong)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription(told))
    expect(screen.getAllByText(told).filter((one) => one.closest('#live-region') === null)).toHaveLength(1)
    expect(password).toHaveValue(wrong)
    await waitFor(() => expect(password).toHaveFocus())
    expect(calls(verifyPwd)).toHaveLength(0)
    await user.clear(password)
    await user.type(password, 'kT7!mz2R{Enter}')
    await waitFor(() => expect(left.to).toHaveLength(1))
  })
})
