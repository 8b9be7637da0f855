// Faults, "A failure is still on the page ten seconds later": the text of each toast stays in the form until the next press.
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { finishPrivacy, joinToPrivacy } from '../support/joining.ts'
import { passwordRight, renderAfter, renderAt } from '../support/render.tsx'
import { bases, calls, cut, give, refuse, server } from '../support/server.ts'
import { expectLasting } from '../support/toasts.ts'
import { someOf } from '../support/someOf.ts'
import { typeSignIn } from '../support/typing.ts'

const verifyPwd = '/v1/verify/pwd'
const issueSms = '/authenticator/v1/issue/sms'
const reissueSms = '/authenticator/v1/reissue/sms'
const verifyMobile = '/authenticator/v1/verify/mobile'
const resolve = '/v1/matcher/resolve'
const verifyJoin = '/v1/verify/join'
const CORRELATION = '0c2e4a52-9f1d-4f43-8f51-2f4ad9f4b3a1'
const partner = 'http://localhost:3002/'

/** The status, the text, and whether a second press can help. */
const statuses: readonly [number, MessageKey, boolean][] = [
  [404, 'errors.notFound', false],
  [500, 'errors.serverError', true],
  [503, 'errors.unavailable', true],
]
/** Spec §8: at the login, and for a code that is not sent, every such status says the same. */
const UNAVAILABLE = [404, 500, 503]
const again = (alert: HTMLElement) => within(alert).getByRole('button', { name: 'Try again' })

async function signIn() {
  const rendered = await renderAt('/login', { welcomed: true })
  await typeSignIn(rendered.user, 'member@example.com')
  return rendered
}

/** The second step, as it stands after the password. */
const secondStep = () => renderAfter(passwordRight, '/login')

describe('at the login', () => {
  test.each(someOf(UNAVAILABLE, 1))('a %i stays, and asks for the password again', async (status) => {
    server.use(refuse('auth', verifyPwd, { status }))
    const { user } = await signIn()
    const alert = await expectLasting('errors.unavailable')
    // The password is gone, so a second press alone would not sign in.
    expect(within(alert).queryByRole('button')).toBeNull()
    server.use(give('auth', verifyPwd, { location: partner }))
    await user.type(screen.getByLabelText('Password'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(alert).toBeEmptyDOMElement())
  })

  test('a connection that is lost meanwhile stays, and "try again" signs in with the same password', async () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get')
    server.use(
      http.all(bases.auth + verifyPwd, () => {
        connection.mockReturnValue(false)
        return HttpResponse.error()
      }),
    )
    const { user, left } = await signIn()
    const alert = await expectLasting('errors.noConnection')
    connection.mockReturnValue(true)
    server.use(give('auth', verifyPwd, { location: partner }))
    await user.click(again(alert))
    await waitFor(() => expect(left.to).toEqual([partner]))
  })

  test('a failure of the server has the reference that its log has', async () => {
    server.use(refuse('auth', verifyPwd, { status: 500, description: `correlation id ${CORRELATION}` }))
    await signIn()
    expect(await expectLasting('errors.unavailable')).toHaveTextContent(CORRELATION)
  })
})

describe('at a code', () => {
  const code = () => screen.getByLabelText('Verification code')
  const sent = give('service', issueSms, { expires_in: 180 })

  test.each(someOf(UNAVAILABLE, 1))('a %i when it is sent stays', async (status) => {
    server.use(refuse('service', issueSms, { status }))
    const { user } = await secondStep()
    const alert = await expectLasting('errors.unavailable')
    server.use(sent)
    await user.click(again(alert))
    await waitFor(() => expect(code()).toBeEnabled())
    expect(alert).toBeEmptyDOMElement()
  })

  test('that is not sent again: "try again" asks for another code, without the question', async () => {
    server.use(sent, refuse('service', reissueSms, { status: 503 }))
    const { user } = await secondStep()
    await waitFor(() => expect(code()).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Request a new code' }))
    const question = await screen.findByRole('dialog')
    await user.click(within(question).getByRole('button', { name: 'Request a new code' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const alert = await expectLasting('errors.unavailable')
    server.use(give('service', reissueSms, { expires_in: 180 }))
    await user.click(again(alert))
    await waitFor(() => expect(calls(reissueSms)).toHaveLength(2))
    await waitFor(() => expect(alert).toBeEmptyDOMElement())
  })

  const AT_CHECK = [...statuses, ['lost', 'errors.noConnection', true] as const]
  test.each(AT_CHECK)('a %s when it is checked stays, and the code too', async (status, text, helps) => {
    const failing = status === 'lost' ? cut('service', verifyMobile) : refuse('service', verifyMobile, { status })
    server.use(sent, failing)
    const { user, left } = await secondStep()
    await waitFor(() => expect(code()).toBeEnabled())
    await user.type(code(), '123456')
    const alert = await expectLasting(text)
    expect(code()).toHaveValue('123456')
    if (!helps) return
    server.use(give('service', verifyMobile, { auth_code: 'proof' }), give('auth', resolve, { location: partner }))
    await user.click(again(alert))
    await waitFor(() => expect(left.to).toEqual([partner]))
  })

  test('a lost answer to the proof: "try again" sends the same proof', async () => {
    server.use(sent, give('service', verifyMobile, { auth_code: 'proof' }), cut('auth', resolve))
    const { user, left } = await secondStep()
    await waitFor(() => expect(code()).toBeEnabled())
    await user.type(code(), '123456')
    const alert = await expectLasting('errors.noConnection')
    server.use(give('auth', resolve, { location: partner }))
    await user.click(again(alert))
    await waitFor(() => expect(left.to).toEqual([partner]))
    expect(calls(verifyMobile)).toHaveLength(1)
    expect(await calls(resolve)[1]?.body()).toEqual(await calls(resolve)[0]?.body())
  })
})

describe('at the end of a join', () => {
  test('each failure stays, "try again" sends the same choice, and the last press is not silent either', async () => {
    const rendered = await joinToPrivacy()
    await finishPrivacy(rendered)
    const { user } = rendered
    for (const [status, text, helps] of statuses) {
      server.use(refuse('auth', verifyJoin, { status }))
      await user.click(screen.getByRole('button', { name: 'Skip and create account' }))
      const alert = await expectLasting(text)
      expect(within(alert).queryAllByRole('button')).toHaveLength(helps ? 1 : 0)
    }
    server.use(cut('auth', verifyJoin))
    await user.click(screen.getByRole('button', { name: 'Skip and create account' }))
    const alert = await expectLasting('errors.noConnection')
    const before = calls(verifyJoin).length
    server.resetHandlers()
    await user.click(again(alert))
    await screen.findByRole('heading', { name: /^Welcome, / })
    expect(calls(verifyJoin)).toHaveLength(before + 1)
    expect(await calls(verifyJoin).at(-1)?.body()).toMatchObject({ skip_services: true })
  })
})
