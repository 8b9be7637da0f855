import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { report } from '../../../src/effects/faults/report.ts'
import { newReference } from '../../../src/effects/faults/reference.ts'
import { reportUncaught } from '../../../src/effects/faults/uncaught.ts'
import { performPlain } from '../../../src/effects/perform/plain.ts'
import { onHttpFailure } from '../../../src/rules/errors/http.ts'
import { toast } from '../../../src/rules/visit/outcome.ts'
import { failed, type Failure } from '../../../contract/shapes/answer.ts'
import { RELEASE } from '../../../server/release.ts'
import { saveLogin, useLogin } from '../../../src/stores/login.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { startApp } from '../../support/render.tsx'
import { calls, refuse, server } from '../../support/server.ts'

beforeEach(() => startApp())

const sent = () => Promise.all(calls('/v1/client-errors').map((call) => call.body()))
const arrived = (times: number) => waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(times))

describe('a report', () => {
  test('carries its reference, the template of the route, the release, and no personal data', async () => {
    history.replaceState(null, '', '/login?transaction_id=secret')
    report(new Error('no "한글" for a@b.kr at http://x.test/?auth_token=abcdef 01012345678'), 'ref-1')
    await arrived(1)
    const [body] = await sent()
    expect(body).toMatchObject({ id: 'ref-1', route: '/login', release: RELEASE })
    expect(JSON.stringify(body)).not.toMatch(/한글|a@b\.kr|abcdef|01012345678|transaction_id/)
  })

  test('is sent once for each error of a page', async () => {
    const before = calls().length
    const references = [1, 2, 3].map(() => report(new Error('the same')))
    expect(new Set(references).size, 'under one reference').toBe(1)
    report(new Error('another'))
    history.replaceState(null, '', '/join')
    report(new Error('the same'))
    await arrived(before + 3)
    expect((await sent()).map((body) => (body as { route: string }).route)).toEqual(['/', '/', '/join'])
  })

  test('that cannot be delivered is not tried again, and is no failure of its own', async () => {
    server.use(refuse('node', '/v1/client-errors', { status: 500 }))
    report(new Error('undelivered'))
    await arrived(1)
    report(new Error('undelivered'))
    expect(calls('/v1/client-errors')).toHaveLength(1)
    expect(useScreen.getState().toasts).toEqual([])
  })

  test('is made of a thrown value that is no error', async () => {
    report('just words')
    await arrived(1)
    expect(await sent()).toMatchObject([{ message: 'just words' }])
  })

  test('has a short reference, each its own', () => {
    expect(newReference()).toMatch(/^[0-9a-f]{8}$/)
    expect(newReference()).not.toBe(newReference())
  })

  test('is made of an error that was not caught', async () => {
    reportUncaught()
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('uncaught one'), cancelable: true }))
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('rejected one') }))
    await arrived(2)
    expect(await sent()).toMatchObject([{ message: 'uncaught one' }, { message: 'rejected one' }])
  })
})

describe('Spec §8, HTTP layer: what every failed call says', () => {
  const hear = (failure: Partial<Failure> & Pick<Failure, 'reason'>) =>
    onHttpFailure(failed(failure).failure, 'GET /v1/thing').forEach(performPlain)
  const said = () => useScreen.getState().toasts.map(({ text, tone }) => [text, tone])

  // What each failure says is in tests/rules/errors/http.test.ts.
  test('500: the server-error toast', () => {
    hear({ reason: 'refused', status: 500 })
    expect(said()).toEqual([['errors.serverError', 'error']])
  })

  test('404: the not-found toast, once the texts are here that name the service', async () => {
    hear({ reason: 'refused', status: 404 })
    await waitFor(() => expect(said()).toEqual([['errors.notFound', 'error']]))
  })

  test('404 without these texts: the service-unavailable toast', async () => {
    vi.resetModules()
    const [{ files }, plain, screen] = await Promise.all([
      import('../../../src/i18n/languages.ts'),
      import('../../../src/effects/perform/plain.ts'),
      import('../../../src/stores/screen.ts'),
    ])
    vi.spyOn(files.later, 'ko').mockRejectedValue(new Error('lost'))
    plain.performPlain(toast('errors.notFound'))
    await waitFor(() => expect(screen.useScreen.getState().toasts).toMatchObject([{ text: 'errors.unavailable' }]))
  })

  test('401: flags auth', () => {
    saveLogin({ auth_token: 't', auth_required: true, login_id: 'a@b.kr' })
    hear({ reason: 'refused', status: 401 })
    expect(useLogin.getState()).toMatchObject({ auth_token: '', auth_required: false, login_id: 'a@b.kr' })
    expect(said()).toEqual([])
  })

  test('a contract error is reported with the path of the field', async () => {
    hear({ reason: 'contract', status: 200, field: 'expires_in' })
    await arrived(1)
    expect(await sent()).toMatchObject([{ message: 'GET /v1/thing: contract: expires_in' }])
  })
})
