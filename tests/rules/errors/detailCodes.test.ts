import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '../../../contract/refusals.ts'
import { onPasswordReset, onResetBegun } from '../../../src/rules/errors/identify.ts'
import { onJoinRefused } from '../../../src/rules/errors/join.ts'
import { onLoginRefused } from '../../../src/rules/errors/login.ts'
import { onSmsIssueRefused, onSmsVerifyRefused } from '../../../src/rules/errors/sms.ts'
import { onPasswordChanged } from '../../../src/rules/visit/resolve.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import { type Failure, failed } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'

const facts = { serviceName: '', serviceUrl: null, now: Date.UTC(2026, 2, 2) }
const joinFacts = { ...facts, kind: 'GEN' as const, isInvited: false, permission: 'EVERYONE' as const, login_id: '' }
const progressFacts = { ...facts, here: '/resolve/password' as const }

/** Each function that reads a table of detail codes. */
const readers: Record<string, (failure: Failure) => Outcome> = {
  signIn: (failure) => onLoginRefused(failure, facts),
  smsIssue: (failure) => onSmsIssueRefused(failure, facts),
  smsVerify: (failure) => onSmsVerifyRefused(failure, facts),
  join: (failure) => onJoinRefused(failure, joinFacts),
  resetBegun: (failure) => onResetBegun({ ok: false, failure }, facts),
  reset: (failure) => onPasswordReset({ ok: false, failure }, { ...facts, moment: String }),
  passwordChanged: (failure) => onPasswordChanged({ ok: false, failure }, progressFacts),
}

/** The codes that no table needs: the app decides by the rest of the answer. */
const WITHOUT_ROW = {
  // The answer is a 429, and the app shows its wait.
  SEND_LIMIT: detail.SEND_LIMIT,
}

const UNKNOWN = 9999
const refused = (detail_code: number) => failed({ reason: 'refused', status: 400, detail_code }).failure
const hasRow = (code: number) =>
  Object.values(readers).some((read) => JSON.stringify(read(refused(code))) !== JSON.stringify(read(refused(UNKNOWN))))
const listed: Record<string, number> = { ...detail }

test('each listed code has a row in a table of the app, or a reason to have none', () => {
  const rowless = Object.entries(listed).filter(([, code]) => !hasRow(code))
  expect(Object.fromEntries(rowless)).toEqual(WITHOUT_ROW)
})

test('each code with a row in a table of the app is listed', () => {
  const codes = new Set(Object.values(listed))
  const unlisted = Array.from({ length: 1000 }, (_, at) => 4000 + at).filter((code) => !codes.has(code) && hasRow(code))
  expect(unlisted).toEqual([])
})

test('no number is listed twice', () => expect(new Set(Object.values(listed)).size).toBe(Object.keys(listed).length))

describe('each listed code', () => {
  test('is a refusal of the contract', () => {
    const refusals = Object.values(REFUSALS).flatMap((row) => ('detail_code' in row ? [row.detail_code] : []))
    expect(new Set(refusals)).toEqual(new Set(Object.values(listed)))
  })

  test('stands in chapter 8 of the specification', () => {
    const specification = readFileSync('docs/specification.md', 'utf8')
    const chapter = specification.slice(specification.indexOf('\n## 8. '), specification.indexOf('\n## 9. '))
    expect(Object.entries(listed).filter(([, code]) => !chapter.includes(String(code)))).toEqual([])
  })
})
