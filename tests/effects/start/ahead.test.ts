import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead } from '../../../src/effects/start/ahead.ts'

afterEach(() => vi.unstubAllGlobals())

const files = ['a.js', 'b.js', 'c.js', 'd.js', 'e.css', 'f.js'].map((name) => `assets/${name}`)

function listen(answer: (url: string) => Promise<Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    expect(init.priority).toBe('low')
    asked.push(url)
    return answer(url)
  })
  return asked
}

test('fetches every file into the cache, four at a time, and adds no element that Firefox would block', async () => {
  const answers: Response[] = []
  const asked = listen((url) => {
    const answer = new Response(url === '/list.txt' ? files.join(' ') : 'code')
    answers.push(answer)
    return Promise.resolve(answer)
  })
  await fetchAhead('', 'list.txt')
  expect(asked).toEqual(['/list.txt', '/assets/a.js', '/assets/b.js', '/assets/c.js', '/assets/d.js'])
  await waitFor(() => expect(asked.slice(1)).toEqual(files.map((file) => `/${file}`)))
  // An unread body stays out of the cache.
  await waitFor(() => expect(answers.every(({ bodyUsed }) => bodyUsed)).toBe(true))
  expect(document.querySelector('link')).toBeNull()
})

test('says nothing when a file cannot be fetched ahead', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  const asked = listen((url) =>
    url === '/list.txt'
      ? Promise.resolve(new Response(files.join(' ')))
      : Promise.reject(new TypeError('no connection')),
  )
  await fetchAhead('', 'list.txt')
  await waitFor(() => expect(asked).toHaveLength(files.length + 1))
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})

test.each([
  ['cannot be fetched', () => Promise.reject(new TypeError('no connection'))],
  ['is gone', () => Promise.resolve(new Response('assets/a.js', { status: 404 }))],
  ['is a page', () => Promise.resolve(new Response('<!doctype html> <p>Not a list</p>'))],
])('fetches nothing ahead if the list %s', async (_, answer) => {
  const asked = listen(answer)
  await fetchAhead('', 'list.txt')
  expect(asked).toEqual(['/list.txt'])
})

test('fetches nothing ahead for a member who saves data, or on a page without a list', async () => {
  const asked = listen(() => Promise.resolve(new Response('assets/a.js')))
  await fetchAhead('', '')
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
  await fetchAhead('', 'list.txt')
  expect(asked).toEqual([])
})
