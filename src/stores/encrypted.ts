// Spec §3, session data is kept in encrypted browser storage. Every visitor can read the key, which is a setting: the encryption hides data
// from casual eyes and detects tampering. It cannot keep a secret.
import type { Cipher } from './cipher.ts'
import type { Shapes, StoreName } from './shapes.ts'
import { pageState } from '../state/pageState.ts'
import { forgetKeys, PREFIX, storedKeys } from '../state/stored.ts'

const page = pageState(() => ({
  vault: null as { cipher: Cipher; shapes: Shapes } | null,
  /** Saved values that are not in the storage yet: the cipher is not loaded, the browser is not idle, or the storage refuses. */
  unsaved: new Map<string, string>(),
  /** Stores that must be sealed when the browser is idle. */
  due: new Set<string>(),
}))

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

function seal(name: string): void {
  const { vault, unsaved } = page
  const text = unsaved.get(name)
  if (!vault || text === undefined) return
  try {
    sessionStorage.setItem(PREFIX + name, vault.cipher.seal(name, text, Date.now()))
    unsaved.delete(name)
  } catch {
    // The storage is full or refuses: this tab keeps the value in memory.
  }
}

const sealUnsaved = (): void => [...page.unsaved.keys()].forEach(seal)

function soon(): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(sealNext, { timeout: 500 })
  else setTimeout(sealNext)
}

/**
 * Seals one store, once for everything it saved until the browser was idle. One store at a time, so that a key press never waits for more.
 */
function sealNext(): void {
  const { due } = page
  const [name = ''] = due
  due.delete(name)
  if (due.size > 0) soon()
  seal(name)
}

function forgetUnsaved(name: string): void {
  page.unsaved.delete(name)
  page.due.delete(name)
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // A storage that cannot be read counts as empty.
  }
}

/** Whether an earlier page of this tab has stored something. */
export const hasStored = (): boolean => storedKeys().length > 0

/** Deletes everything stored except one store. The stores keep their state for the visible page. */
export function forgetStored(except: StoreName): void {
  for (const name of page.unsaved.keys()) if (name !== except) forgetUnsaved(name)
  forgetKeys(except)
}

/** From now on saved state survives a reload, including what was saved before the cipher and the schemas had loaded. */
export function openVault(cipher: Cipher, shapes: Shapes): void {
  page.vault = { cipher, shapes }
  sealUnsaved()
  // A phone can end a hidden page without a further event.
  for (const end of ['pagehide', 'visibilitychange']) addEventListener(end, sealUnsaved, { capture: true })
}

/** The schema of a stored value; undefined before the vault is open. */
export const shapeOf = (name: StoreName) => page.vault?.shapes[name]

/** Answers synchronously: with an asynchronous storage the first render would see empty stores. */
export const encryptedSession = {
  /** The text, or null if this app has sealed none. */
  getItem(name: string): string | null {
    const { vault, unsaved } = page
    const text = unsaved.get(name)
    if (text !== undefined) return text
    const sealed = read(name)
    if (sealed === null || vault === null) return null
    const opened = vault.cipher.open(name, sealed, Date.now())
    if (opened === null) remove(PREFIX + name)
    return opened
  },
  setItem(name: string, value: string): void {
    page.unsaved.set(name, value)
    if (page.due.size === 0) soon()
    page.due.add(name)
  },
  removeItem(name: string): void {
    forgetUnsaved(name)
    remove(PREFIX + name)
  },
}
