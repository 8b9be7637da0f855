// Contract, "Account": the session beside the visit. Its end, another member, and the way to a sign-in and back.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { saveIdentify } from '../../../src/stores/identify.ts'
import { accountServer, type AccountState, SIGN_IN } from '../../support/account.ts'
import { storedTexts } from '../../support/storage.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, cut, refuse, server } from '../../support/server.ts'

const NAME = 'Haneul Kim'
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const becomeVisible = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Another account has signed in in this browser. */
const anotherMember = (state: AccountState) =>
  Object.assign(state.account, {
    session: 'second-session',
    login_id: 'other@demo.test',
    name: 'Another Member',
    email: 'ot***@demo.test',
    nickname: null,
  })

const personal = () => [NAME, 'ha***@demo.test', 'Sky', '010-****-**34'].filter((text) => screen.queryByText(text))

describe('a member who is signed in', () => {
  test('of the group sees the number that a relative needs for a join', async () => {
    accountServer({ belong_sk: true, mbr_no: '20000001' })
    await renderAt('/account')
    await title('My account')
    expect(screen.getByText('20000001')).toBeVisible()
    expect(screen.getByText(/^Member number/)).toBeVisible()
  })

  test('sees the name, the masked address, and how each section stands', async () => {
    accountServer()
    await renderAt('/account')
    await title('My account')
    expect(screen.getByText(NAME)).toBeVisible()
    expect(screen.getByText('ha***@demo.test')).toBeVisible()
    expect(screen.queryByText(/^Member number/)).not.toBeInTheDocument()
    expect(
      await screen.findByRole('link', { name: /^Security.*Password changed .* ago · Passkeys: 1 · Second step off/ }),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: /^Devices.*Browsers signed in: 2/ })).toBeVisible()
    expect(await screen.findByRole('link', { name: /^Services.*Services used: 1/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Activity/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Privacy and data.*News by email/ })).toBeVisible()
  })

  test('needs no visit, and has the title of the page', async () => {
    accountServer()
    await renderAt('/account/devices')
    await title('Devices')
    await waitFor(() => expect(document.title).toBe('Devices – Daemun'))
  })

  test('goes to a section and back, and from each of them to the service', async () => {
    accountServer()
    const { user } = await renderAt('/account', { welcomed: true })
    const back = () => screen.getByRole('link', { name: 'Back to Learning Hall' })
    await title('My account')
    expect(back()).toHaveAttribute('href', expect.stringMatching(/^http/))
    await user.click(await screen.findByRole('link', { name: /^Security/ }))
    await title('Security')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(back()).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'My account' }))
    await title('My account')
  })

  test('signs this browser out on any page', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/security')
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await title('You are signed out')
    expect(state.sessions.map(({ id }) => id)).toEqual(['phone'])
    expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull()
  })

  test('leaves nothing of the account in the storage of the browser', async () => {
    accountServer()
    await renderAt('/account/security')
    await title('Security')
    const stored = [storedTexts(), document.cookie, location.href].join(' ')
    for (const text of [NAME, 'haneul', 'first-session']) expect(stored).not.toContain(text)
  })

  test('names the session in every call but the one that asks for it', async () => {
    accountServer()
    await renderAt('/account/devices')
    await screen.findByText('Firefox · Linux')
    expect(calls('/v1/account').map(({ headers }) => headers.get('x-account-session'))).toEqual([null])
    expect(calls('/v1/account/sessions').map(({ headers }) => headers.get('x-account-session'))).toEqual([
      'first-session',
    ])
  })
})

describe('without a session', () => {
  test('a sign-in begins that leads back to the same page, once', async () => {
    accountServer().signedOut = true
    const { left } = await renderAt('/account/security', { strict: true })
    await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
    expect(calls('/v1/init/account')).toHaveLength(1)
    expect(await calls('/v1/init/account')[0]?.body()).toEqual({ return_to: '/account/security' })
  })

  test('a sign-in that has led back takes its mark out of the address', async () => {
    accountServer()
    await renderAt('/account/devices?signed_in=1')
    await title('Devices')
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('a browser that keeps no cookies is told so, and is not sent around in circles', async () => {
    accountServer().signedOut = true
    const { left, user } = await renderAt('/account?signed_in=1')
    await title('This browser didn’t keep you signed in')
    expect(calls('/v1/init/account')).toEqual([])
    expect(location.search).toBe('')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
  })

  test('a sign-in that cannot begin can be tried again', async () => {
    accountServer().signedOut = true
    server.use(refuse('auth', '/v1/init/account', { status: 500 }))
    const { left, user } = await renderAt('/account')
    await title('Your account could not be loaded')
    accountServer()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await title('My account')
    expect(left.to).toEqual([])
  })
})

describe('an account that could not be loaded', () => {
  // Other failures: faults.test.tsx.
  test('can be tried again where a firewall answers', async () => {
    server.use(refuse('auth', '/v1/account', { status: 401, code: 'BLOCKED' }))
    const { user } = await renderAt('/account')
    await title('Your account could not be loaded')
    accountServer()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await title('My account')).toBeVisible()
  })
})

describe('a session that ends while the page is open', () => {
  test('is noticed when the tab becomes visible, and the page shows nothing personal', async () => {
    const state = accountServer()
    const { user, left } = await renderAt('/account')
    await title('My account')
    state.signedOut = true
    becomeVisible()
    await title('You are signed out')
    expect(personal()).toEqual([])
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
  })

  test('is noticed by the next call, and this tab keeps nothing of a visit that was open in it either', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/privacy')
    saveIdentify({ fullName: NAME, login_id: 'haneul@demo.test' })
    await waitFor(() => expect(Object.keys(sessionStorage)).toContain('daemun.identify'))
    await title('Privacy and data')
    state.signedOut = true
    await user.click(screen.getByRole('checkbox', { name: /text message/ }))
    await title('You are signed out')
    expect(personal()).toEqual([])
    expect(Object.keys(sessionStorage)).not.toContain('daemun.identify')
  })

  test('stays as it is on the page while the server does not answer', async () => {
    accountServer()
    await renderAt('/account')
    await title('My account')
    server.use(cut('auth', '/v1/account'))
    becomeVisible()
    await waitFor(() => expect(calls('/v1/account').length).toBeGreaterThan(1))
    expect(screen.getByText(NAME)).toBeVisible()
  })
})

describe('another member in the same browser', () => {
  test('is noticed when the tab becomes visible, and is shown only on request', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account')
    await title('My account')
    anotherMember(state)
    becomeVisible()
    await title('Another account has signed in')
    expect(personal()).toEqual([])
    expect(screen.queryByText('Another Member')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Load again' }))
    expect(await screen.findByText('Another Member')).toBeVisible()
    // The letter of the name, not of the address.
    expect(screen.getByText('A')).toBeVisible()
    expect(personal()).toEqual([])
  })

  test('is noticed by the next call, which changes nothing', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/privacy')
    await title('Privacy and data')
    anotherMember(state)
    await user.click(screen.getByRole('checkbox', { name: /text message/ }))
    await title('Another account has signed in')
    expect(state.account.marketing.sms).toBe(false)
  })

  test('is asked for no proof of what the member before has asked for, which is not done', async () => {
    const state = accountServer()
    state.proofs = [['PWD']]
    const { user } = await renderAt('/account/security')
    await user.click(await screen.findByRole('button', { name: 'Turn on Second step at sign-in' }))
    await screen.findByRole('dialog', { name: 'Is it you?' })
    anotherMember(state)
    becomeVisible()
    await title('Another account has signed in')
    await user.click(screen.getByRole('button', { name: 'Load again' }))
    await title('Security')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(state.account.second_factor).toBe('NONE')
  })

  test('is noticed when Back restores the page, before anything is shown', async () => {
    const state = accountServer()
    await renderAt('/account')
    await title('My account')
    anotherMember(state)
    act(() => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    expect(personal()).toEqual([])
    await title('Another account has signed in')
  })
})

test('the same member in a new session goes on, and the call is made there', async () => {
  const state = accountServer()
  const { user } = await renderAt('/account/privacy')
  await title('Privacy and data')
  state.account.session = 'second-session'
  await user.click(screen.getByRole('checkbox', { name: /text message/ }))
  await waitFor(() => expect(state.account.marketing.sms).toBe(true))
  expect(calls('/v1/account/marketing').map(({ headers }) => headers.get('x-account-session'))).toEqual([
    'first-session',
    'second-session',
  ])
})

test('a member who is leaving reads so on every page, and can stay', async () => {
  const state = accountServer({ leaving: { effective_at: '2026-12-12T09:00:00Z' } })
  const { user } = await renderAt('/account/devices')
  expect(await screen.findByText(/will be deleted on 12 Dec 2026/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByText(/will be deleted on/)).toBeNull())
  expect(state.account.leaving).toBeUndefined()
})

test('a page of the account in another language has its texts', async () => {
  accountServer()
  const { user } = await renderAt('/account')
  await title('My account')
  await user.selectOptions(screen.getByLabelText('Language'), '한국어')
  await title('내 계정')
  expect(screen.getByRole('link', { name: /^보안/ })).toBeVisible()
  // The backend learns it, and writes to the member in this language.
  await waitFor(() => expect(calls('/v1/account').at(-1)?.headers.get('accept-language')).toBe('ko'))
  vi.mocked(console.error).mockClear()
})
