import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Guarded } from '../../src/app/Guarded.tsx'
import { onSignedInElsewhere } from '../../src/effects/browser/leave.ts'
import type { Guard } from '../../src/rules/visit/guards.ts'
import { goError } from '../../src/rules/visit/outcome.ts'
import { isAccount, paths } from '../../src/rules/visit/paths.ts'
import { saveIdentify, useIdentify } from '../../src/stores/identify.ts'
import { resetStores } from '../../src/stores/persisted.ts'
import { useScreen } from '../../src/stores/screen.ts'
import { saveToWelcome, useWelcome } from '../../src/stores/welcome.ts'
import { goTo, renderAt, renderPart } from '../support/render.tsx'
import { someOf } from '../support/someOf.ts'

const here = () => window.location.pathname + window.location.search

test('runs a guard once, when the route is entered', async () => {
  let asked = 0
  const guard: Guard = { name: 'once', passes: ({ signedIn }) => (asked++, !signedIn), otherwise: [goError('403')] }
  const { view } = await renderPart(<Guarded guards={[guard]}>page</Guarded>)
  act(() => saveToWelcome({ signed_in: true }))
  act(() => resetStores())
  expect(view.container).toHaveTextContent('page')
  expect(asked).toBe(1)
})

test('does not show the page if a guard fails', async () => {
  const guard: Guard = { name: 'never', passes: () => false, otherwise: [goError('403')] }
  const { view } = await renderPart(<Guarded guards={[guard]}>page</Guarded>)
  expect(view.container).toBeEmptyDOMElement()
  await waitFor(() => expect(here()).toBe('/error?code=403'))
})

describe('in the app', () => {
  const open: readonly string[] = [
    '/init',
    '/init/login',
    '/init/session',
    '/init/password',
    '/init/join',
    '/init/sign-up',
  ]
  const free: readonly string[] = [
    ...open,
    paths.root,
    paths.error,
    paths.about,
    paths.privacyPolicy,
    paths.mobileVerify,
  ]

  const guarded = Object.values(paths).filter((path) => !free.includes(path) && !isAccount(path))
  // The guards of each path: routes.test.tsx.
  test.each(someOf(guarded, 4))('%s without a welcome ends at error 403', async (path) => {
    await renderAt(path)
    await waitFor(() => expect(here()).toBe('/error?code=403'))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/./)
  })

  test('/ redirects to the login page', async () => {
    await renderAt('/', { welcomed: true })
    expect(here()).toBe('/login')
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  test('tells an expired visit from a missing one', async () => {
    const { left } = await renderAt('/about', { welcomed: true })
    act(() => saveToWelcome({ welcome_expiry: 1 }))
    expect(left.to).toEqual([])
    goTo('/login')
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
  })

  test('shows and keeps nothing of the member when the tab is reopened after its time', async () => {
    await renderAt('/identify/myid', { welcomed: true })
    act(() => saveIdentify({ fullName: 'Hana Kim' }))
    const back = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await back()
    expect(here(), 'in time nothing happens').toBe('/identify/myid')
    act(() => saveToWelcome({ welcome_expiry: 1 }))
    await back()
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
    expect(useIdentify.getState().fullName).toBe('')
  })

  test('says so when another tab has signed in with the same visit', async () => {
    await renderAt('/identify/myid', { welcomed: true })
    act(() => saveIdentify({ fullName: 'Hana Kim' }))
    const other = new BroadcastChannel('daemun')
    const transaction_id = useWelcome.getState().welcome?.transaction_id
    other.postMessage({ signed_in: transaction_id })
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=ended'))
    expect(useIdentify.getState().fullName).toBe('')
    other.close()
  })

  test('stays when another visit has signed in in another tab', async () => {
    await renderAt('/identify/myid', { welcomed: true })
    const other = new BroadcastChannel('daemun')
    other.postMessage({ signed_in: 'another-visit' })
    const heard = new Promise((resolve) => onSignedInElsewhere(resolve))
    other.postMessage({ signed_in: 'a-third-visit' })
    await act(() => heard)
    expect(here()).toBe('/identify/myid')
    other.close()
  })

  test('leaves a page that needs no visit unchanged', async () => {
    await renderAt('/about', { welcomed: true })
    act(() => saveToWelcome({ welcome_expiry: 1 }))
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(here()).toBe('/about')
  })

  test('login is blocked with 403 when a session exists', async () => {
    await renderAt('/about', { welcomed: true })
    act(() => saveToWelcome({ signed_in: true }))
    goTo('/login')
    await waitFor(() => expect(here()).toBe('/error?code=403'))
    expect(useWelcome.getState().signed_in).toBe(true)
  })

  test.each([
    paths.joinPrivacy,
    paths.joinService,
    paths.joinCompleted,
    paths.identifyMyIdDone,
    paths.identifyPasswordVerify,
    paths.identifyPasswordNew,
    paths.resolveTerms,
  ])('%s too early shows “forbidden” and goes to login', async (path) => {
    await renderAt(path, { welcomed: true })
    await waitFor(() => expect(here()).toBe('/login'))
    expect(await screen.findByText('You can’t open this page yet. Please sign in first.')).toBeVisible()
    expect(useScreen.getState().toasts).toHaveLength(1)
  })

  test('any unmatched path leads to the error page', async () => {
    await renderAt('/no/such/page')
    await waitFor(() => expect(here()).toBe('/error/404'))
  })
})
