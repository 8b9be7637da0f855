import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { type RawResponse, toAnswer } from '../../src/api/answer.ts'
import { Progress, SessionCheck } from '../../contract/shapes/auth.ts'
import { Expiry } from '../../contract/shapes/service.ts'
import { welcome } from '../rules/builders.ts'

const Shape = z.object({ name: z.string(), inner: z.optional(z.object({ count: z.number() })) })
const read = (response: RawResponse, pending = false) => toAnswer(response, Shape, pending)
const failure = (response: RawResponse) => {
  const answer = read(response)
  return answer.ok ? null : answer.failure
}

// Each way in which the contract allows an answer, and the forms that it forbids: answers.test.ts.
describe('a success', () => {
  test('204 has no body', () =>
    expect(toAnswer({ status: 204, body: '' }, z.undefined())).toEqual({ ok: true, data: undefined }))

  test('a key named __proto__ is inert', () => {
    const body = JSON.parse(
      '{"data":{"name":"a","__proto__":{"polluted":true},"constructor":{"polluted":true}}}',
    ) as unknown
    expect(read({ status: 200, body })).toEqual({ ok: true, data: { name: 'a' } })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('a body that does not fit is a contract error with the path of the field, never its value', () => {
  test.each<[string, unknown, string]>([
    ['a mistyped field', { data: { name: 1234567 } }, 'name'],
    ['a field within', { data: { name: 'a', inner: { count: 'secret' } } }, 'inner.count'],
    ['an HTML page', '<html><script>1</script></html>', ''],
    ['a list', [], ''],
  ])('%s', (_, body, field) => {
    const found = failure({ status: 200, body })
    expect(found).toMatchObject({ reason: 'contract', status: 200, field })
    expect(JSON.stringify(found)).not.toMatch(/secret|1234567|<script>/)
  })

  test.each([0, -1, 86_401, 1.5, '180', null])('expires_in %s', (expires_in) =>
    expect(toAnswer({ status: 200, body: { data: { expires_in } } }, Expiry)).toMatchObject({
      ok: false,
      failure: { reason: 'contract', field: 'expires_in' },
    }),
  )
})

describe('where one of several shapes is expected, the field is that of the one that fits best', () => {
  const { modulus: _, ...withoutModulus } = { ...welcome(), matcher_type: 'JOIN' }
  test.each<[string, unknown, string]>([
    ['a pending step without a modulus', withoutModulus, 'modulus'],
    ['a list of anything but words in a pending step', { ...welcome(), matcher_type: 'JOIN', amrs: [1] }, 'amrs.0'],
    ['a location that is none', { location: 1 }, 'location'],
    ['nothing of either', {}, 'location'],
    ['terms of a number, in a shape of its own', { ...welcome(), matcher_type: 'JOIN', terms_types: 1 }, 'terms_types'],
  ])('%s', (_name, data, field) =>
    expect(
      toAnswer({ status: 401, body: { data: { matcher_type: 'X', ...(data as object) } } }, SessionCheck, true),
    ).toMatchObject({
      ok: false,
      failure: { reason: 'contract', field },
    }),
  )
})

describe('a refusal', () => {
  test.each<[string, unknown, number | null]>([
    ['detail_code as words', { code: 'X', detail_code: 'no' }, null],
    ['detail_code as an empty text', { code: 'X', detail_code: '' }, null],
    ['an HTML page of a proxy', '<html>502</html>', null],
    ['no body', '', null],
    ['a list', [1], null],
  ])('reads %s', (_, body, detail_code) =>
    expect(failure({ status: 400, body })).toMatchObject({ reason: 'refused', status: 400, detail_code }),
  )

  test('keeps the code and the description, and no other value of the body', () =>
    expect(failure({ status: 400, body: { code: 'X', description: 'wrong [3]', data: { token: 'secret' } } })).toEqual({
      reason: 'refused',
      status: 400,
      code: 'X',
      detail_code: null,
      description: 'wrong [3]',
    }))

  test.each([
    ['seconds', '30', 30],
    ['more than a quarter of an hour', '99999', 900],
    ['zero', '0', 1],
    ['a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 60],
    ['garbage', '-5 parsecs', 60],
    ['nothing', undefined, 60],
  ])('429 with %s to wait', (_, retryAfter, retry_after) =>
    expect(failure({ status: 429, body: {}, retryAfter })).toMatchObject({ retry_after }),
  )

  test('Retry-After of any other status is ignored', () =>
    expect(failure({ status: 503, body: {}, retryAfter: '30' })).not.toHaveProperty('retry_after'))
})

describe('a pending step (401)', () => {
  const ask = (data: unknown, pending: boolean) =>
    toAnswer({ status: 401, body: { code: 'X', data } }, Progress, pending)

  test('with auth_required alone is one too', () =>
    expect(ask({ auth_required: true, auth_token: 't' }, true)).toMatchObject({ ok: true }))
  test('is a refusal for every other call', () =>
    expect(ask({ matcher_type: 'JOIN' }, false)).toMatchObject({
      ok: false,
      failure: { reason: 'refused', status: 401 },
    }))
  test.each([400, 403, 412])('with status %i is a refusal', (status) =>
    expect(toAnswer({ status, body: { data: { matcher_type: 'JOIN' } } }, Progress, true)).toMatchObject({
      ok: false,
      failure: { reason: 'refused', status },
    }),
  )
  test.each([[{}], [null], [{ auth_required: 'yes' }], [{ matcher_type: 7 }]])('%o is no pending step', (data) =>
    expect(ask(data, true)).toMatchObject({ ok: false, failure: { reason: 'refused' } }),
  )
})
