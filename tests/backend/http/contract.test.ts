// Contract: the routes of the backend and the rows of the call table are the same list, and each route lets in whom its row names.
import { expect, test } from 'vitest'
import { callNamed, everyCall } from '../../../contract/calls.ts'
import { routeOf } from '../../../backend/http/serve.ts'
import { APP } from '../browser.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'

const backend = sharedBackend()

/** Pages that people open, pictures of services, the pages of the demo, and the path that a pending step names by itself. */
const NO_ROW =
  /^\/(?:\.well-known|terms|reset-cancel|change-undo|not-me|account-return|connected-services|pictures|demo)\b|^\/v1\/init\/profile$/

test('every row has a route, and every route of the five APIs has a row', () => {
  const routes = routesOf(backend).app.filter(({ path }) => !NO_ROW.test(path))
  const named = (method: string, path: string) => `${method} ${path}`
  expect(routes.map(({ method, path }) => named(method, path)).toSorted()).toEqual(
    everyCall.map((row) => named(row.method, routeOf(row))).toSorted(),
  )
})

const NO_VISIT = { status: 403, code: 'NO_COOKIES' }
const NO_TOKEN = { status: 401, code: 'UNAUTHORIZED' }
const NO_SESSION = { status: 401, code: 'NO_SESSION' }
const refused = { payload: NO_VISIT, beside: NO_VISIT, token: NO_TOKEN, session: NO_SESSION }
// An upload is refused before its form, which names the visit, is read.
const guarded = everyCall.flatMap(({ name, method, path, form, visit }) =>
  visit === 'none' ? [] : [{ name, method, path, ...refused[visit], ...(form && { code: 'FORBIDDEN' }) }],
)

test.each(guarded)(
  '$method $path answers $status to a browser that is not in the visit',
  async ({ name, status, code }) => {
    const { method, path, form } = callNamed(name)
    const inQuery = method === 'GET' || method === 'DELETE'
    const visit = { transaction_id: 'of-another-browser', state: 'its-state' }
    const url = new URL(backend.url + path.replace(/\{\w+\}/g, 'SUNI'))
    if (inQuery) url.search = new URLSearchParams(visit).toString()
    const body = form ? new FormData() : JSON.stringify(visit)
    const type: Record<string, string> = form
      ? { 'idempotency-key': 'letter-of-another' }
      : { 'content-type': 'application/json' }
    const reply = await fetch(url, { method, headers: { origin: APP, ...type }, ...(!inQuery && { body }) })
    expect([reply.status, await reply.json()]).toMatchObject([status, { code }])
  },
)

test('a value of a path that names nothing is not found, however long it is', async () => {
  const ask = (path: string) => fetch(backend.url + path).then(async (reply) => [reply.status, await reply.json()])
  expect(await ask('/public/member/v1/codes/nothing')).toMatchObject([404, { code: 'NOT_FOUND' }])
  expect(await ask(`/public/member/v1/codes/${'x'.repeat(600)}`)).toMatchObject([404, { code: 'NOT_FOUND' }])
})
