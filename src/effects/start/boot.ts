// What the app needs beyond its first form: checked settings, clients, stored session data. It loads as soon as that form is visible, or before the
// first render if there is no such form.
import { configureClients } from '../../api/http.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { parseSettings } from '../../../contract/settings.ts'
import { hasStored } from '../../stores/encrypted.ts'
import { currentLocale, nameService } from '../../i18n/languages.ts'
import { getSettings, setSettings } from '../../stores/settings.ts'
import { withTimeout } from '../../state/timeout.ts'
import { onCodeLost } from '../faults/chunks.ts'
import { loadAhead } from '../browser/idle.ts'
import { openNewTabs } from '../browser/newTabs.ts'
import { noteControls } from '../browser/toastPlace.ts'
import { onFailure } from '../perform/onFailure.ts'
import { serviceFacts } from '../session/serviceFacts.ts'
import { followTheme } from '../session/theme.ts'
import { keepVisitLocale } from '../session/visitLocale.ts'
import { pageState } from '../../state/pageState.ts'

/** The content of the settings block. A block that cannot be read counts as empty. */
function rawSettings(): unknown {
  try {
    return JSON.parse(document.getElementById('settings')?.textContent ?? '')
  } catch {
    return {}
  }
}

/** The app has one database, and only for a member who has sent a letter. Nobody else loads the code. */
async function sweep(): Promise<void> {
  const databases = await indexedDB.databases()
  if (databases.length > 0) await import('../session/letterVault.ts').then(({ sweepLetters }) => sweepLetters())
}

/** What stops the parts that follow this page. */
const page = pageState(
  () => ({ ends: [] as (() => void)[] }),
  ({ ends }) => ends.splice(0).forEach((end) => end()),
)

/** From now on saved state survives a reload. The cipher has a file of its own, which may come after the sign-in request. */
export async function openStorage(): Promise<void> {
  const { openStorage: open } = await withTimeout(import('../../stores/vault.ts'))
  open(getSettings()?.VITE_STORAGE_KEY ?? '')
}

/** @returns the wrong settings, one line each. Empty: the app is ready. @throws if the code that reads stored data cannot be had */
export async function boot(): Promise<string[]> {
  const parsed = parseSettings(rawSettings())
  if ('problems' in parsed) return parsed.problems
  setSettings(parsed.settings)
  if (hasStored()) await openStorage()
  configureClients(parsed.settings, onFailure, onCodeLost, () => useWelcome.getState().welcome, currentLocale)
  nameService(() => serviceFacts().serviceName)
  page.ends.push(keepVisitLocale(), followTheme(), openNewTabs(), noteControls())
  // A failure is harmless: without a readable database there is nothing to delete, or the next letter deletes it.
  loadAhead(() => void sweep().catch(() => {}))
  return []
}
