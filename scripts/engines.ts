// The three browser engines of the journeys, and how to find them on a machine.
import { existsSync } from 'node:fs'
import { findChromium, HOW_TO_GET_ONE } from './chromium'

export type EngineName = 'chromium' | 'firefox' | 'webkit'
type Env = Record<string, string | undefined>

export const ENGINES: readonly EngineName[] = ['chromium', 'firefox', 'webkit']
export const LABEL: Record<EngineName, string> = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' }

export const HOW_TO_GET: Record<EngineName, string> = {
  chromium: HOW_TO_GET_ONE,
  firefox: 'No Firefox was found: apt-get install firefox-esr, or set FIREFOX_PATH',
  webkit: 'No WebKit was found: apt-get install webkit2gtk-driver xvfb xauth',
}

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec']
const MINI_BROWSERS = LIBRARIES.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)

const first = (paths: (string | undefined)[]): string | null => paths.find((path) => path && existsSync(path)) ?? null

/** Path of a Firefox, or null. */
export const findFirefox = (env: Env = process.env): string | null =>
  first([env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'])

/** Paths of WebKit's driver and of the browser that the driver starts, or null if one of them or the virtual display is missing. */
export function findWebKit(): { driver: string; browser: string } | null {
  const [driver, browser, display] = [
    first(['/usr/bin/WebKitWebDriver']),
    first(MINI_BROWSERS),
    first(['/usr/bin/Xvfb']),
  ]
  return driver && browser && display ? { driver, browser } : null
}

const FIND: Record<EngineName, () => unknown> = {
  chromium: () => findChromium(),
  firefox: () => findFirefox(),
  webkit: () => findWebKit(),
}

export const isInstalled = (engine: EngineName): boolean => FIND[engine]() !== null
