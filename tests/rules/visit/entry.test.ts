import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  entryQuery,
  kindOfType,
  methodPath,
  notAnEntry,
  onEntered,
  parseEntryQuery,
} from '../../../src/rules/visit/entry.ts'
import type { EntryAction } from '../../../src/rules/visit/entry.ts'
import { go, goError, goTooMany, keepJoin, saveService, saveWelcome, toast } from '../../../src/rules/visit/outcome.ts'
import { failed, succeeded } from '../../../contract/shapes/answer.ts'
import { service, welcome } from '../builders.ts'

describe('the welcome query', () => {
  const good = {
    transaction_id: 't',
    state: 's',
    terms_types: [],
    ui_locales: '',
    login_id: '',
    type: '',
    certification: false,
  }
  const long = 'x'.repeat(513)
  test.each([
    ['carries transaction_id and state', '?transaction_id=t&state=s', good],
    ['is nothing without a transaction_id', '?state=s', null],
    ['is nothing without a state', '?transaction_id=t&state=', null],
    ['is nothing when it is empty', '', null],
    ['certification', '?transaction_id=t&state=s&certification=true', { ...good, certification: true }],
    ['terms_types: a single string', '?transaction_id=t&state=s&terms_types=SUNI', { ...good, terms_types: ['SUNI'] }],
    [
      'terms_types: a bracketed JSON list',
      '?transaction_id=t&state=s&terms_types=["SUNI","RELYING_PARTY"]',
      { ...good, terms_types: ['SUNI', 'RELYING_PARTY'] },
    ],
    [
      'terms_types: unknown types are left out',
      '?transaction_id=t&state=s&terms_types=["X","SUNI"]',
      { ...good, terms_types: ['SUNI'] },
    ],
    ['terms_types: a broken list rejects', '?transaction_id=t&state=s&terms_types=["SUNI"', null],
    ['terms_types: a list of anything but strings rejects', '?transaction_id=t&state=s&terms_types=[{"a":1}]', null],
    [
      'terms_types: more than ten reject',
      `?transaction_id=t&state=s&terms_types=[${'"SUNI",'.repeat(10)}"SUNI"]`,
      null,
    ],
    ['ui_locales is kept', '?transaction_id=t&state=s&ui_locales=en+ko', { ...good, ui_locales: 'en ko' }],
    ['login_hint is a login id', '?transaction_id=t&state=s&login_hint=a%40b.kr', { ...good, login_id: 'a@b.kr' }],
    [
      'login_id goes before login_hint',
      '?transaction_id=t&state=s&login_hint=h&login_id=i',
      { ...good, login_id: 'i' },
    ],
    ['type: the group’s join', '?transaction_id=t&state=s&type=sk', { ...good, type: 'sk' }],
    ['type: the general one', '?transaction_id=t&state=s&type=general', { ...good, type: 'general' }],
    ['a name given twice rejects', '?transaction_id=t&transaction_id=u&state=s', null],
    [
      '512 characters are accepted',
      `?transaction_id=${long.slice(1)}&state=s`,
      { ...good, transaction_id: long.slice(1) },
    ],
    ['more than 512 characters reject', `?transaction_id=${long}&state=s`, null],
    ['unknown names are ignored, also twice', '?transaction_id=t&state=s&utm=1&utm=2', good],
  ])('%s', (_, search, query) => expect(parseEntryQuery(search)).toEqual(query))

  test.each([
    ['nothing else', {}, 'transaction_id=t&state=s'],
    [
      'an id and terms',
      { login_id: 'a@b.kr', terms_types: ['SUNI'] },
      'transaction_id=t&state=s&terms_types=%5B%22SUNI%22%5D&login_id=a%40b.kr',
    ],
    ['a type', { type: 'sk' }, 'transaction_id=t&state=s&type=sk'],
    ['languages', { ui_locales: 'en ko' }, 'transaction_id=t&state=s&ui_locales=en+ko'],
    ['a required phone', { certification: true }, 'transaction_id=t&state=s&certification=true'],
    ['empty ones', { login_id: '', terms_types: [] }, 'transaction_id=t&state=s'],
  ])('is written again with %s', (_, kept, query) =>
    expect(entryQuery({ transaction_id: 't', state: 's' }, kept)).toBe(query),
  )

  test.each([
    ['sk', 'SK'],
    ['general', 'GEN'],
    ['', undefined],
    ['toString', undefined],
  ])('with type %j opens the join of %s', (type, kind) => expect(kindOfType(type)).toBe(kind))

  test('never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json().map((json) => `transaction_id=t&state=s&terms_types=${json}`),
    )
    fc.assert(fc.property(text, (search) => void parseEntryQuery(search)))
  })

  test('leads to error 403 when it is missing', () => expect(notAnEntry).toEqual([goError('403')]))
})

describe('the highest-priority authentication method', () => {
  const account = { id: '1', login_id: 'm***@b.kr', name: 'Member', last_used_at: '2026-01-01T09:00:00Z' }
  test.each([
    ['SSO is 1', ['CREDENTIAL', 'JOIN', 'PWD', 'SSO'], true, '/loginSSO'],
    ['SSO that is not possible now asks for a password', ['SSO', 'PWD'], false, '/login'],
    ['also where joining would come next', ['JOIN', 'SSO'], false, '/login'],
    ['PWD is 2', ['CREDENTIAL', 'JOIN', 'PWD'], true, '/login'],
    ['JOIN is 3', ['CREDENTIAL', 'JOIN', 'OTHER'], true, '/join'],
    ['CREDENTIAL is 4', ['OTHER', 'CREDENTIAL'], true, '/identify'],
    ['others are 5: login', ['OTHER'], true, '/login'],
    ['none: login', [], true, '/login'],
  ])('%s', (_, amrs, possible_sso_login, path) =>
    expect(methodPath({ amrs, possible_sso_login, sso_sessions: [account] })).toBe(path),
  )

  test('is the password if SSO has no account', () =>
    expect(methodPath({ amrs: ['SSO'], possible_sso_login: true, sso_sessions: [] })).toBe('/login'))
})

describe('a welcome', () => {
  const init = welcome()
  const rp = service()
  const stored = [saveWelcome(init), saveService(rp)]
  type Action = Exclude<EntryAction, 'session'>
  test.each<[string, Action, 'SK' | 'GEN' | undefined, ReturnType<typeof go>]>([
    ['login: stores both, then goes to the method', 'login', undefined, go('/login')],
    ['password: to the identify-password page', 'password', undefined, go('/identify/password')],
    ['join: to the choice when no member kind is known', 'join', undefined, go('/join')],
    ['join: to the terms of an SK member', 'join', 'SK', go('/join/terms')],
    ['join: to the general terms', 'join', 'GEN', go('/join/terms/gen')],
    ['sign-up: to the terms of an SK member', 'sign-up', 'SK', go('/sign-up/terms')],
    ['sign-up: to the general terms', 'sign-up', 'GEN', go('/sign-up/terms/gen')],
  ])('%s', (_, action, memberKind, step) =>
    expect(onEntered(action, succeeded(init), succeeded(rp), { memberKind })).toEqual([...stored, step]),
  )

  test.each([
    ['login', { certification: true }, [go('/certification')]],
    ['join', { login_id: ' A@b.kr ' }, [keepJoin({ login_id: 'A@b.kr' }), go('/join')]],
    ['join', { login_id: 'no address' }, [go('/join')]],
    ['login', { login_id: 'a@b.kr' }, [go('/login')]],
  ] as const)('%s with %j', (action, facts, steps) =>
    expect(onEntered(action, succeeded(init), succeeded(rp), facts)).toEqual([...stored, ...steps]),
  )
  test('that requires a phone leads to another method than the password unchanged', () =>
    expect(
      onEntered('login', succeeded(welcome({ amrs: ['JOIN'] })), succeeded(rp), { certification: true }).at(-1),
    ).toEqual(go('/join')))

  const refused = failed({ reason: 'refused', status: 404 })
  const offline = failed({ reason: 'noResponse', offline: true })
  const left = failed({ reason: 'left' })
  test.each([
    [
      'init login failure: error 500',
      onEntered('login', failed({ reason: 'refused', status: 500 }), refused),
      [goError('500')],
    ],
    [
      'an old or copied start address cannot be tried again',
      onEntered('login', failed({ reason: 'refused', status: 403 }), refused),
      [goError('500', 'stale')],
    ],
    [
      'nor one that the server knows in another browser only',
      onEntered('login', failed({ reason: 'refused', status: 403, code: 'NO_VISIT' }), refused),
      [goError('500', 'stale')],
    ],
    [
      'an expired one neither',
      onEntered('login', failed({ reason: 'refused', status: 403, code: 'VISIT_OVER' }), refused),
      [goError('500', 'expired')],
    ],
    [
      'too many entries: the error page counts',
      onEntered('login', failed({ reason: 'refused', status: 429, retry_after: 30 }), refused),
      [goTooMany(30)],
    ],
    ['no connection: the login form stays', onEntered('login', offline, offline), []],
    ['no connection elsewhere: the error page', onEntered('join', offline, offline), [goError('500', 'unreachable')]],
    [
      'no cookies: what to do',
      onEntered('login', failed({ reason: 'refused', status: 403, code: 'NO_COOKIES' }), succeeded(rp)),
      [goError('500', 'cookies')],
    ],
    ...[400, 412, 413].map((status): [string, ReturnType<typeof onEntered>, ReturnType<typeof onEntered>] => [
      `a start address that is refused with ${status}`,
      onEntered('login', failed({ reason: 'refused', status }), refused),
      [goError('500', 'stale')],
    ]),
    [
      'with a way back where the service is known',
      onEntered('login', refused, succeeded(rp)),
      [saveService(rp), goError('500', 'stale')],
    ],
    [
      'also without a response',
      onEntered('join', failed({ reason: 'noResponse' }), refused),
      [goError('500', 'unreachable')],
    ],
    [
      'service info failure in the welcome flow: a toast, and on',
      onEntered('login', succeeded(init), refused),
      [saveWelcome(init), toast('errors.unavailable'), go('/login')],
    ],
    [
      'whatever it leads to',
      onEntered('password', succeeded(init), refused),
      [saveWelcome(init), toast('errors.unavailable'), go('/identify/password')],
    ],
    ['a page that is gone: nothing', onEntered('login', left, left), []],
    ['a page that is gone before the service came: nothing', onEntered('login', succeeded(init), left), []],
  ])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
})
