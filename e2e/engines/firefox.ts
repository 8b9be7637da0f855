// Firefox, driven by Puppeteer over WebDriver BiDi, and by Marionette for its authenticator.
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core'
import { freePort } from '../../server/ports.ts'
import { type Engine, type Tab, type Visit, WINDOW } from './engine.ts'
import { addFirefoxAuthenticator, AUTHENTICATOR_PREFERENCES } from './firefoxAuthenticator.ts'
import { connectMarionette, type Marionette } from './marionette.ts'

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  // Firefox asks its own servers for updates and captive portals; the journeys meet local servers only.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Firefox 140 has no command for the orientation of the screen, which Puppeteer sends together with the size. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error: unknown) => {
    if (!String(error).includes('setScreenOrientationOverride')) throw error
  })
  // NOTE: the page's policy forbids what `waitForFunction` does in it.
  while ((await page.evaluate('`${innerWidth} ${innerHeight}`')) !== `${width} ${height}`);
}

export async function startFirefox(executablePath: string): Promise<Engine> {
  const port = await freePort()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
    args: ['-marionette'],
    extraPrefsFirefox: { ...PREFERENCES, ...AUTHENTICATOR_PREFERENCES, 'marionette.port': port },
  })
  let marionette: Marionette | null = null

  async function open(): Promise<Visit> {
    const context = await browser.createBrowserContext()
    const troubles: string[] = []

    async function newTab(): Promise<Tab> {
      const page = await context.newPage()
      await resize(page, WINDOW.width, WINDOW.height)
      // No script watches the policy here: in sandboxed frames, Firefox 140 fails on scripts of the driver and calls that
      // an error of the page. The browser's own reports to the app's server tell of violations.
      page.on('pageerror', (error) => troubles.push(`page error: ${String(error)}`))
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
      })
      return {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        // NOTE: a page from the back-forward cache fires no load event, and Puppeteer would wait for it.
        back: () => page.evaluate('history.back()') as Promise<void>,
        forward: () => page.evaluate('history.forward()') as Promise<void>,
        // Not `page.url()`: Firefox 140 does not tell of an address that a script has changed.
        url: () => page.evaluate('location.href') as Promise<string>,
        evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
        async evaluateInFrame<T>(expression: string) {
          const [, frame] = page.frames()
          if (!frame) throw new Error('no frame')
          return (await frame.evaluate(expression)) as T
        },
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        async press(key) {
          const keys = key.split('+') as KeyInput[]
          const last = keys.pop()
          for (const held of keys) await page.keyboard.down(held)
          if (last) await page.keyboard.press(last)
          for (const held of keys.toReversed()) await page.keyboard.up(held)
        },
        async upload(selector, file) {
          const input = await page.$(selector)
          await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(file)
        },
        resize: (width, height) => resize(page, width, height),
        screenshot: async () => Buffer.from(await page.screenshot()),
        async addAuthenticator() {
          marionette ??= await connectMarionette(port)
          return addFirefoxAuthenticator(marionette)
        },
        close: () => page.close(),
      }
    }

    return { newTab, troubles: () => Promise.resolve(troubles), close: () => context.close() }
  }

  // Firefox answers "firefox/153.7.0".
  const version = (await browser.version()).split('/').pop() ?? ''
  async function close(): Promise<void> {
    marionette?.close()
    await browser.close()
  }
  return { version, open, close }
}
