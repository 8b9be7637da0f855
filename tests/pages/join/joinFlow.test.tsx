// A join whose stores a real visit has written: the partner's entry, then page after page.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readSignUp } from '../../../src/stores/signUp'
import { joinToPrivacy } from '../../support/joining'
import { renderAt } from '../../support/render'
import { refuse, server } from '../../support/server'
import { beginVisit } from '../../support/visit'

const here = () => window.location.pathname + window.location.search
const email = () => screen.getByLabelText('Email (your ID)')
const ok = async (user: Awaited<ReturnType<typeof joinToPrivacy>>['user']) =>
  user.click(await screen.findByRole('button', { name: 'OK' }))

describe('a 403', () => {
  test('of a firewall says "service unavailable" and keeps what was typed', async () => {
    server.use(refuse('auth', '/v1/challenge/join/:id', { status: 403 }))
    const { user } = await joinToPrivacy()
    await user.type(screen.getByLabelText('Name'), 'Kim Haneul')
    await user.type(email(), 'kept@mail.test')
    await user.tab()
    expect(await screen.findByRole('dialog')).toHaveTextContent('The service is not available right now.')
    await ok(user)
    expect(here()).toBe('/join/privacy/gen')
    expect(email()).toHaveValue('kept@mail.test')
    expect(readSignUp()).toMatchObject({ login_id: 'kept@mail.test', fullName: 'Kim Haneul' })
  })

  test('with VISIT_OVER ends the visit, and no page of it offers a form any more', async () => {
    server.use(refuse('auth', '/v1/challenge/join/:id', { status: 403, code: 'VISIT_OVER' }))
    const { user } = await joinToPrivacy()
    await user.type(email(), 'over@mail.test')
    await user.tab()
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
    expect(await screen.findByRole('heading', { name: 'This visit has expired' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Sign in again' })).toBeNull()
    expect(readSignUp().login_id).toBe('')
    history.pushState(null, '', '/login')
    dispatchEvent(new PopStateEvent('popstate'))
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
    expect(screen.queryByLabelText('Password')).toBeNull()
  })
})

test('4035 gives a notice, then error 403, and what was typed stays', async () => {
  server.use(refuse('auth', '/v1/challenge/join/:id', { detail_code: 4035 }))
  const { user } = await joinToPrivacy()
  await user.type(screen.getByLabelText('Name'), 'Kim Haneul')
  await user.type(email(), 'kept@mail.test')
  await user.tab()
  expect(await screen.findByRole('dialog')).toHaveTextContent('You cannot continue here right now.')
  await ok(user)
  await waitFor(() => expect(here()).toBe('/error?code=403'))
  expect(readSignUp()).toMatchObject({ login_id: 'kept@mail.test', fullName: 'Kim Haneul' })
})

test('the next visit begins with the id of a join whose visit expired', async () => {
  server.use(refuse('auth', '/v1/challenge/join/:id', { status: 403, code: 'VISIT_OVER' }))
  const { user, view } = await joinToPrivacy()
  await user.type(email(), 'kept@mail.test')
  await user.tab()
  await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
  view.unmount()
  await renderAt(`/init/join${await beginVisit({ prompt: 'create' })}&type=general`)
  await waitFor(() => expect(here()).toBe('/join/terms/gen'))
  expect(readSignUp().login_id).toBe('kept@mail.test')
})
