import { describe, expect, test } from 'vitest'
import { wrongCount } from '../../../src/rules/errors/lock.ts'
import { onLoginRefused, refusal } from '../../../src/rules/errors/login.ts'
import {
  back,
  clear,
  dropStep,
  focus,
  formError,
  tryAgain,
  go,
  goError,
  keepJoin,
  modal,
  notice,
  ended,
  redirect,
  wait,
} from '../../../src/rules/visit/outcome.ts'
import type { Outcome, Step } from '../../../src/rules/visit/outcome.ts'
import type { Failure } from '../../../contract/shapes/answer.ts'
import { failed } from '../../../contract/shapes/answer.ts'

const facts = { serviceName: '파트너', serviceUrl: 'https://partner.example/', now: Date.UTC(2026, 2, 2) }
const refused = (detail_code: number | null, more: Partial<Failure> = {}) =>
  failed({ reason: 'refused', status: 400, detail_code, ...more }).failure

/** The steps that prepare the form: clear the password first, and move the focus after the message and before a step that leaves. */
const ready = (said: readonly Step[], leaves: readonly Step[] = []): Outcome => [
  clear('password'),
  ...said,
  focus('login_id'),
  ...leaves,
]
const unavailable = [notice('errors.unavailable')]

describe('login resolver, by detail_code', () => {
  const locked = [modal('maxFailure'), go('/identify/password')]
  test.each<[string, number | null, Outcome]>([
    [
      '4025: same identity exists, then the service',
      4025,
      ready([notice('refused.sameIdentity')], [redirect(facts.serviceUrl)]),
    ],
    ['4501: the same', 4501, ready([notice('refused.sameIdentity')], [redirect(facts.serviceUrl)])],
    ['4031: go to join info (type sk)', 4031, ready([dropStep], [go('/join/info', { type: 'sk' })])],
    ['4595: go to join terms (type general)', 4595, ready([dropStep], [go('/join/terms/gen', { type: 'general' })])],
    ['4035: a notice, then error 403', 4035, ready([notice('refused.forbidden')], [goError('403')])],
    ['4575: max-failure modal', 4575, ready([], locked)],
    ['4578: max-failure modal', 4578, ready([], locked)],
    ['4503: user not found', 4503, ready([formError('refused.userNotFound')])],
    ['4514: new password error', 4514, ready([notice('refused.newPassword')])],
    ['4529: suspended', 4529, ready([notice('refused.suspended')])],
    ['4543: child restriction', 4543, ready([], [modal('restrictChild', { now: facts.now })])],
    ['4546: verification code maximum', 4546, ready([notice('verification.tooMany')])],
    ['4579: incumbent state', 4579, ready([notice('refused.incumbent')])],
    ['4580: prefixed with the service name', 4580, ready([notice('refused.servicePermission', { service: '파트너' })])],
    ['4585: invalid join', 4585, ready([notice('refused.invalidJoin')])],
    ['4588: use permission', 4588, ready([notice('refused.usePermission')])],
    ['4589: IP not allowed', 4589, ready([notice('refused.ip')])],
    ['4590: internal only', 4590, ready([notice('refused.internalOnly')])],
    ['4533: password same as id', 4533, ready([notice('refused.passwordSameAsId')])],
    ['4534: password same as phone', 4534, ready([notice('refused.passwordSameAsPhone')])],
    ['4539: password same fail', 4539, ready([notice('refused.passwordSameAsBefore')])],
    ['other codes: service unavailable', 4999, ready(unavailable)],
    ['no code at all: service unavailable', null, ready(unavailable)],
  ])('%s', (_, detail_code, outcome) => expect(onLoginRefused(refused(detail_code), facts)).toEqual(outcome))

  test.each([4031, 4595])('%i: the join begins with the id that was typed, and nothing of it is proved', (code) =>
    expect(onLoginRefused(refused(code), { ...facts, login_id: 'a@b.kr' })).toContainEqual(
      keepJoin({ login_id: 'a@b.kr', emailVerified: false, fixed: [] }),
    ),
  )

  const nowhere = { serviceName: '', serviceUrl: null, now: 0 }
  test.each([
    ['4025 without a service domain: back', 4025, ready([notice('refused.sameIdentity')], [back])],
    ['4580 without a service name: no prefix', 4580, ready([notice('refused.servicePermissionNameless')])],
  ])('%s', (_, detail_code, outcome) => expect(onLoginRefused(refused(detail_code), nowhere)).toEqual(outcome))

  test.each([
    ['1: incorrect password', 'incorrect password [1]', ready([formError('refused.wrongPassword')])],
    ['2: incorrect password', 'incorrect password [2]', ready([formError('refused.wrongPassword')])],
    ['3: two tries are left', 'incorrect password [3]', ready([formError('refused.wrongPasswordLeft', { left: 2 })])],
    ['4: one try is left', 'incorrect password [4]', ready([formError('refused.wrongPasswordLeft', { left: 1 })])],
    ['5: max-failure modal, id/password page', 'incorrect password [5]', ready([], locked)],
    ['more than 5: the same', 'incorrect password [12]', ready([], locked)],
    ['without a count: incorrect password', 'incorrect password', ready([formError('refused.wrongPassword')])],
  ])('4502 with the count %s', (_, description, outcome) =>
    expect(onLoginRefused(refused(4502, { description }), facts)).toEqual(outcome),
  )
})

test.each([
  ['a bracket', '[4]', 4],
  ['the first bracket with digits', '[a] [2] [3]', 2],
  ['clamped', '[999]', 5],
  ['four digits are no count', '[1234]', 0],
  ['nothing in it', '[]', 0],
  ['nothing at all', '', 0],
  ['many open brackets', '['.repeat(10_000), 0],
])('the count is read from %s', (_, description, count) => expect(wrongCount(description)).toBe(count))

describe('login failure', () => {
  test.each<[string, Failure, Outcome]>([
    [
      'no response: error 403',
      failed({ reason: 'noResponse' }).failure,
      [clear('password'), goError('403', 'unanswered')],
    ],
    [
      'no connection: the form stays as it is, and offers the same press',
      failed({ reason: 'noResponse', offline: true }).failure,
      [tryAgain('errors.noConnection'), focus('login_id')],
    ],
    ['no phone on file: the reason', refused(null, { code: 'NO_PHONE' }), ready([notice('refused.noPhone')])],
    ['400: the handler', refused(4529), ready([notice('refused.suspended')])],
    ['401: the handler', refused(4529, { status: 401 }), ready([notice('refused.suspended')])],
    ['412: the handler', refused(4529, { status: 412 }), ready([notice('refused.suspended')])],
    ...[404, 500, 503].map((status): [string, Failure, Outcome] => [
      `any other status: service unavailable (${status})`,
      refused(4529, { status, unavailable: true }),
      ready([formError('errors.unavailable')]),
    ]),
    ['504: service unavailable', refused(4529, { status: 504, unavailable: true }), ready(unavailable)],
    ['403: service unavailable', refused(null, { status: 403 }), ready(unavailable)],
    [
      '429: how long to wait',
      refused(null, { status: 429, retry_after: 31 }),
      ready([formError('errors.waitSeconds', { seconds: 31 }), wait(31)]),
    ],
    [
      'an answer of another shape: unavailable (the HTTP layer has reported its field)',
      failed({ reason: 'contract', status: 200, field: 'data.location' }).failure,
      ready(unavailable),
    ],
    ['the member left the page: nothing', failed({ reason: 'left' }).failure, []],
  ])('%s', (_, failure, outcome) => expect(onLoginRefused(failure, facts)).toEqual(outcome))

  test.each([
    ['a 403 with VISIT_OVER', { status: 403, code: 'VISIT_OVER' }],
    ['a 409', { status: 409 }],
  ])('%s says that the visit is over', (_, answered) =>
    expect(onLoginRefused(refused(null, answered), facts)).toEqual(ready([], [...ended])),
  )

  test('keeps the text of the toast in the form, with the reference of the server', () => {
    const description = 'correlation id 0c2e4a52-9f1d-4f43-8f51-2f4ad9f4b3a1'
    expect(refusal(refused(null, { status: 500, description }), facts)).toEqual([
      tryAgain('errors.serverError', '0c2e4a52-9f1d-4f43-8f51-2f4ad9f4b3a1'),
    ])
    expect(refusal(refused(null, { status: 500, description: `${description}. More` }), facts)).toEqual([
      tryAgain('errors.serverError'),
    ])
    expect(refusal(refused(null, { status: 503 }), facts)).toEqual([tryAgain('errors.unavailable')])
  })

  test('offers no second press where that cannot help: an address that is not found, and a sign-in without its password', () => {
    expect(refusal(refused(null, { status: 404 }), facts)).toEqual([formError('errors.notFound')])
    expect(onLoginRefused(refused(null, { status: 500, unavailable: true }), facts)).toEqual(
      ready([formError('errors.unavailable')]),
    )
  })

  test('counts down a wait in every form', () =>
    expect(refusal(refused(null, { status: 429, retry_after: 5 }), facts)).toEqual([
      formError('errors.waitSeconds', { seconds: 5 }),
      wait(5),
    ]))
})
