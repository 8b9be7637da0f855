// What a tab keeps in plain session storage; nothing about a member. It is in `wire` because the inline script of the page
// (api/earlyScript.ts) reads it before the app has loaded.

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

const LANGUAGE = 'daemun-language'

/** The last language of this tab, or ''. Readable before the stored session can be decrypted. */
export function tabLanguage(): string {
  try {
    return sessionStorage.getItem(LANGUAGE) ?? ''
  } catch {
    return ''
  }
}

export function keepTabLanguage(language: string): void {
  try {
    sessionStorage.setItem(LANGUAGE, language)
  } catch {
    // The storage is full or blocked: the page begins in the default language.
  }
}
