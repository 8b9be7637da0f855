// The documents of the APIs, as the demo serves them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedBackend } from '../backend/shared.ts'

const backend = sharedBackend()

const BACKENDS = ['auth', 'service', 'portal', 'file', 'node']
const open = async (path: string) => {
  const response = await fetch(backend.url + path)
  return { response, text: await response.text() }
}

test.each(BACKENDS)('the stored document of the %s API is served as JSON', async (backend) => {
  const { response, text } = await open(`/api-docs/${backend}.json`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(text).toBe(readFileSync(`docs/openapi/${backend}.json`, 'utf8'))
})

test.each(BACKENDS)(
  'the page of the %s API has every call and every shape of its document, and every link in it leads somewhere',
  async (backend) => {
    const { response, text } = await open(`/api-docs/${backend}`)
    expect(response.status).toBe(200)
    const { paths, components } = JSON.parse(readFileSync(`docs/openapi/${backend}.json`, 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>
      components: { schemas: object }
    }
    const ids = new Set([...text.matchAll(/ id="(\w+)"/g)].map(([, id]) => id))
    const calls = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    expect([...calls, ...Object.keys(components.schemas)].filter((name) => !ids.has(name))).toEqual([])
    expect([...text.matchAll(/href="#(\w+)"/g)].filter(([, id]) => !ids.has(id))).toEqual([])
  },
)

test('the page runs no script and fetches nothing', async () => {
  const { response, text } = await open('/api-docs/auth')
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self';/,
  )
  expect(text).not.toMatch(/<script|<link|<img|https?:\/\/(?!localhost)/)
})

test('an unknown API is answered with 404', async () => {
  expect((await open('/api-docs/none')).response.status).toBe(404)
  expect((await open('/api-docs/none.json')).response.status).toBe(404)
})
