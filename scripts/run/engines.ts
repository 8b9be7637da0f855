// The three browser engines of the journeys, and how to find them on a machine.
import { firefox, webkit } from 'playwright'
import { findChromium, firstOf } from './chromium.ts'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

export const ENGINES: readonly EngineName[] = ['chromium', 'firefox', 'webkit']
export const LABEL: Record<EngineName, string> = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' }

/** An engine with what drives it. */
export type Found =
  | { by: 'playwright'; path: string }
  | { by: 'puppeteer'; path: string }
  | { by: 'webdriver'; driver: string; browser: string }

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec']
const MINI_BROWSERS = LIBRARIES.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)

const playwright = (path: string | null): Found | null => (path === null ? null : { by: 'playwright', path })

const FIND: Record<EngineName, () => Found | null> = {
  chromium: () => playwright(findChromium()),
  firefox() {
    const path = firstOf(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox')
    return path === null ? playwright(firstOf(firefox.executablePath())) : { by: 'puppeteer', path }
  },
  /** The browser of Debian's driver has no headless mode, so it needs a virtual display. */
  webkit() {
    const [driver, browser, display] = [
      firstOf('/usr/bin/WebKitWebDriver'),
      firstOf(...MINI_BROWSERS),
      firstOf('/usr/bin/Xvfb'),
    ]
    return driver && browser && display
      ? { by: 'webdriver', driver, browser }
      : playwright(firstOf(webkit.executablePath()))
  },
}

/** The engine of this machine: the system's, or else Playwright's own build. Null if it has neither. */
export const find = (engine: EngineName): Found | null => FIND[engine]()
