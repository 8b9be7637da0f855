import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead } from '../../../src/effects/start/ahead'

afterEach(() => vi.unstubAllGlobals())

const files = ['a.js', 'b.js', 'c.js', 'd.js', 'e.css', 'f.js']

function listen(answer: () => Promise<Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    expect(init.priority).toBe('low')
    asked.push(url)
    return answer()
  })
  return asked
}

test('fetches every file into the cache, four at a time, and adds no element that Firefox would block', async () => {
  const answers: Response[] = []
  const asked = listen(() => {
    const answer = new Response('code')
    answers.push(answer)
    return Promise.resolve(answer)
  })
  fetchAhead(files.join(' '))
  expect(asked).toEqual(['/a.js', '/b.js', '/c.js', '/d.js'])
  await vi.waitFor(() => expect(asked).toEqual(files.map((file) => `/${file}`)))
  // An unread body stays out of the cache.
  await vi.waitFor(() => expect(answers.every(({ bodyUsed }) => bodyUsed)).toBe(true))
  expect(document.querySelector('link')).toBeNull()
})

test('says nothing when a file cannot be fetched ahead', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  const asked = listen(() => Promise.reject(new TypeError('no connection')))
  fetchAhead(files.join(' '))
  await vi.waitFor(() => expect(asked).toHaveLength(files.length))
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})

test('fetches nothing ahead for a member who saves data', () => {
  const asked = listen(() => Promise.resolve(new Response('')))
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
  fetchAhead(files.join(' '))
  expect(asked).toEqual([])
})
