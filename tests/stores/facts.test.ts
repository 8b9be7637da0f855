// What stands in the stores at rare moments. The other facts come from whole visits: tests/app/guards.test.tsx.
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/rules/visit/facts.ts'
import { readFacts } from '../../src/stores/facts.ts'
import { saveLogin } from '../../src/stores/login.ts'
import { saveSignUp } from '../../src/stores/signUp.ts'
import { saveToWelcome } from '../../src/stores/welcome.ts'

const NOW = 1_000_000
const step = { step: 'JOIN' } as const

describe('what the guards ask', () => {
  const rows: [string, () => void, Partial<Facts>][] = [
    ['a time without a welcome is none', () => saveToWelcome({ welcome_expiry: NOW + 1 }), { welcomed: false }],
    ['a service that is not known takes everyone', () => {}, { permission: 'EVERYONE' }],
    [
      'an application that was given up with its step does not keep a visitor from joining',
      () => saveSignUp({ isApplyService: true }),
      { isApplyService: false },
    ],
    [
      'a server named the step ten minutes ago',
      () => saveLogin({ step, auth_at: NOW - 10 * 60_000 }),
      { stepNamed: false },
    ],
  ]
  test.each(rows)('%s', (_, given, facts) => {
    given()
    expect(readFacts(NOW)).toMatchObject(facts)
  })
})
