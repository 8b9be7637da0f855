// Security A4: a new password that is easy to guess is refused on its own screen. The backend checks again, by the same rules.
import { fieldError, focus, type Outcome } from '../../rules/visit/outcome.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { memoizeImport } from '../../state/timeout.ts'

type Names = readonly (string | null | undefined)[]

const fetchFrequent = memoizeImport(() => import('./frequentPasswords.ts'))

/** The outcome for such a password, at its field. */
export const guessed: Outcome = [fieldError('password', 'refused.newPassword'), focus('password')]

/** Gets the list before the password is complete. */
export const preloadFrequent = (): void => void fetchFrequent().catch(() => {})

/**
 * @param names of the member, as far as they are known here. Those of the service are added.
 * @returns false as well if the list has not arrived: the backend decides then
 */
export async function isGuessable(password: string, names: Names): Promise<boolean> {
  const code = await fetchFrequent().catch(() => null)
  const { rp_name, display_name, display_name_en, display_name_cn } = useWelcome.getState().service_info ?? {}
  return code?.isFrequent(password, [...names, rp_name, display_name, display_name_en, display_name_cn]) ?? false
}

/** Whether a name makes up at least half of the password. False as well if the code has not arrived. */
export async function holdsName(password: string, name: string): Promise<boolean> {
  const code = await fetchFrequent().catch(() => null)
  return code?.isOfNames(password, [name]) ?? false
}
