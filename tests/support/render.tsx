// The whole app at a path: its own route table, stores and clients, in a browser that is jsdom's.
import { act, render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { type ReactElement, StrictMode } from 'react'
import { inject, vi } from 'vitest'
import { loadRoutes } from '../../src/app/allRoutes.ts'
import { App } from '../../src/app/App.tsx'
import { AppRouter } from '../../src/app/AppRouter.tsx'
import { boot, openStorage } from '../../src/effects/start/boot.ts'
import { booted } from '../../src/effects/start/booted.ts'
import { enter, saveService } from '../../src/effects/session/session.ts'
import { changeLocale, loadLaterTexts } from '../../src/i18n/languages.ts'
import type { Locale } from '../../contract/locale.ts'
import type { PendingStep } from '../../contract/shapes/pending.ts'
import type { ServiceInfo, Welcome } from '../../contract/shapes/welcome.ts'
import { beginStep, saveLogin } from '../../src/stores/login.ts'
import { serviceInfo, welcomeData } from './builders.ts'
import { bases } from './server.ts'

export const appSettings: Record<string, string> = {
  VITE_AUTH_API_URL: bases.auth,
  VITE_SERVICE_API_URL: bases.service,
  VITE_PORTAL_API_URL: bases.portal,
  VITE_FILE_API_URL: bases.file,
  VITE_NODE_API_URL: bases.node,
  VITE_STORAGE_KEY: 'a storage key for tests',
  VITE_LOCALES: 'ko,en,zh,ja',
  VITE_REDIRECT_ORIGINS: `http://localhost:3002,${inject('backend').url}`,
}

/** Starts the app: reads the settings from the page, creates the clients and the vault, and loads the texts. */
export async function startApp(given: { locale?: Locale; settings?: Record<string, string> } = {}): Promise<void> {
  document.getElementById('settings')?.remove()
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'settings'
  block.textContent = JSON.stringify({ ...appSettings, ...given.settings })
  document.head.append(block)
  await booted()
  await boot()
  await Promise.all([openStorage(), loadRoutes()])
  await changeLocale(given.locale ?? 'en')
  await loadLaterTexts()
}

/** The addresses that the app navigated to, and the number of reloads. jsdom does neither. */
export function watchLeaving(): { to: string[]; reloads: number } {
  const left = { to: [] as string[], reloads: 0 }
  const real = window.location
  const watched = {
    replace: (url: string) => void left.to.push(url),
    assign: (url: string) => void left.to.push(url),
    reload: () => void (left.reloads += 1),
  }
  vi.stubGlobal(
    'location',
    // NOTE: a Proxy of the real `location` fails, because `replace` needs the real object as `this`.
    new Proxy({}, { get: (_, name) => Reflect.get(name in watched ? watched : real, name) as unknown }),
  )
  return left
}

type Given = {
  /** The welcome data of a finished entry. */
  welcomed?: boolean | Partial<Welcome>
  /** The partner service; null if it is unknown. */
  service?: Partial<ServiceInfo> | null
  locale?: Locale
  settings?: Record<string, string>
  strict?: boolean
}

/** No rule of a style sheet keeps a pointer away, because no page test loads one. */
const HANDS = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }

/** The member comes to this page of the open app. */
export function goTo(path: string): void {
  act(() => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
}

/** @returns the user of Testing Library, and the addresses that the app navigated to */
export async function renderAt(path: string, given: Given = {}) {
  await startApp(given)
  if (given.welcomed) enter(welcomeData(given.welcomed === true ? {} : given.welcomed))
  if (given.welcomed && given.service !== null) saveService(serviceInfo(given.service))
  history.replaceState(null, '', path)
  const left = watchLeaving()
  const app = (
    <AppRouter>
      <App />
    </AppRouter>
  )
  const view = render(given.strict ? <StrictMode>{app}</StrictMode> : app)
  return { user: userEvent.setup(HANDS), view, left }
}

/** Opens a page in a tab whose visit has come this far. */
export async function renderAfter(progress: () => void, path: string, given: Given = {}) {
  const { view } = await renderAt('/about', { welcomed: true })
  view.unmount()
  progress()
  return renderAt(path, given)
}

/** The password was right, and a second factor is asked for. */
export const passwordRight = () =>
  saveLogin({
    auth_required: true,
    auth_token: 'token-1',
    auth_at: Date.now(),
    matcher_type: 'AUTH_REQUIRED',
    phone_number: '010-****-1234',
    login_id: 'a@b.kr',
  })

/** The page of a step that the server has pending. */
export const openStep = (path: string, matcher_type: string, more: object = {}) => {
  const step = { step: matcher_type, ...more } as PendingStep
  return renderAfter(() => beginStep({ matcher_type, step, step_login_id: 'member@demo.test' }), path)
}

/** One part of the app with its providers. */
export async function renderPart(part: ReactElement, given: { locale?: Locale } = {}) {
  await startApp(given)
  const left = watchLeaving()
  return { user: userEvent.setup(HANDS), view: render(<AppRouter>{part}</AppRouter>), left }
}
