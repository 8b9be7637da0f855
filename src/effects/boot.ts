// What the app needs beyond its first form: settings checked, clients, the vault. Fetched as soon as that form is up, or before
// the first render where there is no such form.
import { configureClients } from '../api/http'
import { parseSettings } from '../wire/settings'
import { createCipher } from '../stores/cipher'
import { openVault } from '../stores/encrypted'
import { setSettings } from '../stores/settings'
import { shapes } from '../stores/shapes'
import { onCodeLost } from './chunks'
import { whenIdle } from './idle'
import { onFailure } from './onFailure'
import { keepVisitLocale } from './visitLocale'

/** What the settings block says; an unreadable one reads as empty. */
function rawSettings(): unknown {
  try {
    return JSON.parse(document.getElementById('settings')?.textContent ?? '')
  } catch {
    return {}
  }
}

/** A browser without a database, or one that keeps it shut, has nothing to be swept; one that cannot list them waits for the next letter. */
const sweep = () => import('./letterVault').then(({ sweepLetters }) => sweepLetters()).catch(() => {})

/** @returns the settings that are wrong, one line each; none: the app is ready. */
export function boot(): string[] {
  const parsed = parseSettings(rawSettings())
  if ('problems' in parsed) return parsed.problems
  setSettings(parsed.settings)
  configureClients(parsed.settings, onFailure, onCodeLost)
  openVault(createCipher(parsed.settings.VITE_STORAGE_KEY), shapes)
  keepVisitLocale()
  whenIdle(() => void sweep())
  return []
}
