import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createCipher } from '../../src/stores/cipher.ts'
import type * as encrypted from '../../src/stores/encrypted.ts'
import { shapes } from '../../src/stores/shapes.ts'

const KEY = 'a storage key for tests'
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

/** A fresh copy of the module, as at the start of a page. */
let page: typeof encrypted
beforeEach(async () => {
  vi.resetModules()
  page = await import('../../src/stores/encrypted.ts')
})

describe('before the cipher is there', () => {
  test('what is saved waits, and can be read', () => {
    page.encryptedSession.setItem('login', 'saved')
    expect(page.encryptedSession.getItem('login')).toBe('saved')
    expect(sessionStorage).toHaveLength(0)
  })

  test('what waited is written as soon as it is there, sealed', () => {
    page.encryptedSession.setItem('login', 'first')
    page.encryptedSession.setItem('login', 'second')
    page.openVault(createCipher(KEY), shapes)
    const stored = sessionStorage.getItem('daemun.login') ?? ''
    expect(stored).not.toContain('second')
    expect(createCipher(KEY).open('login', stored, Date.now())).toBe('second')
    expect(page.encryptedSession.getItem('login')).toBe('second')
  })

  test('what was removed again is not written', () => {
    page.encryptedSession.setItem('login', 'first')
    page.encryptedSession.removeItem('login')
    page.openVault(createCipher(KEY), shapes)
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('once the cipher is there', () => {
  test('what is saved is sealed once, as soon as there is time', async () => {
    page.openVault(createCipher(KEY), shapes)
    const written = vi.spyOn(Storage.prototype, 'setItem')
    page.encryptedSession.setItem('login', 'first')
    page.encryptedSession.setItem('login', 'second')
    expect(page.encryptedSession.getItem('login')).toBe('second')
    await waitFor(() => expect(written).toHaveBeenCalledTimes(1))
    expect(createCipher(KEY).open('login', sessionStorage.getItem('daemun.login') ?? '', Date.now())).toBe('second')
  })

  test('each store in a turn of its own, also behind one that the storage refuses', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    page.openVault(createCipher(KEY), shapes)
    const written = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full)
    for (const name of ['welcome', 'login', 'signUp']) page.encryptedSession.setItem(name, 'saved')
    for (const times of [1, 2, 3, 3]) {
      vi.advanceTimersToNextTimer()
      expect(written).toHaveBeenCalledTimes(times)
    }
    expect(Object.keys(sessionStorage)).toEqual(['daemun.login', 'daemun.signUp'])
    vi.useRealTimers()
  })

  test('a page that is left before that loses nothing', () => {
    page.openVault(createCipher(KEY), shapes)
    page.encryptedSession.setItem('login', 'saved')
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('daemun.login')).toMatch(/^v1\./)
  })

  test('a page that is put away before that loses nothing', () => {
    page.openVault(createCipher(KEY), shapes)
    page.encryptedSession.setItem('login', 'saved')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sessionStorage.getItem('daemun.login')).toMatch(/^v1\./)
  })
})

describe('what an earlier page left', () => {
  test('is deleted at the end of the visit, and entries of other owners stay', () => {
    sessionStorage.setItem('another', '1')
    sessionStorage.setItem('daemun.signUp', '1')
    page.encryptedSession.setItem('login', 'saved')
    page.forgetStored('expiredVisit')
    page.openVault(createCipher(KEY), shapes)
    expect(Object.keys(sessionStorage)).toEqual(['another'])
  })

  test('is read', () => {
    sessionStorage.setItem('daemun.login', createCipher(KEY).seal('login', 'kept', Date.now()))
    page.openVault(createCipher(KEY), shapes)
    expect(page.encryptedSession.getItem('login')).toBe('kept')
  })

  test.each([
    ['damaged', () => 'v1.x.y.z.0'],
    ['sealed with another key', () => createCipher('another storage key').seal('login', 'kept', Date.now())],
    ['of another store', () => createCipher(KEY).seal('welcome', 'kept', Date.now())],
    ['too old', () => createCipher(KEY).seal('login', 'kept', Date.now() - 13 * 3_600_000)],
  ])('%s reads as null, and is deleted', (_, stored) => {
    sessionStorage.setItem('daemun.login', stored())
    page.openVault(createCipher(KEY), shapes)
    expect(page.encryptedSession.getItem('login')).toBeNull()
    expect(sessionStorage.getItem('daemun.login')).toBeNull()
  })
})

describe('a storage that cannot be used', () => {
  test('when full: this tab remembers by itself', () => {
    page.openVault(createCipher(KEY), shapes)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    page.encryptedSession.setItem('login', 'saved')
    expect(page.encryptedSession.getItem('login')).toBe('saved')
    page.encryptedSession.removeItem('login')
    expect(page.encryptedSession.getItem('login')).toBeNull()
  })

  test('when full with an older value in it: the newer one counts', () => {
    page.openVault(createCipher(KEY), shapes)
    page.encryptedSession.setItem('login', 'older')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    page.encryptedSession.setItem('login', 'newer')
    expect(page.encryptedSession.getItem('login')).toBe('newer')
  })

  test('when it throws at every touch: nothing breaks, and this tab remembers', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(full)
    vi.stubGlobal('sessionStorage', new Proxy(sessionStorage, { ownKeys: full }))
    page.openVault(createCipher(KEY), shapes)
    page.encryptedSession.setItem('login', 'saved')
    expect(page.encryptedSession.getItem('login')).toBe('saved')
    page.forgetStored('expiredVisit')
    expect(page.encryptedSession.getItem('login')).toBeNull()
  })
})
