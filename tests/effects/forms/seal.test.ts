import { constants, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { isSafeKey, type SealingKey } from '../../../src/api/sealing.ts'
import { seal, toPem } from '../../../src/effects/forms/seal.ts'

function keyPair(modulusLength: number, publicExponent = 65537) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const hex = (value: string) => Buffer.from(value, 'base64url').toString('hex')
  return { privateKey, publicKey, key: { modulus: hex(n), exponent: hex(e) } }
}
const small = keyPair(2048)
const large = keyPair(3072)

const openOaep = (sealed: string, privateKey: KeyObject) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed, 'base64'),
  ).toString('utf8')

/** Removes the PKCS#1 v1.5 padding, because current Node versions refuse to (CVE-2023-46809). */
function openV15(sealed: string, privateKey: KeyObject): string {
  const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(sealed, 'base64'))
  const end = block.indexOf(0, 2)
  expect([...block.subarray(0, 2)]).toEqual([0, 2])
  expect(end).toBeGreaterThanOrEqual(10)
  return block.subarray(end + 1).toString('utf8')
}

const passwords = ['kT7!mz2R', '비밀번호-여덟글자', 'é~ü ㅎ', 'a'.repeat(100)]
const pairs = [
  ['2048 bits', small],
  ['3072 bits', large],
] as const
const table = pairs.flatMap(([bits, pair]) => passwords.map((password) => [bits, password, pair] as const))

describe('a password is sealed so that only the server opens it', () => {
  test.each(table)('OAEP with SHA-256, %s: %s', async (_, password, { key, privateKey }) =>
    expect(openOaep((await seal(password, { ...key, enc_alg: 'RSA-OAEP-256' })) ?? '', privateKey)).toBe(password),
  )

  test.each(table)(
    'PKCS#1 v1.5 where the server names no algorithm, %s: %s',
    async (_, password, { key, privateKey }) => {
      expect(openV15((await seal(password, key)) ?? '', privateKey)).toBe(password)
      expect(openV15((await seal(password, { ...key, enc_alg: 'RSA1_5' })) ?? '', privateKey)).toBe(password)
    },
  )

  test('base64 of the length of the key, never twice the same', async () => {
    const [one, other] = [await seal('kT7!mz2R', small.key), await seal('kT7!mz2R', small.key)]
    expect(Buffer.from(one ?? '', 'base64')).toHaveLength(256)
    expect(one).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(one).not.toBe(other)
  })

  test.each(['upper case', 'leading zeros'])('a key in %s is the same key', async (how) => {
    const { modulus, exponent } = small.key
    const key =
      how === 'upper case'
        ? { modulus: modulus.toUpperCase(), exponent }
        : { modulus: `00${modulus}`, exponent: `0${exponent}` }
    expect(openOaep((await seal('kT7!mz2R', { ...key, enc_alg: 'RSA-OAEP-256' })) ?? '', small.privateKey)).toBe(
      'kT7!mz2R',
    )
  })

  test('jsencrypt loads only for a key that the browser cannot seal for', async () => {
    vi.resetModules()
    const loaded = vi.fn()
    vi.doMock('jsencrypt', async (original) => {
      loaded()
      return original()
    })
    const fresh = await import('../../../src/effects/forms/seal.ts')
    await fresh.preloadSealing(null)
    await fresh.preloadSealing({ enc_alg: 'RSA-OAEP-256' })
    await fresh.seal('kT7!mz2R', { ...small.key, enc_alg: 'RSA-OAEP-256' })
    expect(loaded).not.toHaveBeenCalled()
    await fresh.preloadSealing({})
    expect(loaded).toHaveBeenCalledOnce()
    vi.doUnmock('jsencrypt')
  })

  test('the PEM is the one that node writes', () => {
    const written = small.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(toPem(small.key).replace(/\s/g, '')).toBe(written.replace(/\s/g, ''))
  })
})

describe('nothing is sealed', () => {
  const { modulus, exponent } = small.key
  test.each<[string, SealingKey]>([
    ['with exponent 1', { modulus, exponent: '1' }],
    ['with exponent 3', keyPair(2048, 3).key],
    ['with 512 bits', keyPair(512).key],
    ['with 1024 bits', keyPair(1024).key],
    ['with more than 4096 bits', { modulus: `1${'0'.repeat(1023)}1`, exponent }],
    ['with an even modulus', { modulus: `${modulus.slice(0, -1)}e`, exponent }],
    ['without a modulus', { modulus: '', exponent }],
    ['without an exponent', { modulus, exponent: '' }],
    ['with a modulus that is not hexadecimal', { modulus: `${modulus}zz`, exponent }],
    ['with a modulus in base64', { modulus: Buffer.from(modulus, 'hex').toString('base64'), exponent }],
    ['with a modulus of 100 000 digits', { modulus: 'f'.repeat(100_000), exponent }],
  ])('%s', async (_, key) => {
    expect(isSafeKey(key)).toBe(false)
    expect(await seal('kT7!mz2R', key)).toBeNull()
    expect(await seal('kT7!mz2R', { ...key, enc_alg: 'RSA-OAEP-256' })).toBeNull()
  })

  test.each([undefined, 'RSA-OAEP-256'] as const)('of 10 000 characters (%s)', async (enc_alg) => {
    expect(await seal('k'.repeat(10_000), { ...small.key, enc_alg })).toBeNull()
    // The library says that it is too long, and no more than that.
    for (const [said] of vi.mocked(console.error).mock.calls) expect(said).toBe('Message too long for RSA')
    vi.mocked(console.error).mockClear()
  })

  test('with PKCS#1 v1.5 of what it would garble', async () => {
    expect(await seal('kT7!mz2R😀', small.key)).toBeNull()
    const sealed = await seal('kT7!mz2R😀', { ...small.key, enc_alg: 'RSA-OAEP-256' })
    expect(openOaep(sealed ?? '', small.privateKey)).toBe('kT7!mz2R😀')
  })

  test('on a page that came without encryption', async () => {
    vi.stubGlobal('isSecureContext', false)
    expect(await seal('kT7!mz2R', small.key)).toBeNull()
  })

  test('where the browser has no random numbers', async () => {
    vi.stubGlobal('crypto', {})
    expect(await seal('kT7!mz2R', small.key)).toBeNull()
  })
})
