// Screens: /account/devices, /account/services and /account/activity.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ActivityRow } from '../../../contract/shapes/account.ts'
import { accountServer, SIGN_IN } from '../../support/account.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, hold, refuse, server } from '../../support/server.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** What an item says below its name. */
const facts = (item: Element | null | undefined) =>
  [...(item?.querySelectorAll('dt') ?? [])].map(
    (term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`,
  )
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the devices', () => {
  test('are named with place, services and last use, this browser first', async () => {
    accountServer()
    await renderAt('/account/devices')
    await screen.findByText('Firefox · Linux')
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.className === 'item')
    expect(first).toHaveTextContent('This browser')
    expect(screen.getByText(/^Places are estimated/)).toBeVisible()
    expect(second).toHaveTextContent(/^Safari · iPhone/)
    expect(facts(second)).toEqual([
      'Location: Busan',
      expect.stringMatching(/^Last used: .* ago$/),
      expect.stringMatching(/^Signed in on: \d/),
      'Signed in at: Step Learning',
    ])
  })

  test('are signed out one by one', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/devices')
    await user.click(await button('Sign out Safari\u00a0· iPhone'))
    await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
    expect(state.sessions.map(({ id }) => id)).toEqual(['here'])
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('are signed out all but this one, after a question', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/devices')
    await user.click(await button('Sign out all other browsers'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await gone()
    expect(state.sessions).toHaveLength(2)
    await user.click(await button('Sign out all other browsers'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
    expect(screen.queryByText(/^Places are estimated/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sign out all other browsers' })).toBeNull()
  })

  test('end this page when this browser is signed out', async () => {
    accountServer()
    const { user } = await renderAt('/account/devices')
    await user.click(await button(/Sign out Firefox/))
    expect(await screen.findByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  })

  test('that are gone already are signed out: the list is read anew', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/devices')
    const signOut = await button('Sign out Safari\u00a0· iPhone')
    state.sessions = state.sessions.filter(({ current }) => current)
    await user.click(signOut)
    expect(await screen.findByText('That browser is signed out.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
    expect(screen.queryByText(/no longer there/)).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('that could not be read again after a change say so until they are', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account/devices')
    const signOut = await button('Sign out Safari\u00a0· iPhone')
    state.fault = { call: 'GET /sessions', how: 503 }
    await user.click(signOut)
    const again = await button('Try again')
    expect(screen.getByText('Firefox · Linux')).toBeVisible()
    state.fault = null
    await user.click(again)
    await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('whose list is asked for again: the button waits, and then the heading has the focus', async () => {
    const state = accountServer()
    const { handler, release } = hold('auth', '/v1/account/sessions', state.sessions)
    server.use(handler)
    server.use(refuse('auth', '/v1/account/sessions', { status: 503, once: true }))
    const { user } = await renderAt('/account/devices')
    await user.click(await button('Try again'))
    expect(await button('Try again')).toHaveAttribute('aria-disabled', 'true')
    release()
    expect(await screen.findByText('Safari · iPhone')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })
})

describe('the services', () => {
  test('say what each may read, and which terms were agreed to when', async () => {
    accountServer()
    await renderAt('/account/services')
    const service = (await screen.findByText('Step Learning')).closest('li')
    expect(facts(service)).toEqual(
      expect.arrayContaining(['Can read: member type and email', 'Version: 3', 'Agreed on: 1\u00a0Jan\u00a02026']),
    )
    expect(service).toHaveTextContent('Required')
    expect(screen.getByRole('link', { name: /Terms of Step/ })).toHaveAttribute('href', 'https://step.test/3')
  })

  test('lose the consent after a question and a proof', async () => {
    const state = accountServer()
    state.proofs = [['PWD']]
    const { user } = await renderAt('/account/services')
    await user.click(await button('Withdraw consent Step Learning'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw consent' }))
    const box = await screen.findByRole('dialog', { name: 'Is it you?' })
    await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    expect(await screen.findByText('You have not used any service yet.')).toBeVisible()
    expect(state.services).toEqual([])
  })
})

const row = (at: number, more: Partial<ActivityRow> = {}): ActivityRow => ({
  id: `row-${at}`,
  at: new Date(Date.UTC(2026, 5, 1) - at * 60_000).toISOString(),
  event: 'SIGN_IN',
  result: 'DONE',
  ...more,
})

describe('the activity', () => {
  test('is told in words, day by day', async () => {
    const state = accountServer()
    state.activity = [
      row(0, { service: 'Step Learning', method: ['PWD', 'SMS'], browser: 'Safari', place: 'Busan' }),
      row(1, { event: 'PASSWORD_CHANGED' }),
      row(2, { result: 'WRONG_PASSWORD' }),
      row(3, { event: 'OF_ANOTHER_RELEASE' }),
    ]
    await renderAt('/account/activity')
    expect(
      await screen.findByText('Signed in at Step Learning with a password and a code by text message'),
    ).toBeVisible()
    expect(screen.getByText('A wrong password was entered')).toBeVisible()
    expect(screen.getByText('Something else')).toBeVisible()
    expect(facts(screen.getByText('Safari').closest('li'))).toEqual(['Browser: Safari', 'Location: Busan'])
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(0)
  })

  test('has fifty rows a page', async () => {
    const state = accountServer()
    state.activity = Array.from({ length: 70 }, (_, at) => row(at, { id: `row-${at}`, event: 'SIGN_OUT' }))
    const { user } = await renderAt('/account/activity')
    await waitFor(() => expect(screen.getAllByRole('button', { name: /This wasn’t me/ })).toHaveLength(50))
    await user.click(await button('Load more'))
    await waitFor(() => expect(screen.getAllByRole('button', { name: /This wasn’t me/ })).toHaveLength(70))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(calls('/v1/account/activity').at(-1)?.query).toEqual({ before: row(49).at })
  })

  test('shows one kind only on request', async () => {
    const state = accountServer()
    state.activity = [row(0), row(1, { event: 'PASSWORD_CHANGED' })]
    const { user } = await renderAt('/account/activity')
    await screen.findByText('Signed in', { selector: 'span' })
    await user.selectOptions(screen.getByLabelText('Show'), 'Password changed')
    await waitFor(() => expect(screen.queryByText('Signed in', { selector: 'span' })).toBeNull())
    expect(await screen.findByText('Password changed', { selector: 'span' })).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Show'), 'Passkey added')
    expect(await screen.findByText('There is nothing of this kind in the last 90 days.')).toBeVisible()
  })

  test('"this was not me" ends everything after a question, and leads to a reset of the password', async () => {
    const state = accountServer()
    state.activity = [row(0)]
    const { user, left } = await renderAt('/account/activity')
    await user.click(await button('This wasn’t me Signed in'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out everything' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Everything is signed out' })).toBeVisible()
    expect(await calls('/v1/account/report')[0]?.body()).toEqual({ activity_id: 'row-0' })
    await user.click(await button('Reset password'))
    await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
    expect(await calls('/v1/init/account')[0]?.body()).toEqual({ return_to: '/account/activity', prompt: 'password' })
  })
})
