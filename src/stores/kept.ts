// Keeps the typed ID of a visit that expired until the next visit in this tab begins.
import { persisted, rehydrateStores } from './persisted'

export const useKept = persisted('kept', { login_id: '' })

export const keepId = (login_id: string): void => useKept.setState({ login_id })

/** @note an entry does not bring back what was stored: it begins afresh, but for this. Asked once the vault is open. */
export function keptId(): string {
  rehydrateStores('kept')
  return useKept.getState().login_id
}
