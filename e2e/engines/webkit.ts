// WebKit, driven by Selenium through WebKitWebDriver. MiniBrowser has no headless mode and shows its windows on a virtual display.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, By, Capabilities, Key as DriverKey, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../server/ports.ts'
import { type Engine, type Tab, type Visit, WINDOW } from './engine.ts'
import { collectTroubles, watchPolicy } from './watchPage.ts'

const KEYS: Record<string, string> = {
  Tab: DriverKey.TAB,
  Enter: DriverKey.ENTER,
  Escape: DriverKey.ESCAPE,
  Space: DriverKey.SPACE,
  Backspace: DriverKey.BACK_SPACE,
  ArrowDown: DriverKey.ARROW_DOWN,
  ArrowUp: DriverKey.ARROW_UP,
  ArrowLeft: DriverKey.ARROW_LEFT,
  ArrowRight: DriverKey.ARROW_RIGHT,
  Shift: DriverKey.SHIFT,
  Control: DriverKey.CONTROL,
}
const keyOf = (name: string) => KEYS[name] ?? name

/** Room for the tallest picture of a page, with the window's frame. */
const SCREEN = '1600x4000x24'
type Answer<T> = { value?: T; error?: string; troubles?: string[]; isComing?: boolean }
const WATCH = `window.troubles || ((${watchPolicy.toString()})(), (${collectTroubles.toString()})())`

/** Starts Xvfb on a display number that Xvfb chooses itself, so that two runs at once cannot take the same one. */
async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb has ended')))
    server.stdio[3]?.on('data', (data: Buffer) => {
      said += data.toString()
      if (said.endsWith('\n')) resolve(said.trim())
    })
  })
  return { display: `:${number}`, server }
}

async function startDriver(program: string, display: string): Promise<{ url: string; driver: ChildProcess }> {
  const port = await freePort()
  const driver = spawn(program, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    // A process group of its own, so that `end` also ends the browsers.
    detached: true,
    env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: '1' },
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/status`).catch(() => null)
    if (answer?.ok) return { url, driver }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver does not answer')
}

/** Ends a driver and its browsers. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // They have ended already.
  }
}

const START_MS = 30_000
const MOST_STARTS = 3

/** @param paths of WebKitWebDriver and of the browser that it starts */
export async function startWebKit(paths: { driver: string; browser: string }): Promise<Engine> {
  const { display, server } = await startDisplay()
  let running = await startDriver(paths.driver, display)
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // NOTE: the driver never answers again once the back-forward cache restores a page with this header: its process was swapped.
    'webkitgtk:browserOptions': {
      binary: paths.browser,
      args: ['--automation', '--features=-CrossOriginOpenerPolicy'],
    },
  })
  /** NOTE: about one browser in sixty never answers its driver. A new driver starts the next one. */
  async function start(tries = 1): Promise<WebDriver> {
    const session = Promise.resolve(new Builder().usingServer(running.url).withCapabilities(capabilities).build())
    // The session fails when its driver is ended below.
    session.catch(() => {})
    const browser = await Promise.race([session, pause(START_MS, null, { ref: false })])
    if (browser) return browser
    if (tries === MOST_STARTS) throw new Error(`WebKit did not start within ${START_MS / 1000} s, ${tries} times`)
    end(running.driver)
    running = await startDriver(paths.driver, display)
    return start(tries + 1)
  }
  const first = await start()
  const version = String((await first.getCapabilities()).get('browserVersion'))
  await first.quit()

  async function open(): Promise<Visit> {
    const browser = await start()
    const [firstWindow = ''] = await browser.getAllWindowHandles()
    const unused = [firstWindow]
    const troubles: string[] = []
    let current = firstWindow
    const to = async (window: string): Promise<WebDriver> => {
      if (current !== window) await browser.switchTo().window(window)
      current = window
      return browser
    }

    async function resize(width: number, height: number) {
      const frame = await browser.executeScript<[number, number]>(
        'return [outerWidth - innerWidth, outerHeight - innerHeight]',
      )
      const rect = { x: 0, y: 0, width: width + frame[0], height: height + frame[1] }
      await browser.manage().window().setRect(rect)
      const inside = await browser.executeScript<[number, number]>('return [innerWidth, innerHeight]')
      // The window's frame counts only after the first change.
      rect.width += width - inside[0]
      rect.height += height - inside[1]
      await browser.manage().window().setRect(rect)
    }

    async function newTab(): Promise<Tab> {
      let window = unused.pop()
      if (!window) {
        // NOTE: a tab in the background draws no frames, and animation frames never come. A window of its own draws them.
        await browser.switchTo().newWindow('window')
        window = current = await browser.getWindowHandle()
      }
      const own = window
      await (await to(own)).get('about:blank')
      await resize(WINDOW.width, WINDOW.height)

      /**
       * NOTE: a page from the back-forward cache fires no load event, and the driver would wait for it. In about one of ten, the driver
       * never answers a command that meets the moment in which the page is left. So the script answers first, and the page leaves then.
       */
      async function leaveBy(move: string): Promise<void> {
        await (await to(own)).executeScript(`setTimeout(() => ${move}, 100)`)
        await pause(600)
      }

      /**
       * NOTE: the driver never answers an asynchronous script whose page is left. A promise is therefore kept in the page and asked
       * for; a page that has been left has none.
       */
      async function evaluate<T>(expression: string): Promise<T> {
        const driver = await to(own)
        let answer = await driver.executeScript<Answer<T>>(`${WATCH}; window.asked = undefined
          const value = (${expression})
          if (!(value instanceof Promise)) return { value, troubles: window.troubles.splice(0) }
          window.asked = {}
          const settle = (answer) => (window.asked = answer)
          value.then((value) => settle({ value }), (error) => settle({ error: String(error) }))
          return { isComing: true }`)
        while (answer.isComing) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          answer = await driver.executeScript<Answer<T>>(`if (!window.asked) return { error: 'the page was left' }
            const isComing = !('value' in asked || 'error' in asked)
            return { ...asked, isComing, troubles: isComing ? [] : window.troubles.splice(0) }`)
        }
        troubles.push(...(answer.troubles ?? []))
        if (answer.error) throw new Error(answer.error)
        return answer.value as T
      }

      return {
        goto: async (url) => (await to(own)).get(url),
        reload: async () => (await to(own)).navigate().refresh(),
        back: () => leaveBy('history.back()'),
        forward: () => leaveBy('history.forward()'),
        url: async () => (await to(own)).getCurrentUrl(),
        evaluate,
        async evaluateInFrame<T>(expression: string) {
          await (await to(own)).switchTo().frame(0)
          try {
            return await browser.executeScript<T>(`return (${expression})`)
          } finally {
            await browser.switchTo().defaultContent()
          }
        },
        async click(x, y) {
          const point = { x: Math.round(x), y: Math.round(y) }
          await (await to(own)).actions().move(point).click().perform()
        },
        async type(text) {
          await (await to(own)).actions().sendKeys(text).perform()
        },
        async press(key) {
          const held = key.split('+').map(keyOf)
          const last = held.pop() ?? ''
          const actions = (await to(own)).actions()
          for (const one of held) actions.keyDown(one)
          actions.sendKeys(last)
          for (const one of held.toReversed()) actions.keyUp(one)
          await actions.perform()
        },
        async upload(selector, file) {
          await (await to(own)).findElement(By.css(selector)).sendKeys(file)
        },
        async resize(width, height) {
          await to(own)
          await resize(width, height)
        },
        screenshot: async () => Buffer.from(await (await to(own)).takeScreenshot(), 'base64'),
        addAuthenticator: null,
        async close() {
          await (await to(own)).close()
          current = ''
        },
      }
    }

    return { newTab, troubles: () => Promise.resolve(troubles), close: () => browser.quit() }
  }

  async function close() {
    end(running.driver)
    server.kill()
    await Promise.resolve()
  }
  return { version, open, close }
}
