// Contract, RECOMMENDED_PASSKEY: a passkey without a question, at a press, or later.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { stubAuthenticator } from '../../support/webauthn.ts'
import { openStep } from '../../support/render.tsx'
import { calls, give, refuse, server } from '../../support/server.ts'

const RESOLVE = '/v1/matcher/resolve'
const location = 'http://localhost:3002/callback'
const options = {
  rp: { id: 'localhost', name: 'Daemun' },
  user: { id: 'dXNlcg', name: 'member@demo.test', displayName: 'Member' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
}
const button = (name: string) => screen.findByRole('button', { name })

/** The page of the step, as the server has named it. */
function openPage(silently = false) {
  server.use(give('auth', RESOLVE, { location }))
  return openStep('/resolve/passkey', 'RECOMMENDED_PASSKEY', { options, conditional: silently })
}
const sent = async () => calls(RESOLVE)[0]?.body()

describe('by a question', () => {
  test('"create" saves a passkey and goes on', async () => {
    const { questions } = stubAuthenticator({ createsSilently: true })
    const { left, user } = await openPage()
    await user.click(await button('Create a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    expect(questions[0]).toMatchObject({ kind: 'create', mediation: undefined })
    act(() => questions[0]?.end({ id: 'new' }))
    await waitFor(() => expect(left.to).toEqual([location]))
    expect(await sent()).toMatchObject({ matcher_type: 'RECOMMENDED_PASSKEY', passkey: { id: 'bmV3' } })
  })

  test('"later" goes on without one', async () => {
    stubAuthenticator()
    const { left, user } = await openPage()
    await user.click(await button('Maybe later'))
    await waitFor(() => expect(left.to).toEqual([location]))
    expect(await sent()).toMatchObject({ matcher_type: 'RECOMMENDED_PASSKEY', skip: true })
    expect(await sent()).not.toHaveProperty('conditional')
  })

  test.each([
    ['NotAllowedError', /No passkey was created/],
    ['InvalidStateError', /already has a passkey/],
    ['SecurityError', /couldn’t create a passkey/],
  ])('a question that ends with %s says how to go on', async (error, text) => {
    const { questions } = stubAuthenticator()
    const { user } = await openPage()
    await user.click(await button('Create a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ error }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(calls(RESOLVE)).toEqual([])
  })

  test('a passkey that the server does not save is taken back, and the next try has its new options', async () => {
    const { questions, forgotten } = stubAuthenticator()
    const { user } = await openPage()
    server.use(
      refuse('auth', RESOLVE, {
        status: 400,
        code: 'PASSKEY_FAILED',
        data: { options: { ...options, challenge: 'bmV4dA' } },
      }),
    )
    await user.click(await button('Create a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'new' }))
    expect(await screen.findByText(/couldn’t save this passkey/)).toBeVisible()
    expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: 'bmV3' }])
    await user.click(await button('Create a passkey'))
    await waitFor(() => expect(questions).toHaveLength(2))
    expect(questions.map(({ challenge }) => challenge)).toEqual(['challenge', 'next'])
  })
})

describe('without a question', () => {
  test('the browser creates it, and the member reads so before the service opens', async () => {
    const { questions } = stubAuthenticator({ createsSilently: true })
    const { left, user } = await openPage(true)
    await waitFor(() => expect(questions).toHaveLength(1))
    expect(questions[0]).toMatchObject({ kind: 'create', mediation: 'conditional' })
    expect(screen.queryByRole('button', { name: 'Create a passkey' })).toBeNull()
    act(() => questions[0]?.end({ id: 'new' }))
    expect(await screen.findByRole('dialog', { name: 'Passkey saved' })).toBeVisible()
    expect(await sent()).toMatchObject({ passkey: { id: 'bmV3' }, conditional: true })
    await user.click(await button('Continue to Learning Hall'))
    await waitFor(() => expect(left.to).toEqual([location]))
  })

  test.each(['NotAllowedError', 'InvalidStateError'])('a browser with %s leads to the question', async (error) => {
    const { questions } = stubAuthenticator({ createsSilently: true })
    await openPage(true)
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ error }))
    expect(await button('Create a passkey')).toBeVisible()
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  })

  test('a browser that does not answer leads to the question after two seconds', async () => {
    const { questions } = stubAuthenticator({ createsSilently: true })
    await openPage(true)
    expect(await button('Create a passkey')).toBeVisible()
    expect(questions.map((question) => question.isOver())).toEqual([true])
  })

  test('a browser that cannot create a passkey without a question shows the question at once', async () => {
    const { questions } = stubAuthenticator()
    await openPage(true)
    expect(await button('Create a passkey')).toBeVisible()
    expect(questions).toEqual([])
  })
})

test('a browser without WebAuthn goes on without a message', async () => {
  const { left } = await openPage()
  await waitFor(() => expect(left.to).toEqual([location]))
  expect(await sent()).toMatchObject({ skip: true, conditional: true })
})
