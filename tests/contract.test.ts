// Contract: one row a call, and one list of the rows.
import { expect, test } from 'vitest'
import { CALLS, everyCall } from '../contract/calls.ts'
import { filesIn } from '../scripts/importGraph.ts'

test('the table lists every row of contract/calls', async () => {
  const files = await Promise.all(
    filesIn('contract/calls').map((path) => import(`../${path}`) as Promise<Record<string, unknown>>),
  )
  expect(files.flatMap((file) => Object.keys(file)).toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

test('each method and path belongs to one row, and each value in a path has its shape', () => {
  const addresses = everyCall.map(({ backend, method, path }) => `${backend} ${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const { path, values = {} } of everyCall)
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(values))
})
