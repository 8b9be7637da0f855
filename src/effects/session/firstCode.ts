// Spec §4, the first code of a second step. It is sent without a press, once for each step: not after a reload, Back, or in a second tab.
import { saveLogin, useLogin } from '../../stores/login.ts'
import { digest } from '../browser/digest.ts'

const KEY = 'daemun.codes'
/** The marks in local storage tell the tabs of this browser about each other. More than eight steps at once are improbable. */
const MOST = 8

/** Whether this browser has sent a code for this step: `first` if it has not, and now may; `elsewhere`: another tab has. */
export type FirstCode = 'first' | 'again' | 'elsewhere'

/**
 * The mark is the beginning of a digest, so that the token is not stored in clear text.
 * @returns a function that marks the step of this token. Its caller calls it only while it can send the code: a step that is marked sends no other.
 */
export async function firstCodeOf(auth_token: string): Promise<() => FirstCode> {
  // Without a secure context the browser has no digest, and a press sends the code.
  if (!globalThis.isSecureContext || auth_token === '') return () => 'again'
  const mark = (await digest(auth_token)).slice(0, 16)
  return function claim() {
    if (useLogin.getState().code_mark === mark) return 'again'
    saveLogin({ code_mark: mark })
    return markForTabs(mark) ? 'first' : 'elsewhere'
  }
}

/** @returns false if another tab has marked it */
function markForTabs(mark: string): boolean {
  try {
    const marks = (localStorage.getItem(KEY) ?? '').split(' ').filter((known) => known !== '')
    if (marks.includes(mark)) return false
    localStorage.setItem(KEY, [...marks, mark].slice(-MOST).join(' '))
  } catch {
    // The storage is full or refuses: only this tab knows.
  }
  return true
}
