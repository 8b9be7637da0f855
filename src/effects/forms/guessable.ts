// Security A4: a new password that is easy to guess is refused on its own screen. The backend checks again, with a longer list.
import { memoizeImport } from '../../state/timeout.ts'

export const fetchFrequent = memoizeImport(() => import('./frequentPasswords.ts'))

/**
 * @param names of the member and the service
 * @returns false as well if the list has not arrived: the backend decides then
 */
export async function isGuessable(password: string, names: readonly (string | null | undefined)[]): Promise<boolean> {
  const code = await fetchFrequent().catch(() => null)
  return code?.isFrequent(password, names) ?? false
}
