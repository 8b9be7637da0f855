// Keeps the typed ID of a visit that expired until the next visit in this tab begins.
import { persisted, rehydrateStores } from './persisted.ts'

export const useExpiredVisit = persisted('expiredVisit', { login_id: '' })

export const keepId = (login_id: string): void => useExpiredVisit.setState({ login_id })

/** Returns the typed ID. An entry restores no other stored state, because it begins afresh. Call it once the vault is open. */
export function keptId(): string {
  rehydrateStores('expiredVisit')
  return useExpiredVisit.getState().login_id
}
