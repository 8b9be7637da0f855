// Spec §8, join: the outcome of each refusal, and where a completed join leads.
import { describe, expect, test } from 'vitest'
import {
  type JoinFacts,
  onChallengeRefused,
  onCompleted,
  onJoined,
  onJoinRefused,
  onPersonKnown,
} from '../../../src/rules/errors/join.ts'
import { childRestricted } from '../../../src/rules/errors/login.ts'
import { failed, succeeded, type Failure } from '../../../contract/shapes/answer.ts'
import { ended } from '../../../src/rules/visit/outcome.ts'
import { paths } from '../../../src/rules/visit/paths.ts'

const facts: JoinFacts = {
  serviceName: '배움터',
  serviceUrl: 'https://partner.example/',
  kind: 'GEN',
  isInvited: false,
  permission: 'EVERYONE',
  login_id: 'hana@mail.test',
  now: Date.parse('2026-03-02T03:00:00Z'),
}
const refused = (detail_code: number | null, more: Partial<Failure> = {}): Failure =>
  failed({ reason: 'refused', status: 400, detail_code, ...more }).failure
const toPrivacy = { do: 'go', to: '/join/privacy/gen' }
const child = { do: 'modal', name: 'restrictChild', values: { now: facts.now } }

describe('a refused login id', () => {
  test.each([
    ['4025: same identity, and back to the service', refused(4025), ['notice', 'redirect']],
    ['4501: the same', refused(4501), ['notice', 'redirect']],
    ['4585: invalid join', refused(4585), ['notice']],
    ['an unknown code: service unavailable', refused(9999), ['notice']],
    ['no connection: says so in the form', failed({ reason: 'noResponse' }).failure, ['formError']],
    ['the member left the page', failed({ reason: 'left' }).failure, []],
  ])('%s', (_, failure, steps) => expect(onChallengeRefused(failure, facts).map((step) => step.do)).toEqual(steps))

  describe('of a member', () => {
    const waysOf = (outcome: ReturnType<typeof onJoinRefused>) =>
      outcome.flatMap((step) => (step.do === 'notice' ? (step.ways ?? []) : [])).map((way) => [way.text, way.outcome])
    const withId = (to: string) => [
      { do: 'keepLoginId', login_id: 'hana@mail.test' },
      { do: 'go', to },
    ]
    const known = [
      ['join.signInAs', withId('/login')],
      ['modal.findPassword', withId('/identify/password')],
    ]
    const taken = { field: 'login_id', text: 'join.loginIdTaken' }

    test('says which ID is taken, and only that a person is known', () => {
      const [taken] = onChallengeRefused(refused(4501), facts)
      expect(taken).toMatchObject({ text: 'refused.idTaken', values: { login_id: 'hana@mail.test' } })
      const [known] = onChallengeRefused(refused(4025), facts)
      expect(known).toMatchObject({ text: 'refused.samePerson' })
      expect(known).not.toHaveProperty('values')
    })
    test('offers another phone where the phone was proved', () =>
      expect(waysOf(onPersonKnown(facts)).at(-1)).toEqual([
        'join.anotherPhone',
        [{ do: 'focus', field: 'mobileNumber' }],
      ]))
    test('offers to sign in, to reset the password, and another address on this screen', () =>
      expect(waysOf(onChallengeRefused(refused(4501), facts))).toEqual([
        ...known,
        [
          'join.anotherEmail',
          [
            { do: 'keepJoin', join: { emailVerified: false } },
            { do: 'fieldError', ...taken },
            { do: 'focus', field: 'login_id' },
          ],
        ],
      ]))
    test('offers the same at the end of the join, with another address on its screen', () =>
      expect(waysOf(onJoinRefused(refused(4501), facts))).toEqual([
        ...known,
        ['join.anotherEmail', [{ do: 'keepJoin', join: { emailVerified: false, refused: taken } }, toPrivacy]],
      ]))
    test('offers no other address to an invited visitor, because the invitation has it', () =>
      expect(waysOf(onJoinRefused(refused(4501), { ...facts, isInvited: true }))).toEqual(known))
    test('does not tell the ID of a person who is a member under another one', () =>
      expect(waysOf(onJoinRefused(refused(4025), facts))).toEqual([
        ['info.toLogin', [{ do: 'go', to: '/login' }]],
        ['title.identifyMyId', [{ do: 'go', to: '/identify/myid' }]],
      ]))
  })

  const unavailable = [{ do: 'notice', text: 'errors.unavailable' }]
  const forbidden = [
    { do: 'notice', text: 'refused.forbidden' },
    { do: 'go', to: '/error', query: { code: '403' } },
  ]
  test.each([
    ['VISIT_OVER ends the visit', refused(null, { status: 403, code: 'VISIT_OVER' }), ended],
    ['any other 403 is "service unavailable"', refused(null, { status: 403 }), unavailable],
    ['4035 is a notice, then error 403', refused(4035), forbidden],
  ])('%s, here and for a sign-up that is sent', (_, failure, outcome) => {
    expect(onChallengeRefused(failure, facts)).toEqual(outcome)
    expect(onJoinRefused(failure, facts)).toEqual(outcome)
  })

  test('4031: carries over the group account', () =>
    expect(onChallengeRefused(refused(4031), facts)).toEqual([
      { do: 'go', to: '/join/info', query: { type: 'sk', login_id: 'hana@mail.test' } },
    ]))
  const anotherEmail = {
    text: 'join.anotherEmail',
    outcome: [
      { do: 'keepJoin', join: { emailVerified: false } },
      { do: 'go', to: '/join/privacy' },
    ],
  }
  test('4595: continues as a general member, or with another address', () =>
    expect(onChallengeRefused(refused(4595), { ...facts, kind: 'SK' })).toEqual([
      {
        do: 'notice',
        text: 'refused.notGroup',
        ways: [anotherEmail],
      },
      { do: 'go', to: '/join/terms/gen', query: { type: 'general', login_id: 'hana@mail.test' } },
    ]))
  test('4031 with a closed group join: gives the reason and the way back', () =>
    expect(onChallengeRefused(refused(4031), { ...facts, permission: 'ONLY_GEN' })).toEqual([
      { do: 'notice', text: 'refused.onlyGen' },
      { do: 'go', to: '/join', replace: true },
    ]))
  test('4595 with a closed general join: gives the reason and the way back', () =>
    expect(onChallengeRefused(refused(4595), { ...facts, kind: 'SK', permission: 'ONLY_SK' })).toEqual([
      { do: 'keepJoin', join: { emailVerified: false } },
      { do: 'notice', text: 'refused.notGroupHere', ways: [anotherEmail] },
      { do: 'go', to: '/join', replace: true },
    ]))
  test('shows a denied domain at the field', () =>
    expect(onChallengeRefused(refused(null, { field: 'login_id' }), facts)).toEqual([
      { do: 'fieldError', field: 'login_id', text: 'join.loginIdDenied' },
    ]))
})

describe('a refused sign-up', () => {
  test('4543: shows the child restriction with its date', () => {
    expect(onJoinRefused(refused(4543), facts)).toEqual([child])
    expect(childRestricted(facts.now)).toEqual([child])
  })
  test.each([
    [4514, 'refused.newPassword'],
    [4533, 'refused.passwordSameAsId'],
    [4534, 'refused.passwordSameAsPhone'],
    [4539, 'refused.passwordSameAsBefore'],
  ])('%i: the form asks for the password again, and for nothing else, and says why at its field', (code, text) =>
    expect(onJoinRefused(refused(code), facts)).toEqual([
      { do: 'keepJoin', join: { password: '', pendingPassword: '', refused: { field: 'password', text } } },
      { do: 'notice', text, button: 'join.passwordAnew' },
      toPrivacy,
    ]),
  )
  test('4518: asks for a new proof', () =>
    expect(onJoinRefused(refused(4518), facts)).toEqual([
      { do: 'keepJoin', join: { emailVerified: false, mobileVerified: false, auth_code: '' } },
      { do: 'notice', text: 'refused.proofGone' },
      toPrivacy,
    ]))
  test.each([
    ['nickname', 'nickName', 'join.nicknameTaken'],
    ['recommender_mbr_no', 'recommenderMbrNo', 'field.recommenderUnknown'],
    ['affiliation_code', 'affiliationCode', 'field.refused'],
  ])('the error of the field %s is shown at %s', (wire, field, text) => {
    const failure = refused(null, { field: wire })
    expect(onJoinRefused(failure, facts)).toEqual([{ do: 'keepJoin', join: { refused: { field, text } } }, toPrivacy])
    expect(onJoinRefused(failure, { ...facts, isInvited: true })).toEqual([
      { do: 'fieldError', field, text },
      { do: 'focus', field },
    ])
  })
  test.each([
    ['a wish of the service', refused(null, { field: 'current_job_group' })],
    ['one beside a code without a meaning', refused(4999, { field: 'current_job_group' })],
  ])('the error of %s is shown at its field', (_, failure) =>
    expect(onJoinRefused(failure, facts)).toEqual([
      { do: 'fieldError', field: 'current_job_group', text: 'field.refused' },
      { do: 'focus', field: 'current_job_group' },
    ]),
  )
  test('shows a notice for a field that no page has', () =>
    expect(onJoinRefused(refused(null, { field: 'consents' }), facts)).toEqual([
      { do: 'notice', text: 'refused.fieldsJoin' },
      toPrivacy,
    ]))
  test.each([
    ['group', { kind: 'SK' }, '/join/privacy'],
    ['invited', { isInvited: true }, '/sign-up/privacy/gen'],
    ['invited group', { kind: 'SK', isInvited: true }, '/sign-up/privacy'],
  ] as const)('back to the page of the %s join', (_, change, to) =>
    expect(onJoinRefused(refused(4518), { ...facts, ...change }).at(-1)).toEqual({ do: 'go', to }),
  )
  test('says in the form that there is no connection, and keeps the form', () =>
    expect(onJoinRefused(failed({ reason: 'noResponse' }).failure, facts)).toEqual([
      { do: 'formError', text: 'errors.noConnection', again: true },
    ]))
  test('shows no field error for an answer that breaks the contract', () =>
    expect(onJoinRefused(failed({ reason: 'contract', status: 200, field: 'join_status' }).failure, facts)).toEqual([
      { do: 'notice', text: 'errors.unavailable' },
    ]))
})

describe('an accepted sign-up', () => {
  const empty = { password: '', auth_code: '', auth_token: '' }
  // Replaces the page that sent it, so that Back does not return there.
  const completed = { do: 'go', to: '/join/completed/gen', replace: true }

  test('JOINED: gives the last page its location', () =>
    expect(onJoined(succeeded({ join_status: 'JOINED', location: 'https://issuer.example/x' }), facts)).toEqual([
      { do: 'keepJoin', join: { join_status: 'JOINED', location: 'https://issuer.example/x', ...empty } },
      completed,
    ]))
  test('WAITING: has no location yet', () =>
    expect(onJoined(succeeded({ join_status: 'WAITING', matcher_type: 'JOIN_STATE' }), facts)).toEqual([
      { do: 'keepJoin', join: { join_status: 'WAITING', location: '', ...empty } },
      completed,
    ]))
  test('JOINED with a pending step: stores the step for the last page', () => {
    const outcome = onJoined(succeeded({ join_status: 'JOINED', matcher_type: 'CONSENT_RELYING_PARTY' }), facts)
    expect(outcome).toMatchObject([
      { do: 'keepJoin' },
      { do: 'beginStep', login: { matcher_type: 'CONSENT_RELYING_PARTY' } },
      completed,
    ])
  })
  test('JOINED without a location or a step: reports a contract error', () =>
    expect(onJoined(succeeded({ join_status: 'JOINED' }), facts)).toMatchObject([
      { do: 'keepJoin' },
      { do: 'report', message: 'contract: location' },
      completed,
    ]))
  test('a refusal keeps the form', () =>
    expect(onJoined(failed({ reason: 'refused', status: 400, detail_code: 4543 }), facts)).toEqual([child]))

  test.each([
    [
      'follows the location and ends the sign-in',
      { location: 'https://issuer.example/x', step: null },
      { do: 'redirect', url: 'https://issuer.example/x' },
    ],
    [
      'opens the page of a pending step',
      { location: '', step: { step: 'CONSENT_RELYING_PARTY' as const } },
      { do: 'go', to: paths.resolveServiceNickname },
    ],
    [
      'leads back to the sign-in without a location or a step',
      { location: '', step: null },
      { do: 'go', to: paths.login },
    ],
  ])('the last page’s button %s', (_, known, outcome) =>
    expect(onCompleted({ ...known, here: paths.joinCompletedGen })).toMatchObject([outcome]),
  )
})
