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

/** Whether an ID is remembered. @throws if the browser refuses its storage */
export const isRemembered = (): boolean => localStorage.getItem(REMEMBERED) !== null
