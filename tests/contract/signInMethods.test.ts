import { describe, expect, test } from 'vitest'
import { CODE_METHODS, FIRST_METHODS, PROOF_METHODS, proofRow, SIGN_IN_METHODS } from '../../contract/signInMethods.ts'
import { hasTwoFactors, methodsIn, provesPhone } from '../../backend/domain/factors/methods.ts'
import { paths } from '../../src/rules/visit/paths.ts'

describe('the table of sign-in methods', () => {
  test('opens pages of the app, the account chooser before the password', () => {
    expect(FIRST_METHODS).toEqual(['SSO', 'PWD', 'JOIN', 'CREDENTIAL'])
    for (const method of FIRST_METHODS) expect(Object.values(paths)).toContain(SIGN_IN_METHODS[method].page)
  })

  test('lists the proofs, the strongest first: a passkey, the password, and codes after them', () => {
    expect(PROOF_METHODS.slice(0, 2)).toEqual(['PASSKEY', 'PWD'])
    expect(PROOF_METHODS.slice(-CODE_METHODS.length)).toEqual(CODE_METHODS)
  })

  test('gives each method its own names in `amr`, and its own label in the metrics', () => {
    const rows = PROOF_METHODS.map(proofRow)
    const names = rows.flatMap(({ amr, amrToo = [] }) => [...amr, ...amrToo])
    expect(names).toEqual([...new Set(names)])
    expect(new Set(rows.map(({ metric }) => metric)).size).toBe(rows.length)
  })

  test.each(PROOF_METHODS)('is what `amr` of a sign-in is read by: %s', (method) => {
    const { amr, amrToo = [], twoFactors = false, acr } = proofRow(method)
    for (const name of amr) {
      const signIn = [name, ...amrToo]
      expect(methodsIn(signIn)).toEqual([method])
      expect(hasTwoFactors(signIn)).toBe(twoFactors)
      expect(provesPhone(signIn)).toBe(acr === 'phone')
    }
  })
})
