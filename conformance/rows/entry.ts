// Contract, "Auth API", the entry; and the shapes of what any page may ask for.
import { Codes } from '../../contract/shapes/service.ts'
import { ServiceInfo, Welcome } from '../../contract/shapes/welcome.ts'
import { type CallName, callNamed } from '../../contract/calls.ts'
import { answered, enveloped, holds, refused } from '../expect.ts'
import type { Given } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import type { Chapter, Row } from '../row.ts'

const LEAST_KEY_BITS = 2048
const UNAVAILABLE = '“Service unavailable”, without a reason'

export const entry: Chapter = {
  name: 'Entry',
  rows: [
    {
      id: 'entry.welcome',
      title: 'GET /v1/init/login answers with the welcome data of the visit',
      screen: 'Error 500 in place of the login form',
      async run(kit) {
        const visit = await need(kit.begin())
        const exchange = await visit.call('initLogin')
        const { transaction_id } = answered(exchange, 'initLogin', Welcome)
        holds(
          transaction_id === visit.named.transaction_id,
          'the transaction that was asked for',
          'another one',
          exchange,
        )
      },
    },
    {
      id: 'entry.key',
      title: `the key for passwords is hexadecimal and has ${LEAST_KEY_BITS} bits or more`,
      screen: 'No sign-in succeeds: the app cannot seal the password, or seals it too weakly',
      async run(kit) {
        const visit = await need(kit.begin())
        const exchange = await need(visit.call('initLogin'))
        const { modulus, exponent } = await visit.welcome()
        const isHex = [modulus, exponent].every((text) => /^[0-9a-f]+$/i.test(text))
        holds(isHex, 'modulus and exponent in hexadecimal digits', 'other characters', exchange)
        const bits = BigInt(`0x${modulus}`).toString(2).length
        holds(bits >= LEAST_KEY_BITS, `${LEAST_KEY_BITS} bits`, `${bits} bits`, exchange)
      },
    },
    {
      id: 'entry.service',
      title: 'GET /v1/profile/rp answers with the service of the visit',
      screen: 'The login form without the name, colour and banner of the service, with a “service unavailable” toast',
      async run(kit) {
        const visit = await need(kit.begin())
        const { client_id } = await visit.welcome()
        const exchange = await visit.call('serviceInfo')
        const { rp_id } = answered(exchange, 'serviceInfo', ServiceInfo)
        holds(rp_id !== '' && client_id !== '', 'an rp_id and a client_id', 'an empty one', exchange)
      },
    },
    {
      id: 'entry.unknown',
      title: 'a transaction that does not exist is refused with 403',
      screen: 'A login form that cannot be sent',
      async run(kit) {
        const visit = await need(kit.begin())
        const query = { transaction_id: 'no-such-transaction', state: visit.named.state }
        refused(await visit.call('initLogin', { nameless: true, query }), 'notHere')
      },
    },
  ],
}

/** A call that any page may make, and what it is asked with. */
const shapeRow = (name: CallName, screen: string, given: Given = {}): Row => {
  const { method, path, answer } = callNamed(name)
  return {
    id: `shapes.${name}`,
    title: `${method} ${path} answers in its shape`,
    screen,
    async run(kit) {
      const visit = await need(kit.begin())
      answered(await visit.call(name, given), name, answer)
    },
  }
}

const report = { id: 'conformance', message: 'the conformance kit was here', route: '/login', release: 'kit' }
const language = 'KR'

export const shapes: Chapter = {
  name: 'Shapes',
  rows: [
    shapeRow('termsLinks', 'Terms without links', { values: { rp_id: 'suni' }, query: { origin: 'true', language } }),
    shapeRow('termsOf', `${UNAVAILABLE}, on the terms page`, { values: { terms_type: 'SUNI' }, query: { language } }),
    shapeRow('codesOf', 'A choice that does not load, with a retry', { values: { group: 'JOB_TYP_GRP' } }),
    {
      id: 'shapes.codeWithChildren',
      title: 'GET /public/member/v1/codes/{id} answers with the code and what lies below it',
      screen: 'A choice of jobs that does not load, with a retry',
      async run(kit) {
        const visit = await need(kit.begin())
        const [group] = await visit.data('codesOf', Codes, { values: { group: 'JOBGROUP' } })
        if (!group) throw new Skipped('the group JOBGROUP has no code')
        const exchange = await visit.call('codeWithChildren', { values: { id: group.code } })
        answered(exchange, 'codeWithChildren', callNamed('codeWithChildren').answer)
      },
    },
    shapeRow('domainVerified', 'Nothing: the app takes the domain as allowed', { query: { domain: 'mail.test' } }),
    shapeRow('interests', 'Interests that do not load, with a retry'),
    shapeRow('health', 'An error page that never offers “try again”'),
    shapeRow('reportClientError', 'Nothing: reports of errors are lost', { body: report }),
  ],
}

export const refusals: Chapter = {
  name: 'Refusals',
  rows: [
    {
      id: 'refusals.malformed',
      title: 'a body without its fields is refused with 400 in the envelope',
      screen: UNAVAILABLE,
      async run(kit) {
        const visit = await need(kit.begin())
        const exchange = await visit.call('verifyPwd', { nameless: true, body: {} })
        holds(exchange.status === 400, '400', String(exchange.status), exchange)
        enveloped(exchange)
      },
    },
    {
      id: 'refusals.wrong-password',
      title: 'a wrong password is refused with 400 4502, and the description counts the attempts in brackets',
      screen: '“Service unavailable” in place of “wrong password” and the attempts that are left',
      async run(kit) {
        const visit = await need(kit.begin())
        const member = await kit.member('plain')
        const exchange = await need(visit.signIn({ ...member, password: `${member.password}x` }))
        const { description } = refused(exchange, 'wrongPassword')
        holds(/\[\d+\]/.test(description), 'a count in brackets, such as [1]', `“${description}”`, exchange)
        // A right password forgets the wrong one.
        await need(visit.signIn(member))
      },
    },
    {
      id: 'refusals.unsealed',
      title: 'a password that cannot be unsealed is refused as a wrong one',
      screen: 'A server error in place of “wrong password”',
      async run(kit) {
        const visit = await need(kit.begin())
        const body = { login_id: `nobody-${Date.now()}@mail.test`, password: 'AAAA', stay_session: false }
        refused(await visit.call('verifyPwd', { body }), 'wrongPassword', 'userNotFound')
      },
    },
    {
      id: 'refusals.suspended',
      title: 'a suspended member is refused with 400 4529',
      screen: '“Service unavailable” in place of “this account is suspended”',
      async run(kit) {
        const visit = await need(kit.begin())
        refused(await need(visit.signIn(await kit.member('suspended'))), 'suspended')
      },
    },
  ],
}
