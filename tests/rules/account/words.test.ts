import { describe, expect, test } from 'vitest'
import { ACTIVITIES, type Account, type ActivityRow } from '../../../contract/shapes/account.ts'
import { activityNames, activityWords, isReportable, withNextPage } from '../../../src/rules/account/activity.ts'
import { cellOf, type ExportWords, exportParts, isMoment } from '../../../src/rules/account/exported.ts'
import { keptSpan } from '../../../src/rules/account/kept.ts'
import { creationProblem, proofProblem, usableMethods } from '../../../src/rules/account/proof.ts'
import { readableData } from '../../../src/rules/account/scopes.ts'
import { sections } from '../../../src/rules/account/sections.ts'

const row = (more: Partial<ActivityRow>): ActivityRow => ({
  id: '1',
  at: '',
  event: 'SIGN_IN',
  result: 'DONE',
  ...more,
})

describe('a line of the activity', () => {
  test.each<[string, Partial<ActivityRow>, string]>([
    ['a sign-in at a service with its methods', { service: 'S', method: ['PWD'] }, 'account.signedInAtBy'],
    ['a sign-in at a service', { service: 'S' }, 'account.signedInAt'],
    ['a sign-in with its methods', { method: ['PASSKEY'] }, 'account.signedInBy'],
    ['a sign-in', {}, 'account.didSignIn'],
    ['a refused sign-in', { service: 'S', result: 'REFUSED' }, 'account.refusedSignIn'],
    ['a wrong password', { result: 'WRONG_PASSWORD' }, 'account.wrongPassword'],
    ['a change', { event: 'PHONE_CHANGED' }, 'account.didChangePhone'],
    ['an event of another release', { event: 'NEW_EVENT' }, 'account.didOther'],
  ])('says: %s', (_, more, text) => expect(activityWords(row(more)).text).toBe(text))

  test('has words for each event of the contract', () =>
    expect(Object.keys(activityNames).toSorted()).toEqual([...ACTIVITIES].toSorted()))

  test.each([
    [{}, true],
    [{ result: 'WRONG_PASSWORD' }, false],
    [{ event: 'REPORTED' }, false],
  ])('with %j can be reported: %s', (more, can) => expect(isReportable(row(more))).toBe(can))

  test('that stands in two pages is shown once', () =>
    expect(
      withNextPage([row({ id: 'a' }), row({ id: 'b' })], [row({ id: 'b' }), row({ id: 'c' })]).map(({ id }) => id),
    ).toEqual(['a', 'b', 'c']))
})

describe('the export as tables', () => {
  const words: ExportWords = {
    yes: 'Yes',
    no: 'No',
    ofField: (name) => name.toUpperCase(),
    ofCode: (field, code) => (field === 'sex' && code === 'F' ? 'Female' : undefined),
  }

  test('is one table for rows with few columns, also where a row has more of them', () =>
    expect(exportParts({ consents: [{ a: 1 }, { a: 2, b: null }] }, words)).toEqual([
      {
        name: 'consents',
        count: 2,
        tables: [
          {
            kind: 'table',
            columns: ['a', 'b'],
            rows: [
              ['1', '–'],
              ['2', '–'],
            ],
          },
        ],
      },
    ]))

  test('is one record each for rows with many columns', () =>
    expect(exportParts({ members: [{ a: 1, b: 2, c: 3, d: 4, e: 5 }] }, words)[0]?.tables).toMatchObject([
      {
        kind: 'record',
        fields: [
          ['a', '1'],
          ['b', '2'],
          ['c', '3'],
          ['d', '4'],
          ['e', '5'],
        ],
      },
    ]))

  test('leaves nothing out: values of any kind have their cell', () => {
    expect(exportParts({ one: { a: { b: [1] } } }, words)[0]?.tables).toEqual([
      { kind: 'record', fields: [['a', 'B: 1']] },
    ])
    expect(exportParts({ list: ['x', 2] }, words)[0]?.tables).toMatchObject([{ rows: [['x'], ['2']] }])
    expect(exportParts({ text: 'x' }, words)[0]?.tables).toMatchObject([{ rows: [['x']] }])
    expect(exportParts({ none: [] }, words)[0]).toMatchObject({ count: 0, tables: [] })
  })

  test.each([
    [null, '–'],
    [undefined, '–'],
    ['', '–'],
    [[], '–'],
    [{}, '–'],
    [0, '0'],
    ['x', 'x'],
    [true, 'Yes'],
    [false, 'No'],
    [['openid', 'email'], 'openid, email'],
    [{ sex: 'F', kin: ['F'] }, 'SEX: Female\nKIN: F'],
    [{ job: 'J1', topics: ['a', 'b'], open: false }, 'JOB: J1\nTOPICS: a, b\nOPEN: No'],
    [[{ code: 1 }, { code: 2 }], 'CODE: 1\nCODE: 2'],
  ])('writes %j as a person reads it', (value, cell) => expect(cellOf(value, words)).toBe(cell))

  test.each([
    ['2026-11-28T09:00:00Z', true],
    ['2026-11-28T09:00:00.123+09:00', true],
    ['2026-11-28', false],
    ['at 2026-11-28T09:00:00Z', false],
  ])('takes %s for a moment: %s', (cell, is) => expect(isMoment(cell)).toBe(is))
})

test.each([
  [365, { value: 1, unit: 'year' }],
  [1825, { value: 5, unit: 'year' }],
  // Five years with two leap days.
  [1827, { value: 5, unit: 'year' }],
  [1828, { value: 1828, unit: 'day' }],
  [366, { value: 1, unit: 'year' }],
  [364, { value: 364, unit: 'day' }],
  [90, { value: 90, unit: 'day' }],
  [400, { value: 400, unit: 'day' }],
])('%i days are kept for %j', (days, span) => expect(keptSpan(days)).toEqual(span))

describe('the ways to prove', () => {
  test('are those that the browser can use, in their order', () => {
    expect(usableMethods(['PASSKEY', 'PWD', 'SMS'], true)).toEqual(['PASSKEY', 'PWD', 'SMS'])
    expect(usableMethods(['PASSKEY', 'PWD', 'SMS'], false)).toEqual(['PWD', 'SMS'])
    expect(usableMethods(['PASSKEY'], false)).toEqual(['PASSKEY'])
  })

  test.each([
    ['NotAllowedError', 'account.passkeyCancelled', 'account.passkeyNotCreated'],
    ['InvalidStateError', 'account.passkeyBroken', 'account.passkeyAlready'],
    ['SecurityError', 'account.passkeyBroken', 'account.passkeyCannotCreate'],
    ['AbortError', null, null],
  ])('by a passkey that ends with %s says %s, and a creation %s', (name, asked, created) => {
    const error = Object.assign(new Error(name), { name })
    expect([proofProblem(error), creationProblem(error)]).toEqual([asked, created])
  })
})

test.each([
  [['openid'], ['claim.memberKind']],
  [
    ['openid', 'email', 'profile', 'phone'],
    ['claim.memberKind', 'claim.email', 'claim.name', 'claim.nickname', 'claim.birthdate', 'claim.phone'],
  ],
  [
    ['openid', 'offline_access', 'of_another_release'],
    ['claim.memberKind', 'claim.other'],
  ],
  [[], ['account.readsNothing']],
])('the scopes %j open %j', (scopes, data) => expect(readableData({ scopes })).toEqual(data))

test('the data that the server names are shown, whatever the scopes open', () =>
  expect(readableData({ scopes: ['phone'], claims: ['email'] })).toEqual(['claim.email']))

describe('a section', () => {
  const account = {
    second_factor: 'SMS',
    marketing: { email: true, sms: true },
    passkeys: { rp_id: '', count: 2 },
  } as Account
  const texts = (name: string, more: Partial<Account> = {}, counts: { devices?: number } = {}) =>
    sections
      .find((section) => section.name === name)
      ?.state({ account: { ...account, ...more }, passwordAgo: 'ago', devices: null, services: null, ...counts })
      .map(({ text }) => text)
  test.each([
    ['security', {}, ['account.passwordAgo', 'account.passkeyCount', 'account.factorOn']],
    [
      'security',
      { second_factor: 'NONE', passkeys: { rp_id: '', count: 0 } },
      ['account.passwordAgo', 'account.factorOff'],
    ],
    ['privacy', {}, ['account.newsBoth']],
    ['privacy', { marketing: { email: true, sms: false } }, ['account.newsEmail']],
    ['privacy', { marketing: { email: false, sms: true } }, ['account.newsSms']],
    ['privacy', { marketing: { email: false, sms: false } }, ['account.newsNone']],
    ['privacy', { letter: { received_at: '', file_name: '', state: 'WAITING' } }, ['account.letterWaiting']],
    ['privacy', { leaving: { effective_at: '' } }, ['account.leavingShort']],
  ] as const)('%s with %j says %j', (name, more, said) => expect(texts(name, more)).toEqual(said))

  test('whose list has not come yet says nothing of it', () => {
    expect(texts('devices')).toEqual([])
    expect(texts('devices', {}, { devices: 0 })).toEqual(['account.deviceCount'])
  })
})
