// An engine that Playwright drives: Chromium, or Playwright's own build of another.
import { chromium, firefox, webkit } from 'playwright'
import { CHROMIUM_ARGS } from '../../scripts/run/chromium.ts'
import type { EngineName } from '../../scripts/run/engines.ts'
import { backend } from '../addresses.ts'
import { addAuthenticator } from '../authenticator.ts'
import { type Engine, type Tab, type Visit, WINDOW } from './engine.ts'
import { watchPolicy } from './watchPage.ts'

const TYPES = { chromium, firefox, webkit }

export async function startPlaywright(name: EngineName, executablePath: string): Promise<Engine> {
  const args = name === 'chromium' ? CHROMIUM_ARGS : []
  const browser = await TYPES[name].launch({ executablePath, args })

  async function open(): Promise<Visit> {
    const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce' })
    const troubles: string[] = []
    await context.addInitScript(watchPolicy)
    context.on('weberror', (error) => troubles.push(`page error: ${error.error().message}`))
    context.on('console', (message) => {
      // Browsers also list a refusal of the backend as an error. The app expects refusals.
      const isAnswer =
        message.text().startsWith('Failed to load resource') && message.location().url.startsWith(backend)
      if (message.type() === 'error' && !isAnswer) troubles.push(`console: ${message.text()}`)
    })

    async function newTab(): Promise<Tab> {
      const page = await context.newPage()
      return {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        back: async () => void (await page.goBack()),
        forward: async () => void (await page.goForward()),
        url: () => Promise.resolve(page.url()),
        evaluate: (expression) => page.evaluate(expression),
        async evaluateInFrame<T>(expression: string) {
          const [, frame] = page.frames()
          if (!frame) throw new Error('no frame')
          return frame.evaluate<T>(expression)
        },
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        upload: (selector, file) => page.setInputFiles(selector, file),
        resize: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot({ animations: 'disabled' }),
        addAuthenticator: name === 'chromium' ? () => addAuthenticator(page) : null,
        close: () => page.close(),
      }
    }

    return { newTab, troubles: () => Promise.resolve(troubles), close: () => context.close() }
  }

  return { version: browser.version(), open, close: () => browser.close() }
}
