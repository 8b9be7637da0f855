// Security D5: slow clients and many requests from one network cannot occupy all upload slots.
import { describe, expect, test } from 'vitest'
import { uploadSlots } from '../../../backend/http/uploadSlots.ts'

function places(most: number) {
  let time = 0
  const take = uploadSlots(most, () => time)
  return {
    pass: (seconds: number) => void (time += seconds * 1000),
    /** Takes a slot and holds it until the test ends it. */
    come: (browser: string, network: string) => {
      let end = () => {}
      const work = new Promise<string>((done) => (end = () => done('done')))
      const outcome = take({ browser, networks: [network] }, () => work).catch(() => 'busy')
      return { end, outcome }
    },
  }
}

describe('the places for letters', () => {
  test('are limited, and become free when a letter has been read', async () => {
    const { come } = places(2)
    const first = come('1', 'a')
    const others = [come('2', 'b')]
    expect(await come('3', 'c').outcome).toBe('busy')
    first.end()
    expect(await first.outcome).toBe('done')
    const next = come('4', 'c')
    for (const one of [...others, next]) one.end()
    expect(await next.outcome).toBe('done')
  })

  test('are one for each visit: its second letter replaces its first, and no other one', async () => {
    const { come } = places(2)
    const [first, other, again] = [come('1', 'a'), come('2', 'a'), come('1', 'a')]
    expect(await first.outcome).toBe('busy')
    other.end()
    again.end()
    expect([await other.outcome, await again.outcome]).toEqual(['done', 'done'])
  })

  test('a network that has them all gives them up to others, its oldest first, until they have as many', async () => {
    const { come } = places(4)
    const slow = ['1', '2', '3', '4'].map((visit) => come(visit, 'a'))
    const others = [come('5', 'b'), come('6', 'b')]
    expect(await Promise.all(slow.slice(0, 2).map(({ outcome }) => outcome))).toEqual(['busy', 'busy'])
    expect(await come('7', 'b').outcome).toBe('busy')
    expect(await come('8', 'a').outcome).toBe('busy')
    for (const one of [...slow, ...others]) one.end()
    expect(await Promise.all(others.map(({ outcome }) => outcome))).toEqual(['done', 'done'])
  })

  test('are given up after half a minute, to a caller of any network', async () => {
    const { come, pass } = places(1)
    const slow = come('1', 'a')
    pass(29)
    expect(await come('2', 'b').outcome).toBe('busy')
    pass(1)
    const next = come('2', 'a')
    expect(await slow.outcome).toBe('busy')
    next.end()
    expect(await next.outcome).toBe('done')
  })
})
