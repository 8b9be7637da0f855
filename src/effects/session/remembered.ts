// Spec §3, the remembered username: login_id and login_date in local storage, only while the member wants it.
import { REMEMBERED as KEY } from '../../state/stored.ts'
import { type Remembered, readRemembered, stampOf } from '../../rules/visit/remembered.ts'

/** Whether this browser can remember. If not, the checkbox is hidden. */
export function canRemember(): boolean {
  try {
    localStorage.setItem(`${KEY}.probe`, '1')
    localStorage.removeItem(`${KEY}.probe`)
    return true
  } catch {
    return false
  }
}

/** The record of this browser, if it is valid. */
export function remembered(): Remembered | null {
  try {
    return readRemembered(localStorage.getItem(KEY), new Date())
  } catch {
    return null
  }
}

export function rememberUsername(login_id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ login_id, login_date: stampOf(new Date()) }))
  } catch {
    // The storage is full or refuses: nothing is remembered, and the sign-in continues.
  }
}

export function forgetUsername(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // There is nothing to remove.
  }
}
