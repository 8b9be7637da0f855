// A password that no new account can have is held once, because every wrong password counts towards the lock. A second press sends it.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderAt } from '../../support/render.tsx'
import { calls, give, server } from '../../support/server.ts'
import { typeSignIn } from '../../support/typing.ts'

const verifyPwd = '/v1/verify/pwd'

describe('a password that breaks the rules', () => {
  test.each([
    ['ㅏT7!mz2R', 'Your password contains Korean letters. If that is right, press again.'],
    ['kT7!mz2R ', 'Your password contains a space. If that is right, press again.'],
    [' kT7!mz2R', 'Your password contains a space. If that is right, press again.'],
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
  test.each(['비밀 번호', 'a b', 'ㅏ'])('%j is sent by a second press', async (former) => {
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    await user.type(screen.getByLabelText('Email'), 'member@example.com')
    await user.click(screen.getByLabelText('Password'))
    await user.paste(former)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid())
    expect(calls(verifyPwd)).toHaveLength(0)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(left.to).toHaveLength(1))
  })

  test('a short one of a former system is sent at once', async () => {
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    await typeSignIn(user, 'member@example.com', 'ä1')
    await waitFor(() => expect(left.to).toHaveLength(1))
  })
})
