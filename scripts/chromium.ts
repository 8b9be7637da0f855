// The Chromium for journeys and benchmark: the configured one, else Playwright's own, else the system's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

export const HOW_TO_GET_ONE =
  'No Chromium was found: apt-get install chromium fonts-noto-cjk, or npx playwright install chromium, or set CHROMIUM_PATH'

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

/** The path of a Chromium, or null. In CI, as root on Debian, it installs one first. */
export function findChromium(env: Record<string, string | undefined> = process.env): string | null {
  const here = () => [env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM].find((path) => path && existsSync(path))
  if (!here() && env.CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  return here() ?? null
}

/**
 * The Chromium for most journeys: Debian's headless shell, which is the same engine without a window and needs a third less time, or else
 * what `findChromium` finds. The journeys of e2e/engines run in the whole browser.
 */
export function findHeadlessChromium(env: Record<string, string | undefined> = process.env): string | null {
  return (
    [env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'].find((path) => path && existsSync(path)) ??
    findChromium(env)
  )
}
