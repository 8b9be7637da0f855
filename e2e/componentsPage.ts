// Builds the page with all components, and gives it to a browser. It is never in dist.
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { styles } from '../scripts/build/keepFirstLoad.ts'
import { intercept } from './intercept.ts'
import type { Language } from './texts.ts'

const ORIGIN = 'http://components.test'
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

type Files = Map<string, string | Uint8Array>

async function buildPage(): Promise<Files> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('components', import.meta.url)),
    logLevel: 'error',
    plugins: [react(), styles()],
    build: { write: false, target: 'esnext', modulePreload: { polyfill: false } },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

let files: Promise<Files> | undefined

/** Opens the page, or the part of it that is a page of its own. */
export async function openComponents(page: Page, locale: Language, part = ''): Promise<void> {
  const served = await (files ??= buildPage())
  await intercept(page, `${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    const body = served.get(path)
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: Buffer.from(body), contentType: `${TYPES[path.split('.').at(-1) ?? '']}; charset=utf-8` })
  })
  await page.goto(`${ORIGIN}/?${new URLSearchParams({ locale, part }).toString()}`)
  await page.locator('.sample').first().waitFor()
}

/** The parts that are pages of their own. */
export const COMPONENT_PARTS = ['', 'chooser', 'loading'] as const
