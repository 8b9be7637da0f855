// The start. Where the build has put the login form into the page, the app takes it over at once and the rest follows;
// everywhere else the page waits for its settings and for what an earlier page of this tab left.
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import 'virtual:first.css'
import { App } from './app/App.tsx'
import { AppRouter } from './app/AppRouter.tsx'
import { entryOf, isHere, loadRoutes } from './app/allRoutes.ts'
import { Shell } from './app/Shell.tsx'
import { booted, storageOpen } from './effects/start/booted.ts'
import { restoreTypedFields } from './effects/start/typedFields.ts'
import { localeCookie, visitLocaleCookie } from './effects/browser/cookies.ts'
import { loadAhead, whenIdle } from './effects/browser/idle.ts'
import { reload } from './effects/browser/leave.ts'
import { changeLanguage } from './effects/session/changeLanguage.ts'
import { newReference } from './effects/faults/reference.ts'
import { renewLostStyles } from './effects/faults/chunks.ts'
import { reportUncaught, reportLater } from './effects/faults/uncaught.ts'
import { changeLocale } from './i18n/languages.ts'
import { fetchRequest } from './pages/login/importSubmit.ts'
import { paths } from './rules/visit/paths.ts'
import { rehydrateStores } from './stores/persisted.ts'
import { getSettings } from './stores/settings.ts'
import { useWelcome } from './stores/welcome.ts'
import { BrokenPage } from './ui/shell/BrokenPage.tsx'
import { Skeleton } from './ui/shell/Skeleton.tsx'
import { type Locale, localeOf, LOCALES, startLocale } from '../contract/locale.ts'
import { withTimeout } from './state/timeout.ts'
import { tabLanguage } from './state/tab.ts'

window.daemunArrived?.()
const root = document.getElementById('root') as HTMLElement
const app = (
  <AppRouter>
    <App />
  </AppRouter>
)

const asked = location.search
const isEntry = location.pathname.startsWith(paths.init)

/** Spec §9: the language in which this page begins. */
function localeHere(): Locale {
  const settings = getSettings()
  return startLocale({
    strict: settings?.VITE_WELCOME_LOCALE_STRICT ?? false,
    cookie:
      useWelcome.getState().locale ??
      (isEntry ? null : localeOf(tabLanguage() || (visitLocaleCookie() ?? ''), LOCALES)) ??
      localeCookie(),
    ui_locales: new URLSearchParams(asked).get('ui_locales') ?? '',
    available: settings?.VITE_LOCALES ?? ['ko'],
    isEntry,
  })
}

/** @param locale the language of the form in the page: the static server chose it by the same rule, but a plain file host did not. */
async function takeOver(locale: Locale): Promise<void> {
  // The form's own code is here, so the connection is free.
  void fetchRequest()
  const spoken = await changeLanguage(locale)
  // Synchronous, because only the form is rendered here. The rest of the page follows in slices (app/Shell.tsx).
  if (spoken) flushSync(() => void hydrateRoot(root, app))
  else renderAnew()
  // Not before the form is live: whatever is fetched while React takes over comes at its cost.
  whenIdle(() => void settle(locale))
}

async function settle(locale: Locale): Promise<void> {
  // The form asks for the same code, and says so where it cannot be had.
  if (!(await ready().catch(() => false))) return
  if (localeHere() !== locale) await changeLanguage(localeHere())
  // On a slow network the browser is idle while it waits. Nothing may compete with what the sign-in request needs.
  await fetchRequest()
  // If it fails, the tab has its state in memory.
  for (const part of [storageOpen(), loadRoutes()]) part.catch(() => {})
  await welcomed()
  const { fetchAhead } = await import('./effects/start/soon.ts')
  loadAhead(() => void fetchAhead(root.dataset.screen ?? '', root.dataset.ahead ?? ''))
}

/** Resolves when the entry has been answered. */
const welcomed = () =>
  new Promise<void>((resolve) => {
    const check = () => useWelcome.getState().welcome && resolve()
    useWelcome.subscribe(check)
    check()
  })

async function begin(): Promise<void> {
  const [isReady] = await Promise.all([ready(), loadRoutes(), withTimeout(import('./stores/vault.ts'))])
  if (!isReady) return
  await storageOpen()
  if (!isEntry) rehydrateStores()
  await changeLanguage(localeHere())
  renderAnew()
}

/** In place of what the page shows; what was typed there already stays. */
function renderAnew(): void {
  restoreTypedFields(root)
  const rendered = createRoot(root)
  // Until the code of the page is here: the outline of most addresses is prerendered in Korean only.
  // NOTE: A Suspense boundary here would also hide a later page, together with the router that listens for Back and Forward.
  if (!isHere(location.pathname))
    rendered.render(
      <AppRouter>
        <Shell>
          <Skeleton />
        </Shell>
      </AppRouter>,
    )
  startTransition(() => rendered.render(app))
}

/** The code of the start cannot be had: there is no page yet that could say so. */
async function sayBroken(error: unknown): Promise<void> {
  const reference = newReference()
  await changeLocale(localeHere())
  createRoot(root).render(
    <main className="main">
      <div className="card">
        <BrokenPage reference={reference} onRetry={reload} />
      </div>
    </main>,
  )
  reportLater(error, reference)
}

/** False: a setting is wrong, and the page says which. */
async function ready(): Promise<boolean> {
  const problems = await booted()
  if (problems.length === 0) return true
  const { showSettingsProblems } = await withTimeout(import('./app/SettingsProblems.tsx'))
  showSettingsProblems(root, problems)
  return false
}

const prerendered = localeOf(root.dataset.locale ?? '', LOCALES)
const start = prerendered && entryOf(location.pathname)?.key === 'login' && isEntry ? takeOver(prerendered) : begin()

void start.catch(sayBroken)
reportUncaught()
renewLostStyles()
