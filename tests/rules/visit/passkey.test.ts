import { describe, expect, test } from 'vitest'
import {
  askProblem,
  createProblem,
  onPasskey,
  onPasskeyCreated,
  optionsProblem,
  passkeyWay,
} from '../../../src/rules/visit/passkey.ts'
import { clear, expire, focus, formError, goError, notice, signIn } from '../../../src/rules/visit/outcome.ts'
import { type Failure, failed, succeeded } from '../../../contract/shapes/answer.ts'

const facts = { serviceName: 'Partner', serviceUrl: 'https://partner.example/', now: 0, here: '/login' as const }
const refused = (status: number, more: Partial<Failure> = {}) => failed({ reason: 'refused', status, ...more })
const named = (name: string) => Object.assign(new Error(name), { name })
const location = 'https://partner.example/callback'

test.each([
  ['a browser with WebAuthn shows the button', true, 'Safari', 'button'],
  ['KakaoTalk without WebAuthn shows the hint to open a browser', false, 'Mobile KAKAOTALK 10.4.5', 'hint'],
  ['Naver without WebAuthn shows the hint to open a browser', false, 'Mobile NAVER(inapp; search; 1000)', 'hint'],
  ['an app with WebAuthn shows the button', true, 'Mobile KAKAOTALK 10.4.5', 'button'],
  ['any other browser without WebAuthn shows nothing', false, 'Firefox', null],
])('%s', (_, webauthn, userAgent, way) => expect(passkeyWay({ webauthn, autofill: false, userAgent })).toBe(way))

test.each([
  ['a question that the app itself ended says nothing', 'AbortError', null, null],
  ['a cancelled question says how to go on', 'NotAllowedError', 'passkey.cancelled', 'passkey.notCreated'],
  ['a wrong address is named', 'SecurityError', 'passkey.notHere', 'passkey.cannotCreate'],
  ['a device that has a passkey already is told apart', 'InvalidStateError', 'passkey.broken', 'passkey.already'],
  ['an unknown error says how to go on', 'UnknownError', 'passkey.broken', 'passkey.cannotCreate'],
])('%s', (_, name, asked, created) => {
  expect(askProblem(named(name))).toBe(asked)
  expect(createProblem(named(name))).toBe(created)
})

test('a press that gets no options shows the cause', () => {
  expect(optionsProblem(failed({ reason: 'noResponse' }).failure)).toBe('errors.noConnection')
  expect(optionsProblem(refused(404).failure)).toBe('passkey.notNow')
})

describe('the answer to a passkey', () => {
  test.each([
    ['signs in', succeeded({ location }), [signIn(location)]],
    [
      'says that the passkey is unknown, and how to go on',
      refused(400, { code: 'PASSKEY_UNKNOWN' }),
      [formError('passkey.unknown'), focus('login_id')],
    ],
    [
      'says that the passkey could not be checked',
      refused(400, { code: 'PASSKEY_FAILED' }),
      [formError('passkey.failed'), focus('login_id')],
    ],
    ['stays on the form if it got lost', failed({ reason: 'noResponse' }), [formError('passkey.noAnswer')]],
    [
      'says the state of the account as for a password',
      refused(400, { detail_code: 4529 }),
      [clear('password'), notice('refused.suspended'), focus('login_id')],
    ],
    [
      'ends a visit that is over as for a password',
      refused(403, { code: 'VISIT_OVER' }),
      [clear('password'), focus('login_id'), expire, goError('403', 'ended')],
    ],
  ])('%s', (_, answer, outcome) => expect(onPasskey(answer, facts)).toEqual(outcome))
})

describe('the answer to a created passkey', () => {
  const step = { ...facts, here: '/resolve/passkey' as const }
  test('leads on', () => expect(onPasskeyCreated(succeeded({ location }), step)).toEqual([signIn(location)]))
  test('first tells a member who was not asked', () =>
    expect(onPasskeyCreated(succeeded({ location }), { ...step, silently: true })).toEqual([
      notice('passkey.saved'),
      signIn(location),
    ]))
  test('says that the server did not save it', () =>
    expect(onPasskeyCreated(refused(400, { code: 'PASSKEY_FAILED' }), step)).toEqual([formError('passkey.notSaved')]))
  test('shows nothing for a failed creation without a question', () =>
    expect(onPasskeyCreated(refused(400, { code: 'PASSKEY_FAILED' }), { ...step, silently: true })).toEqual([]))
})
