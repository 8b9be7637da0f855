// What a tab keeps in plain session storage; nothing about a member. It is in this folder, because the inline script of the page
// (api/earlyScript.ts) reads it before the app has loaded.

/** The channel to the other tabs. */
export const CHANNEL = 'daemun'

const KEY = 'daemun-reloaded-at'
const ONCE_IN_MS = 60_000

/** Whether a page with missing code may reload by itself now: once a minute, and never if session storage is not writable. */
export function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < ONCE_IN_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/** The value of this key, or ''. */
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // The storage is full or blocked: a reload begins in the default language, and without the service's look.
  }
}

const LANGUAGE = 'daemun-language'

/** The last language of this tab, or ''. Readable before the stored session can be decrypted. */
export const tabLanguage = (): string => read(LANGUAGE)
export const keepTabLanguage = (language: string): void => keep(LANGUAGE, language)

// Deleted with the stores of the visit (stores/encrypted.ts).
const CLIENT = 'daemun.client'

/** The service of this tab's visit by its client ID, or ''. A reload has its look before the stored session can be decrypted. */
export const tabClient = (): string => read(CLIENT)
export const keepTabClient = (client_id: string): void => keep(CLIENT, client_id)
