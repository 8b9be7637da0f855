// The names of what the app keeps in the storage of the browser.

/** What stores keep in the session storage under these names is deleted with the visit. */
export const PREFIX = 'daemun.'

/** The remembered ID, in the local storage. */
export const REMEMBERED = 'daemun.remembered'

export function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

/** Deletes what stores keep, except that of one of them. */
export function forgetKeys(except: string): void {
  for (const key of storedKeys()) if (key !== PREFIX + except) sessionStorage.removeItem(key)
}

/** Whether an ID is remembered. @throws if the browser refuses its storage */
export const isRemembered = (): boolean => localStorage.getItem(REMEMBERED) !== null
