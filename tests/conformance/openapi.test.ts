// Contract: the OpenAPI documents are made from the code, and hold every call, refusal and step of the contract.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CALLS, everyCall, everyVisitCall } from '../../contract/calls.ts'
import { documents } from '../../conformance/openapi.ts'
import { REFUSALS } from '../../contract/refusals.ts'
import { BACKENDS } from '../../contract/row.ts'
import { MATCHER_TYPES } from '../../contract/codes.ts'
import { WEBHOOKS } from '../../contract/shapes/webhooks.ts'

type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { $ref?: string; headers?: object }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, { headers?: Record<string, unknown> }>
    schemas: Record<string, unknown>
  }
}
const stored = (file: string) => readFileSync(file, 'utf8')
const parsed = BACKENDS.map((backend) => JSON.parse(stored(`docs/openapi/${backend}.json`)) as Document)
const operations = parsed.flatMap(({ paths }) => Object.values(paths).flatMap((path) => Object.values(path)))
const schemaOf = (name = '') => JSON.stringify(parsed.map(({ components }) => components.schemas[name]))
const operation = (name: keyof typeof CALLS) => operations.find(({ operationId }) => operationId === name)

test.each(documents())('$file is what `npm run openapi` writes', ({ file, text }) => {
  expect(stored(file)).toBe(text)
})

describe('the documents', () => {
  test('have every call of the table, once', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted())
  })

  test('have every detail code and every step of the contract', () => {
    const text = documents()
      .map((one) => one.text)
      .join()
    const codes = Object.values(REFUSALS).flatMap((row) => ('detail_code' in row ? [String(row.detail_code)] : []))
    expect([...codes, ...MATCHER_TYPES, 'VISIT_OVER'].filter((name) => !text.includes(name))).toEqual([])
  })

  test.each(everyCall.filter(({ visit }) => visit === 'beside' || visit === 'payload'))(
    '$method $path names its visit and is refused with 403 elsewhere',
    ({ name }) => {
      const { parameters = [], requestBody, responses = {} } = operation(name) ?? {}
      const said = JSON.stringify([parameters, requestBody])
      const schema = schemaOf(/"#\/components\/schemas\/(\w+)"/.exec(said)?.[1])
      for (const field of ['"transaction_id"', '"state"']) expect(said + schema).toContain(field)
      expect(Object.keys(responses)).toContain('403')
    },
  )

  test('a call that names its visit besides the payload is refused with 409 where two may be meant', () => {
    const wrong = everyVisitCall.filter(
      ({ name, visit }) => (visit === 'beside') !== '409' in (operation(name)?.responses ?? {}),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('a call of the authenticator needs the cookie of the visit and the token', () => {
    for (const { name } of everyCall.filter(({ visit }) => visit === 'token'))
      expect(operation(name)?.security).toEqual([{ visit: [], authenticator: [] }])
  })

  test('a 429 says when to ask again', () => {
    for (const { components } of parsed)
      expect(Object.keys(components.responses.TooMany?.headers ?? {})).toEqual(['Retry-After'])
  })
})

type Body = { properties: Record<string, { const?: string; properties?: object }> }
type Called = { post: { requestBody: { content: Record<string, { schema: Body }> } } }

describe('the document of the webhooks', () => {
  const { webhooks } = JSON.parse(stored('docs/openapi/webhooks.json')) as { webhooks: Record<string, Called> }
  const bodyOf = (type: string) => webhooks[type]?.post.requestBody.content['application/json']?.schema.properties

  test('has every event of the table, and no other', () => {
    expect(Object.keys(webhooks).toSorted()).toEqual(Object.keys(WEBHOOKS).toSorted())
  })

  test.each(Object.entries(WEBHOOKS))('%s names its type, and all of its data', (type, { data }) => {
    const body = bodyOf(type)
    expect(body?.type?.const).toBe(type)
    expect(Object.keys(body?.data?.properties ?? {}).toSorted()).toEqual(Object.keys(data.shape).toSorted())
  })
})
