// Spec §3, session data is kept in encrypted browser storage. The key is a setting that every visitor can read: this
// keeps stored data from casual eyes and notices tampering, and is no place for a secret.
import type { Cipher } from './cipher'
import type { Shapes, StoreName } from './shapes'

const PREFIX = 'daemun.'

/** What is saved and not in the storage: the cipher is not there yet, the browser is not idle yet, or it refuses to store. */
const unsaved = new Map<string, string>()
let vault: { cipher: Cipher; shapes: Shapes } | null = null
/** Of whom there is something to seal when the browser is idle. */
const due = new Set<string>()

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

function seal(name: string): void {
  const text = unsaved.get(name)
  if (!vault || text === undefined) return
  try {
    sessionStorage.setItem(PREFIX + name, vault.cipher.seal(name, text, Date.now()))
    unsaved.delete(name)
  } catch {
    // a full or refused storage: this tab remembers by itself
  }
}

const sealUnsaved = (): void => [...unsaved.keys()].forEach(seal)

function soon(): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(sealNext, { timeout: 500 })
  else setTimeout(sealNext)
}

/** A store is sealed once for all that it saves until the browser is idle, and by itself: a key that is pressed waits for no more. */
function sealNext(): void {
  const [name = ''] = due
  due.delete(name)
  if (due.size > 0) soon()
  seal(name)
}

function forgetUnsaved(name: string): void {
  unsaved.delete(name)
  due.delete(name)
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // a storage that cannot be reached holds nothing
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

/** Forgets all that would survive a reload, but for one store. What the stores hold stays as it is for the page that is shown. */
export function forgetStored(kept: StoreName): void {
  for (const name of unsaved.keys()) if (name !== kept) forgetUnsaved(name)
  for (const key of storedKeys()) if (key !== PREFIX + kept) remove(key)
}

/** From here on what is saved survives a reload, beginning with what has been waiting for the cipher and the shapes: their code is not in the first load. */
export function openVault(cipher: Cipher, shapes: Shapes): void {
  vault = { cipher, shapes }
  sealUnsaved()
  // A phone may end a page that nobody looks at, without another word.
  for (const end of ['pagehide', 'visibilitychange']) addEventListener(end, sealUnsaved, { capture: true })
}

/** The shape that a stored value must have; undefined before the vault is open. */
export const shapeOf = (name: StoreName) => vault?.shapes[name]

/** Answers at once, whatever is sealed later: an asynchronous storage would let the first render see empty stores. */
export const encryptedSession = {
  /** The text, or null where there is none that this app has sealed. */
  getItem(name: string): string | null {
    const text = unsaved.get(name)
    if (text !== undefined) return text
    const sealed = read(name)
    if (sealed === null || vault === null) return null
    const opened = vault.cipher.open(name, sealed, Date.now())
    if (opened === null) remove(PREFIX + name)
    return opened
  },
  setItem(name: string, value: string): void {
    unsaved.set(name, value)
    if (due.size === 0) soon()
    due.add(name)
  },
  removeItem(name: string): void {
    forgetUnsaved(name)
    remove(PREFIX + name)
  },
}
