// What a tab keeps in plain session storage: nothing about a member. In `wire` because the inline script of the page
// (api/earlyScript.ts) reads it too, before the app is there.

const KEY = 'daemun-reloaded-at'
const ONCE_IN_MS = 60_000

/** Whether a page that lacks code may reload by itself now: once a minute, and never where that cannot be noted. */
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

/** The language that this tab spoke last; '' where it is not known. Readable before the stored session can be decrypted. */
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
    // A storage that is full or blocked: the page then begins in the default language.
  }
}
