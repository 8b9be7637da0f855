// Spec §4, the welcome cookie and the session data that goes with it.
import type { ServiceInfo, Welcome } from '../wire/welcome'
import { closeModal } from '../stores/screen'
import { resetStores } from '../stores/persisted'
import { saveToWelcome, useWelcome, WELCOME_EXPIRY_MINUTES } from '../stores/welcome'
import { removeWelcomeCookie, setWelcomeCookie } from './cookies'

/** A successful init starts afresh: what an earlier visit left in this tab is gone. */
export function enter(welcome: Welcome): void {
  const { route_params, route_query, init_password, locale } = useWelcome.getState()
  resetStores()
  saveToWelcome({
    welcome,
    route_params: { action: route_params.action },
    route_query,
    init_password,
    locale,
    welcome_expiry: Date.now() + WELCOME_EXPIRY_MINUTES * 60_000,
  })
  setWelcomeCookie()
}

export const saveService = (service_info: ServiceInfo): void => saveToWelcome({ service_info })

/** Removing the welcome cookie clears the session data. */
export function startOver(): void {
  closeModal('initialize')
  resetStores()
  removeWelcomeCookie()
}
