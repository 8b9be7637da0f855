// Contract, "Conventions": a backend that answers every call in each way that the contract allows, and in ways that it forbids.
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type CallName, everyCall } from '../../contract/calls.ts'
import { REFUSALS } from '../../contract/refusals.ts'
import type { Answer } from '../../contract/shapes/answer.ts'
import { ask } from './ask.ts'
import { connect, listen, type Reply, sendJson } from './backend.ts'

type Shape = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape
  minItems?: number
  minimum?: number
  properties?: Record<string, Shape>
  required?: string[]
}

/** An address behind a step is asked for at once, which is another call. */
const FOLLOWED = new Set(['init_url', 'params'])

/** A value that fits: with the required fields alone, or with every field. */
function sample(shape: Shape, isFull: boolean): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sample(shape.anyOf[0] ?? {}, isFull)
  if (shape.type === 'boolean') return true
  if (shape.type === 'number' || shape.type === 'integer') return shape.minimum ?? 1
  if (shape.type === 'string') return 'text'
  if (shape.type === 'array') return isFull || shape.minItems ? [sample(shape.items ?? {}, isFull)] : []
  const { properties = {}, required = [] } = shape
  const fields = Object.entries(properties).filter(
    ([name]) => (isFull && !FOLLOWED.has(name)) || required.includes(name),
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, isFull)]))
}

/** The value with an unknown field added to every object. */
function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, withUnknown(each)])
  return { ...Object.fromEntries(entries), of_another_release: { list: [1] } }
}

/** The reply of the one backend of all tests. A backend for each of two thousand answers would cost more than the answers. */
let current: Reply = () => {}
const opened = listen((request, response) => current(request, response))
beforeEach(async () => void connect((await opened).url))
afterAll(async () => (await opened).close())

function answerTo(name: CallName, reply: Reply): Promise<Answer<unknown>> {
  current = reply
  return ask[name]() as Promise<Answer<unknown>>
}

/** Calls whose answer has a shape: a 204 has none, and nobody reads the answer to a report. */
const shaped = everyCall.flatMap(({ name, answer, status = 200, mayBeEmpty, pending }) => {
  if (status === 204 || name === 'reportClientError') return []
  return [{ name, status, mayBeEmpty, pending, shape: z.toJSONSchema(answer, { io: 'input' }) as Shape }]
})

test.each(shaped)('$name takes an answer in every way that the contract allows', async ({ name, status, shape }) => {
  for (const isFull of [false, true]) {
    const data = sample(shape, isFull)
    for (const body of [{ data }, data, { data: withUnknown(data) }, withUnknown(data)])
      expect(await answerTo(name, sendJson(body, status)), JSON.stringify(body)).toMatchObject({ ok: true })
  }
})

const steps = shaped.filter(({ pending }) => pending === true)
test.each(steps)('$name takes a pending step with 401 and with 200, under any name', async ({ name, shape }) => {
  const data = { ...(sample(shape, true) as object), matcher_type: 'A_STEP_OF_ANOTHER_RELEASE' }
  for (const status of [200, 401])
    expect(await answerTo(name, sendJson({ code: 'PENDING_STEP', data }, status))).toMatchObject({
      ok: true,
      data: { matcher_type: 'A_STEP_OF_ANOTHER_RELEASE' },
    })
})

const following = shaped.filter(({ shape }) =>
  [shape, ...(shape.anyOf ?? [])].some(({ properties = {} }) => 'init_url' in properties),
)
test.each(following)('$name asks at once for what a step keeps behind an address', async ({ name, status, shape }) => {
  const found = { authorization_uri: 'https://app.test/resolve?auth_token=token' }
  const step = { matcher_type: 'SERVICE_ADD_INFO', init_url: '/v1/init/step', params: { flow: 'one' } }
  const [first, second] = [
    sendJson({ data: { ...(sample(shape, false) as object), ...step } }, status),
    sendJson({ auth: {}, data: found }),
  ]
  const reply: Reply = (request, response) =>
    (/^\/v1\/init\/step\?(?:.*&)?flow=one/.test(request.url ?? '') ? second : first)(request, response)
  expect(await answerTo(name, reply)).toMatchObject({ ok: true, data: { ...step, ...found } })
})

const codes = [...Object.values(REFUSALS).flatMap((row) => ('detail_code' in row ? [row.detail_code] : [])), 9999]
test('a detail code is the same number as a number and as text, known or not', async () => {
  for (const detail_code of codes)
    for (const said of [detail_code, String(detail_code)])
      expect(await answerTo('verifyPwd', sendJson({ code: 'REFUSED', detail_code: said }, 400))).toMatchObject({
        ok: false,
        failure: { reason: 'refused', status: 400, detail_code },
      })
})

test.each(everyCall)('$name takes a refusal of any status without its optional fields', async ({ name }) => {
  for (const status of [400, 403, 404, 409, 412, 429, 500, 503])
    expect(await answerTo(name, sendJson({ code: 'REFUSED' }, status))).toMatchObject({
      ok: false,
      failure: { reason: 'refused', status, detail_code: null, description: '' },
    })
})

/** The paths of the required fields, with what stands there. */
function* requiredIn({ properties = {}, required = [], anyOf }: Shape): Generator<string> {
  if (anyOf) return
  for (const name of required) if (properties[name]) yield name
}

const without = (data: unknown, field: string): object =>
  Object.fromEntries(Object.entries(data as object).filter(([name]) => name !== field))

/** An object has another type than a text or a list, and a text has another type than an object. */
const anotherType = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? 'another type' : { of: 'another type' }

const required = shaped.flatMap((row) => [...requiredIn(row.shape)].map((field) => ({ ...row, field })))
test.each(required)(
  '$name without $field is a contract error that names it',
  async ({ name, status, shape, field }) => {
    const data = sample(shape, true) as object
    for (const wrong of [
      without(data, field),
      { ...data, [field]: anotherType(Reflect.get(data, field)) },
      { ...data, [field]: null },
    ])
      expect(await answerTo(name, sendJson({ data: wrong }, status)), JSON.stringify(wrong)).toMatchObject({
        ok: false,
        failure: { reason: 'contract', field },
      })
  },
)

const page = '<!doctype html><title>A firewall</title>'
/** Two forms of an answer without data. */
const EMPTY = ['', 'null']
test.each(shaped)('$name takes no page, no text and nothing for an answer', async ({ name, status, mayBeEmpty }) => {
  for (const [type, body] of [
    ['text/html', page],
    ['application/json', page],
    ['application/json', ''],
    ['application/json', '"text"'],
    ['application/json', '{"data":'],
    ['application/json', 'null'],
  ] as const) {
    if (mayBeEmpty && EMPTY.includes(body)) continue
    const answer = await answerTo(
      name,
      (_, response) => void response.writeHead(status, { 'content-type': type }).end(body),
    )
    expect(answer, `${type} ${body}`).toMatchObject({ ok: false, failure: { reason: 'contract' } })
  }
})

test.each(shaped.filter(({ mayBeEmpty }) => mayBeEmpty))('$name takes an answer without data', async ({ name }) => {
  for (const [status, body] of [
    ...EMPTY.map((body) => [200, body] as const),
    [200, '{"data":null}'],
    [204, ''],
  ] as const) {
    const answer = await answerTo(
      name,
      (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    )
    expect(answer, `${status} ${body}`).toEqual({ ok: true, data: {} })
  }
})

test.each(everyCall)('$name that is cut off has no answer', async ({ name }) => {
  const answer = await answerTo(name, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"data":{')
    setTimeout(() => response.destroy(), 20)
  })
  expect(answer).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
})
