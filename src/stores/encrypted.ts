// Spec §3, session data is kept in encrypted browser storage. The key is a setting that every visitor can read: this
// keeps stored data from casual eyes and notices tampering, and is no place for a secret.
import type { StateStorage } from 'zustand/middleware'
import type { Cipher } from './cipher'
import type { shapes, StoreName } from './shapes'

const PREFIX = 'daemun.'

/** Where a browser refuses storage (private mode, full, switched off), this tab remembers by itself. */
const memory = new Map<string, string>()
/** What was saved before the cipher had arrived. */
const waiting = new Map<string, string>()
let vault: { cipher: Cipher; shapes: typeof shapes } | null = null

function read(name: string): string | null {
  // What this tab had to remember by itself is newer than what the storage would not replace.
  const remembered = memory.get(name)
  if (remembered !== undefined) return remembered
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value)
    memory.delete(name)
  } catch {
    memory.set(name, value)
  }
}

function remove(name: string): void {
  memory.delete(name)
  try {
    sessionStorage.removeItem(name)
  } catch {
    // a storage that cannot be reached holds nothing
  }
}

/** Whether an earlier page of this tab left something: only then must the cipher be there before the first render. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(sessionStorage).some((name) => name.startsWith(PREFIX))
  } catch {
    return false
  }
}

let opening: Promise<void> = Promise.resolve()

/**
 * Brings the cipher and the shapes (their code is not in the first load) and writes what has been waiting for them.
 * Where they cannot be had, this tab goes on without surviving a reload.
 */
export function openVault(storageKey: string): Promise<void> {
  opening = Promise.all([import('./cipher'), import('./shapes')]).then(
    ([{ createCipher }, { shapes }]) => {
      vault = { cipher: createCipher(storageKey), shapes }
      for (const [name, value] of waiting) encryptedSession.setItem(name, value)
      waiting.clear()
    },
    () => {},
  )
  return opening
}

/** The shape that a stored value must have; undefined before the vault is open. */
export const shapeOf = (name: StoreName) => vault?.shapes[name]

/** Settles when what is saved survives a reload. */
export const vaultSettled = (): Promise<void> => opening

/** Synchronous once the cipher is there: an asynchronous storage would let the first render see empty stores. */
export const encryptedSession: StateStorage<void> = {
  getItem(name) {
    const sealed = read(PREFIX + name)
    if (sealed === null || vault === null) return waiting.get(name) ?? null
    const text = vault.cipher.open(name, sealed, Date.now())
    if (text === null) remove(PREFIX + name)
    return text
  },
  setItem(name, value) {
    if (vault === null) waiting.set(name, value)
    else write(PREFIX + name, vault.cipher.seal(name, value, Date.now()))
  },
  removeItem(name) {
    waiting.delete(name)
    remove(PREFIX + name)
  },
}
