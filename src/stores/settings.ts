// The settings of this environment, parsed once at the start and handed out from here. Not stored.
import type { Settings } from '../wire/settings'

let current: Settings | null = null

export const setSettings = (settings: Settings | null): void => void (current = settings)

/** Null only while the login form is prerendered: its markup depends on no setting. */
export const getSettings = (): Settings | null => current
