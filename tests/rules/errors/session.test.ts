import { describe, expect, test } from 'vitest'
import { onSession } from '../../../src/rules/errors/session.ts'
import { go, goError, notice, beginStep, saveService, saveWelcome, signIn } from '../../../src/rules/visit/outcome.ts'
import { failed, succeeded } from '../../../contract/shapes/answer.ts'
import { service, welcome } from '../builders.ts'

const facts = { serviceName: '파트너', serviceUrl: null, now: Date.UTC(2026, 2, 2) }
const rp = succeeded(service())
const known = saveService(service())
const ask = (status: number, detail_code: number | null = null, description = '') =>
  onSession(failed({ reason: 'refused', status, detail_code, description }), rp, facts)

describe('session init', () => {
  const begun = welcome({ enc_alg: 'RSA-OAEP-256', passkey: { rp_id: 'a.example' } })
  const pending = { ...begun, matcher_type: 'JOIN_STATE', auth_token: 'tok' }
  test('200: follows the location', () =>
    expect(onSession(succeeded({ location: 'https://a.example/r' }), rp, facts)).toEqual([
      signIn('https://a.example/r'),
    ]))

  test('401: stores the welcome data without the step’s token and runs the handler', () =>
    expect(onSession(succeeded(pending), rp, facts)).toEqual([
      saveWelcome(begun),
      saveService(service()),
      beginStep({
        auth_required: false,
        auth_token: 'tok',
        auth_state: 'st-1',
        phone_number: '',
        matcher_type: 'JOIN_STATE',
        step: { step: 'JOIN_STATE', profile_fields: [] },
      }),
      go('/resolve/member'),
    ]))

  const gone = failed({ reason: 'left' })
  test.each([
    ['400: runs the handler, then error 403', ask(400, 4529), [known, notice('refused.suspended'), goError('403')]],
    [
      '400: what a form would show is a notice',
      ask(400, 4503),
      [known, notice('refused.userNotFound'), goError('403')],
    ],
    [
      '400: what a modal would show is a notice',
      ask(400, 4575),
      [known, notice('modal.maxFailureText'), goError('403')],
    ],
    [
      '400: the child restriction likewise',
      ask(400, 4543),
      [known, notice('modal.restrictChildText', { now: facts.now }), goError('403')],
    ],
    [
      '400: where the handler would lead, the reason and error 403',
      ask(400, 4031),
      [known, notice('refused.groupHere'), goError('403')],
    ],
    ['400: the group likewise', ask(400, 4595), [known, notice('refused.notGroupMember'), goError('403')]],
    [
      'a member without a phone: the reason',
      onSession(failed({ reason: 'refused', status: 400, code: 'NO_PHONE' }), rp, facts),
      [known, notice('refused.noPhone'), goError('403')],
    ],
    [
      'a visit that is over: the reason',
      onSession(failed({ reason: 'refused', status: 403, code: 'VISIT_OVER' }), rp, facts),
      [known, notice('refused.overdue'), goError('403')],
    ],
    [
      'a browser without cookies: what to do, and nothing of the service',
      onSession(failed({ reason: 'refused', status: 403, code: 'NO_COOKIES' }), rp, facts),
      [goError('403', 'cookies')],
    ],
    [
      '400: a service that this account may not use is named',
      ask(400, 4580),
      [known, notice('refused.servicePermission', { service: '파트너' }), goError('403')],
    ],
    ['any other status: a notice and error 403', ask(500), [known, notice('errors.unavailable'), goError('403')]],
    [
      'no response: a notice and error 403',
      onSession(failed({ reason: 'noResponse' }), failed({ reason: 'noResponse' }), facts),
      [notice('errors.noConnection'), goError('403')],
    ],
    [
      'service info failure outside the welcome flow: error 403',
      onSession(succeeded(pending), failed({ reason: 'refused', status: 500 }), facts),
      [goError('403')],
    ],
    [
      'a visit of another browser: where to start again',
      onSession(failed({ reason: 'refused', status: 403, code: 'NO_VISIT' }), rp, facts),
      [known, goError('403', 'stale')],
    ],
    ['the member left the page: nothing', onSession(gone, rp, facts), []],
    ['the member left before the service info arrived: nothing', onSession(succeeded(pending), gone, facts), []],
  ])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
})
