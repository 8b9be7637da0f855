// What the app needs beyond its first form: checked settings, clients, the vault. It loads as soon as that form is visible, or before the
// first render if there is no such form.
import { configureClients } from '../../api/http'
import { useWelcome } from '../../stores/welcome'
import { parseSettings } from '../../wire/settings'
import { createCipher } from '../../stores/cipher'
import { openVault } from '../../stores/encrypted'
import { currentLocale } from '../../i18n/languages'
import { setSettings } from '../../stores/settings'
import { shapes } from '../../stores/shapes'
import { onCodeLost } from '../faults/chunks'
import { loadAhead } from '../browser/idle'
import { openNewTabs } from '../browser/newTabs'
import { onFailure } from '../perform/onFailure'
import { followTheme } from '../session/theme'
import { keepVisitLocale } from '../session/visitLocale'
import { pageState } from '../../state/pageState'

/** The content of the settings block. A block that cannot be read counts as empty. */
function rawSettings(): unknown {
  try {
    return JSON.parse(document.getElementById('settings')?.textContent ?? '')
  } catch {
    return {}
  }
}

/** A failure is harmless: without a readable database there is nothing to delete, or the next letter deletes it. */
const sweep = () => import('../session/letterVault').then(({ sweepLetters }) => sweepLetters()).catch(() => {})

/** What stops the parts that follow this page. */
const page = pageState(
  () => ({ ends: [] as (() => void)[] }),
  ({ ends }) => ends.splice(0).forEach((end) => end()),
)

/** @returns the wrong settings, one line each. Empty: the app is ready. */
export function boot(): string[] {
  const parsed = parseSettings(rawSettings())
  if ('problems' in parsed) return parsed.problems
  setSettings(parsed.settings)
  configureClients(parsed.settings, onFailure, onCodeLost, () => useWelcome.getState().welcome, currentLocale)
  openVault(createCipher(parsed.settings.VITE_STORAGE_KEY), shapes)
  page.ends.push(keepVisitLocale(), followTheme(), openNewTabs())
  loadAhead(() => void sweep())
  return []
}
