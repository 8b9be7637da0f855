// The settings of this environment, parsed once at the start. Not stored.
import type { Settings } from '../wire/settings'

let current: Settings | null = null

export const setSettings = (settings: Settings | null): void => void (current = settings)

/** Null only during prerendering: the login form's markup depends on no setting. */
export const getSettings = (): Settings | null => current
