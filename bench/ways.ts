// `npm run bench:ways [network] [rounds] [build]`: each screen of a sign-in with a pending step, of a join and of a reset, on a slow network: the
// time from the press to the screen, and how much of it comes after the last answer. The network is emulated in Chromium.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright'
import * as z from 'zod/mini'
import playwright from '../playwright.config.ts'
import { startDemo } from '../demo/start.ts'
import { ports } from '../e2e/addresses.ts'
import { CHROMIUM_ARGS, findHeadlessChromium } from '../scripts/run/chromium.ts'
import { localSettings } from '../scripts/local.ts'
import { needFree } from '../scripts/running.ts'
import { startServer } from '../server/app/server.ts'
import { NETWORKS, type Network } from './networks.ts'
import { ways } from './wayList.ts'

const [named = 'slow 3G', count = '1', dist = 'dist'] = process.argv.slice(2)
const network = NETWORKS.find(({ name }) => name === named)
if (!network) throw new Error(`${named} is none of ${NETWORKS.map(({ name }) => name).join(', ')}`)

const Screens = z.array(
  z.object({ screen: z.string(), waited: z.number(), calls: z.number(), behind: z.number(), kB: z.number() }),
)
type Screen = z.infer<typeof Screens>[number]
const WATCH = fileURLToPath(new URL('./screens.js', import.meta.url))

async function slowDown(page: Page, { kbits, latency, cpu }: Network): Promise<void> {
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
}

/** Plays a way in a browser context of its own. @returns its screens in their order */
async function play(browser: Browser, way: (page: Page) => Promise<void>): Promise<Screen[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  await page.addInitScript({ path: WATCH })
  await slowDown(page, network as Network)
  try {
    await way(page)
    return Screens.parse(await page.evaluate(() => Reflect.get(window, 'daemunScreens') as unknown))
  } finally {
    await context.close()
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const env = { ...process.env, ...(playwright.webServer as { env: Record<string, string> }).env }
const data = mkdtempSync(join(tmpdir(), 'ways-'))
await needFree(ports)
const demo = await startDemo({ ...env, DATA_DIR: data }, ports)
const settings = { ...localSettings(env), VITE_STORAGE_KEY: randomBytes(24).toString('hex') }
const app = await startServer({ port: ports.app, env: { ...env, ...settings }, dist })
const browser = await chromium.launch({ executablePath: findHeadlessChromium() ?? undefined, args: CHROMIUM_ARGS })
const { latency } = network
process.stdout.write(`${network.name}: ms from the press, calls; ms after the last answer, kB of code then\n`)
try {
  for (const [name, way] of Object.entries(ways)) {
    const rounds: Screen[][] = []
    for (let round = 0; round < Number(count); round += 1) rounds.push(await play(browser, way))
    process.stdout.write(`\n${name}\n`)
    for (const [at, { screen }] of (rounds[0] ?? []).entries()) {
      const of = (what: Exclude<keyof Screen, 'screen'>) =>
        median(rounds.map((round) => round[at]?.[what] ?? Number.NaN))
      const behind = `${of('behind').toFixed(0).padStart(6)} (${(of('behind') / latency).toFixed(2)})`
      process.stdout.write(
        `${of('waited').toFixed(0).padStart(7)} ${String(of('calls')).padStart(2)} ${behind} ${of('kB').toFixed(1).padStart(6)}  ${screen}\n`,
      )
    }
  }
} finally {
  await browser.close()
  await app.close()
  await demo.close()
  rmSync(data, { recursive: true, force: true })
}
