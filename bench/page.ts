// A page in its own profile, with only these functions attached. Playwright's pages also listen to the network, and then the measured
// thread records each request of a script with its stack.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright'

export type BenchPage = {
  send: CDPSession['send']
  /** @param work runs in the page, without access to this file. It has no named function, because tsx would call a helper for it. */
  evaluate: <Given, Result>(work: (given: Given) => Result, given?: Given) => Promise<Awaited<Result>>
  goto: (url: string) => Promise<void>
  /** Presses the middle of the element as long as a finger does. */
  press: (selector: string) => Promise<void>
  type: (text: string) => Promise<void>
  close: () => Promise<void>
}

type Reply = { id?: number; result?: unknown; error?: { message: string } }

const PHONE = { width: 390, height: 844 }
const PRESS_MS = 100
/** Ten keys a second: a fast typist. */
const KEY_MS = 100

async function attach(browser: Browser) {
  const root = await browser.newBrowserCDPSession()
  const { browserContextId } = await root.send('Target.createBrowserContext')
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  const asked = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id = 0, result, error } = JSON.parse(message) as Reply
    const call = asked.get(id)
    asked.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result as never)
  })
  let lastId = 0
  const send: CDPSession['send'] = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1
      asked.set(lastId, { resolve, reject })
      const message = JSON.stringify({ id: lastId, method, params })
      root.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  const close = async () => {
    await root.send('Target.closeTarget', { targetId })
    await root.send('Target.disposeBrowserContext', { browserContextId })
    await root.detach()
  }
  return { send, close }
}

export async function openPage(browser: Browser): Promise<BenchPage> {
  const { send, close } = await attach(browser)
  await send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })

  const evaluate: BenchPage['evaluate'] = async (work, given) => {
    const expression = `(${work.toString()})(${JSON.stringify(given)})`
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as never
  }
  return {
    send,
    evaluate,
    close,
    async goto(url) {
      const { loaderId, errorText } = await send('Page.navigate', { url })
      if (errorText) throw new Error(`${url}: ${errorText}`)
      // Until then the previous page answers.
      const current = async () => (await send('Page.getFrameTree')).frameTree.frame.loaderId
      while ((await current()) !== loaderId) await wait(10)
    },
    async press(selector) {
      const at = await evaluate((sought: string) => {
        const { left, top, width, height } = document.querySelector(sought)?.getBoundingClientRect() ?? new DOMRect()
        return { x: left + width / 2, y: top + height / 2 }
      }, selector)
      const mouse = { ...at, button: 'left', clickCount: 1 } as const
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' })
      await send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' })
      await wait(PRESS_MS)
      await send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' })
    },
    async type(text) {
      for (const key of text) {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
        await wait(KEY_MS)
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key })
      }
    },
  }
}
