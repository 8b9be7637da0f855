// The settings of this environment, parsed once at the start. Not stored.
import type { Settings } from '../../contract/settings.ts'
import { pageState } from '../state/pageState.ts'

const page = pageState(() => ({ settings: null as Settings | null }))

export const setSettings = (settings: Settings | null): void => void (page.settings = settings)

/** Null only during prerendering: the login form's markup depends on no setting. */
export const getSettings = (): Settings | null => page.settings
