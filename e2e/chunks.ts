// The files of the build, by the source that they were made from: for journeys in which one of them cannot be loaded.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { closure, readManifest } from '../scripts/build/manifest.ts'
import { app } from './addresses.ts'
import { intercept } from './intercept.ts'

/** The address of the chunk that holds this source, or of the shared chunk with this name. */
export function chunkOf(source: string): string {
  const manifest = readManifest('dist/app')
  const chunk =
    manifest[source] ??
    Object.values(manifest).find(({ file }) => file.startsWith(`assets/${source}-`) && file.endsWith('.js'))
  if (!chunk) throw new Error(`${source} is not in the build`)
  return `${app}/${chunk.file}`
}

/** The address of the script that a page begins with. */
export function entryScript(): string {
  const [, path] = /<script type="module"[^>]*src="([^"]+)"/.exec(readFileSync('dist/app/index.html', 'utf8')) ?? []
  if (!path) throw new Error('index.html names no script')
  return app + path
}

/** `missing`: answered 404, as after a release. `hangs`: never answered. `unreachable`: there is no connection. */
export type Loss = 'missing' | 'hangs' | 'unreachable'

/** Blocks this file. @returns a function that unblocks it */
export async function lose(page: Page, address: string, how: Loss, times?: number): Promise<() => Promise<void>> {
  // A file that was lost is asked for again with a query.
  const matches = ({ origin, pathname }: URL) => origin + pathname === address
  await intercept(
    page,
    matches,
    async (route) => {
      if (how === 'missing') await route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' })
      else if (how === 'unreachable') await route.abort('internetdisconnected')
    },
    times === undefined ? {} : { times },
  )
  return () => page.unroute(matches)
}

/** Holds the app's scripts until the test releases them. @param but those of the first load, with which the form is live */
export async function holdScripts(page: Page, but?: 'the form'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const ofForm = but ? closure(readManifest('dist/app'), 'index.html') : new Set<string>()
  const isHeld = ({ origin, pathname }: URL) =>
    origin === app && pathname.endsWith('.js') && !ofForm.has(pathname.slice(1))
  await intercept(page, isHeld, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Counts how often a page of the app is loaded. */
export function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(app)) loads += 1
  })
  return () => loads
}
