import { expect, test } from 'vitest'
import { clientError, scrub } from '../../../src/rules/visit/report.ts'

test.each([
  ['queries', 'GET https://id.example/init?transaction_id=abc&state=d failed', 'GET https://id.example/init failed'],
  ['e-mail addresses', 'no member dami@example.com', 'no member [address]'],
  ['addresses as a path writes them', 'GET /v1/x/hana%40mail.test: no', 'GET [address] no'],
  ['addresses that were written so twice', 'of hana%2540mail.test', 'of [address]'],
  ['quoted values', 'Unexpected "kT7!mz2R" and \'x\'', 'Unexpected [value] and [value]'],
  ['tokens', 'X-Authenticator: Token abc.def', 'X-Authenticator: Token [secret]'],
  ['long secrets', `key ${'aB3_'.repeat(10)} refused`, 'key [secret] refused'],
  [
    'no hosts, whose names tell where',
    `https://${'a'.repeat(30)}.${'b'.repeat(24)}-1.example.net:8443/${'c'.repeat(24)}/x failed`,
    `https://${'a'.repeat(30)}.${'b'.repeat(24)}-1.example.net:8443/[secret]/x failed`,
  ],
  ['phone numbers', 'to 010-1234-5678 not sent', 'to [number] not sent'],
  ['codes', 'code 482913 wrong', 'code [number] wrong'],
  ['nothing of a plain message', 'Cannot read properties of undefined', 'Cannot read properties of undefined'],
])('%s are taken out', (_, text, left) => expect(scrub(text)).toBe(left))

test('says where an error happened and nothing about the member', () => {
  const error = {
    name: 'Error',
    message: 'x'.repeat(10).concat(' ').repeat(900),
    stack: 'at f (https://id.example/a.js?v=1)',
  }
  const body = clientError({ id: 'r-1', error, pathname: '/login', release: '0.1.0' })
  expect(body.message).toHaveLength(2000)
  expect(scrub('no end '.repeat(2000)), 'a stack').toHaveLength(8000)
  expect(body).toMatchObject({ id: 'r-1', stack: 'at f (https://id.example/a.js)', route: '/login', release: '0.1.0' })
})
