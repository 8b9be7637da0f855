// Contract: the call table that the OpenAPI documents are made from, compared with what the clients of the app really send.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CALLS, type CallName, callNamed, everyCall, payloadsOf } from '../../contract/calls.ts'
import { ask, clients, SESSION, visit } from './ask.ts'
import { backend, connect, sendJson, type Seen } from './backend.ts'

test('every client of the app is a row of the table, and every row has a client', () => {
  expect(Object.keys(clients).toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** The visit of this tab. A call of the entry brings its own. */
const TAB = { transaction_id: 'of-the-tab', state: 'state-of-the-tab' }

async function sent(name: CallName): Promise<Seen> {
  const { url, seen } = await backend(sendJson({ data: {} }))
  connect(url, TAB)
  await ask[name]()
  const [request] = seen
  if (seen.length !== 1 || !request) throw new Error(`${name} sent ${seen.length} requests`)
  return request
}

/** The parts of a request that the table names. */
function parts({ url, headers, body }: Seen) {
  const { searchParams } = new URL(url, 'http://localhost')
  const isForm = headers['content-type']?.startsWith('multipart/form-data') === true
  return {
    query: Object.fromEntries(searchParams),
    body: body === '' || isForm ? undefined : (JSON.parse(body) as unknown),
    isForm,
  }
}

test.each(everyCall)('$name sends what its row says', async ({ name, method, path, form, visit: naming }) => {
  const request = await sent(name)
  const { query, body, isForm } = parts(request)
  const wanted = payloadsOf(callNamed(name))
  expect(request.method).toBe(method)
  expect(new URL(request.url, 'http://localhost').pathname).toMatch(patternOf(path))
  expect((wanted.query ?? z.strictObject({})).safeParse(query)).toMatchObject({ success: true })
  expect((wanted.body ?? z.undefined()).safeParse(body)).toMatchObject({ success: true })
  expect(isForm).toBe(form !== undefined)
  expect(request.headers['x-authenticator']).toBe(naming === 'token' ? 'Token token' : undefined)
  const namesSession = naming === 'session' && name !== 'account'
  expect(request.headers['x-account-session']).toBe(namesSession ? SESSION : undefined)
  const fields = isForm ? request.body : JSON.stringify(body ?? query)
  const isOwn = naming === 'payload' || name === 'serviceInfo'
  for (const text of Object.values(TAB)) expect(fields.includes(text)).toBe(naming === 'beside' && !isOwn)
  for (const text of Object.values(visit)) expect(fields.includes(text)).toBe(isOwn)
})
