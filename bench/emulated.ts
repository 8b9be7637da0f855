// The demo, the app and a browser whose network Chromium slows down, for `npm run bench:ways` and `npm run bench:press`.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import playwright from '../playwright.config.ts'
import { startDemo } from '../demo/start.ts'
import { ports } from '../e2e/addresses.ts'
import { localSettings } from '../scripts/local.ts'
import { CHROMIUM_ARGS, findHeadlessChromium } from '../scripts/run/chromium.ts'
import { type Closable, closeOnSignal, needFree } from '../scripts/running.ts'
import { startServer } from '../server/app/server.ts'
import type { Network } from './networks.ts'

/** @returns the browser, what serves a build as the app, and what ends everything */
export async function startEmulated(): Promise<
  Closable & { browser: Browser; serve: (dist: string) => Promise<Closable> }
> {
  const env = { ...process.env, ...(playwright.webServer as { env: Record<string, string> }).env }
  const data = mkdtempSync(join(tmpdir(), 'bench-'))
  await needFree(ports)
  const demo = await startDemo({ ...env, DATA_DIR: data }, ports)
  const settings = { ...localSettings(env), VITE_STORAGE_KEY: randomBytes(24).toString('hex') }
  const open = new Set<Closable>()
  async function serve(dist: string) {
    const app = await startServer({ port: ports.app, env: { ...env, ...settings }, dist })
    open.add(app)
    return { close: () => (open.delete(app), app.close()) }
  }
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? undefined,
    args: CHROMIUM_ARGS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const close = async () => {
    await browser.close()
    for (const app of open) await app.close()
    await demo.close()
    rmSync(data, { recursive: true, force: true })
  }
  closeOnSignal(close)
  return { browser, serve, close }
}

/** Slows the page down. @returns its session, which hears of the network */
export async function slowDown(page: Page, { kbits, latency, cpu }: Network): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const bytes = (kbits * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return session
}

/** The middle of the values; of an even number of them the higher one. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
