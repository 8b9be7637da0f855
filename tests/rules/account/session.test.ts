import { describe, expect, test } from 'vitest'
import { haltOf, isSameMember, nextSession, type Session } from '../../../src/rules/account/session.ts'
import type { Account } from '../../../contract/shapes/account.ts'
import { failed, succeeded } from '../../../contract/shapes/answer.ts'

const member = (login_id: string, session?: string) => ({ login_id, session }) as Account
const refused = (status: number, code?: string, more: object = {}) =>
  failed({ reason: 'refused', status, ...(code && { code }), ...more })
const noSession = refused(401, 'NO_SESSION')
const here: Session = { at: 'here', account: member('a', 's1') }

describe('a refusal of a call of the account', () => {
  test.each([
    ['nobody is signed in', noSession, 'signedOut'],
    ['another session', refused(409, 'ANOTHER_SESSION'), 'another'],
    ['a proof is missing', refused(403, 'PROOF_NEEDED', { methods: ['PWD'] }), 'proof'],
    ['a proof without a method is a refusal as any other', refused(403, 'PROOF_NEEDED'), null],
    ['a 401 of a firewall', refused(401), null],
    ['a 403 of a firewall', refused(403), null],
    ['any other 409', refused(409), null],
    ['no connection', failed({ reason: 'noResponse' }), null],
  ])('%s', (_, { failure }, halt) => expect(haltOf(failure)).toBe(halt))
})

describe('the same member', () => {
  test.each([
    ['in the same session', member('a', 's1'), member('a', 's1'), true],
    ['in another session', member('a', 's1'), member('a', 's2'), true],
    ['with another address in the same session', member('a', 's1'), member('b', 's1'), true],
    ['is another one otherwise', member('a', 's1'), member('b', 's2'), false],
    ['is another one where no session has a name', member('a'), member('b'), false],
  ])('%s', (_, one, other, isSame) => expect(isSameMember(one, other)).toBe(isSame))
})

describe('what the page knows after it has asked', () => {
  const asking: Session = { at: 'asking' }
  const restored: Session = { at: 'asking', former: { login_id: 'a', session: 's1' } }
  test.each<[string, Session, Parameters<typeof nextSession>[1], boolean, Session['at']]>([
    ['at first: who is signed in', asking, succeeded(member('a')), false, 'here'],
    ['at first: nobody, so a sign-in begins', asking, noSession, false, 'signIn'],
    ['after a sign-in: nobody, so there are no cookies', asking, noSession, true, 'cookies'],
    ['at first: no answer', asking, refused(503), false, 'failed'],
    ['after a failure: who is signed in', { at: 'failed' }, succeeded(member('a')), false, 'here'],
    ['later: the same member', here, succeeded(member('a', 's1')), false, 'here'],
    ['later: another member', here, succeeded(member('b', 's2')), false, 'another'],
    ['later: nobody', here, noSession, false, 'signedOut'],
    ['later: nobody, also after a sign-in', here, noSession, true, 'signedOut'],
    ['later: no answer changes nothing', here, refused(503), false, 'here'],
    ['restored: the same member', restored, succeeded(member('a', 's1')), false, 'here'],
    ['restored: another member', restored, succeeded(member('b', 's2')), false, 'another'],
    ['restored: nobody', restored, noSession, false, 'signedOut'],
    ['restored: no answer shows nothing', restored, refused(503), false, 'failed'],
    ['ended: stays ended, whoever is signed in', { at: 'another' }, succeeded(member('a')), false, 'another'],
    ['signed out: stays so', { at: 'signedOut' }, succeeded(member('b')), false, 'signedOut'],
  ])('%s', (_, before, answer, returned, at) => expect(nextSession(before, answer, returned).at).toBe(at))
})
