// The built app, served with its settings pointing at the scripted backends, and a page that is held to what every journey is.
import { expect, type Page, test as base } from '@playwright/test'
import { type ScriptedBackend, startScripted, storageKey, COOKIE } from '../../conformance/scripted/server.ts'
import type { Style } from '../../conformance/scripted/variants.ts'
import { startServer } from '../../server/app/server.ts'
import type { Path } from '../../src/rules/visit/paths.ts'
import { pathOf } from '../../src/rules/visit/paths.ts'
import { type Watch, watchContext } from '../watch.ts'
import { LANGUAGES } from '../texts.ts'

export const PASSWORD = 'kT7!mz2R'
export const NEW_PASSWORD = 'wQ7!mz2Rk9'

type Served = { backend: ScriptedBackend; app: string }

/** Starts the scripted backends, and the app with its settings pointing at them. */
export async function serve(): Promise<Served & { close: () => Promise<void> }> {
  const backend = await startScripted()
  const { urls, partner } = backend
  const env = {
    VITE_AUTH_API_URL: urls.auth,
    VITE_SERVICE_API_URL: urls.service,
    VITE_PORTAL_API_URL: urls.portal,
    VITE_FILE_API_URL: urls.file,
    VITE_NODE_API_URL: urls.node,
    VITE_STORAGE_KEY: storageKey,
    VITE_JOIN_CLIENT_IDS: 'foreign-service',
    VITE_LOCALES: LANGUAGES.join(','),
    VITE_REDIRECT_ORIGINS: partner,
  }
  const app = await startServer({ port: 0, env })
  backend.letIn(app.url)
  return {
    backend,
    app: app.url,
    async close() {
      await app.close()
      await backend.close()
    },
  }
}

export type Stage = {
  page: Page
  backend: ScriptedBackend
  /** The page's path now. */
  path: () => string
  /** Every route that the page has been at since `begin`. */
  visited: () => ReadonlySet<Path>
  /** Opens a page of the app by its address. */
  open: (address: string) => Promise<void>
  /** The entry of a visit. */
  enter: (action?: string, more?: Record<string, string>) => Promise<void>
  /** Answers in this style from now on, with nothing scripted. */
  begin: (style?: Style) => void
  /** No request was otherwise than the contract says. */
  isHeard: (when: string) => void
  atPartner: () => boolean
}

export const test = base.extend<{ stage: Stage; watch: Watch }, { served: Served }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const served = await serve()
      await provide(served)
      await served.close()
    },
    { scope: 'worker' },
  ],

  watch: async ({ context, served: { backend, app } }, provide) => {
    const servers = { app, backends: Object.values(backend.urls), partner: backend.partner }
    const { watch, verdict } = await watchContext(context, storageKey, servers)
    for (const secret of [PASSWORD, NEW_PASSWORD]) watch.keepSecret(secret)
    await provide(watch)
    verdict()
  },

  stage: async ({ page, context, watch: _watched, served: { backend, app } }, provide) => {
    const visited = new Set<Path>()
    page.on('framenavigated', (frame) => {
      const url = URL.canParse(frame.url()) ? new URL(frame.url()) : null
      const path = url?.origin === app ? pathOf(url.pathname) : undefined
      if (path && frame === page.mainFrame()) visited.add(path)
    })
    await context.addCookies([{ ...COOKIE, domain: 'localhost', path: '/' }])
    const open = async (address: string) => void (await page.goto(app + address))
    const begin = (style?: Style) => {
      visited.clear()
      backend.reset(style, [PASSWORD, NEW_PASSWORD])
    }
    begin()
    await provide({
      page,
      backend,
      path: () => new URL(page.url()).pathname,
      visited: () => visited,
      open,
      enter: (action = 'login', more = {}) =>
        open(`/init/${action}?${new URLSearchParams({ ...backend.visit(), ...more }).toString()}`),
      begin,
      isHeard: (when) => expect(backend.troubles(), when).toEqual([]),
      atPartner: () => page.url().startsWith(backend.partner),
    })
  },
})

export { expect } from '@playwright/test'
