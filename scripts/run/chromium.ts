// The Chromium for journeys and benchmark: the configured one, else Playwright's own, else the system's.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Flags for a browser in a container on a busy machine, and against calls to its vendor. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The first of these files that is there, or null. */
export const firstOf = (...paths: (string | undefined | null)[]): string | null =>
  paths.find((path) => path && existsSync(path)) ?? null

/** The path of a Chromium, or null. */
export const findChromium = (): string | null =>
  firstOf(process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM)

/**
 * The Chromium for most journeys: Debian's headless shell, which is the same engine without a window and needs a third less time, or else
 * what `findChromium` finds. The journeys of e2e/engines run in the whole browser.
 */
export const findHeadlessChromium = (): string | null =>
  firstOf(process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', findChromium())
