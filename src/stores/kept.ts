// Keeps the typed ID of a visit that expired until the next visit in this tab begins.
import { persisted, rehydrateStores } from './persisted'

export const useKept = persisted('kept', { login_id: '' })

export const keepId = (login_id: string): void => useKept.setState({ login_id })

/** Returns the typed ID. An entry restores no other stored state, because it begins afresh. Call it once the vault is open. */
export function keptId(): string {
  rehydrateStores('kept')
  return useKept.getState().login_id
}
