// `npm run bench:ways [network] [rounds] [build] [part of a name]`: each screen of a sign-in with a pending step, of a join and of a reset, on a
// slow network: the time from the press to the screen, and how much of it comes after the last answer. The network is emulated in Chromium.
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import * as z from 'zod/mini'
import { median, slowDown, startEmulated } from './emulated.ts'
import { networkOf } from './networks.ts'
import { ways } from './wayList.ts'

const [named = 'slow 3G', count = '1', dist = 'dist/app', part = ''] = process.argv.slice(2)
const network = networkOf(named)

const Screens = z.array(
  z.object({ screen: z.string(), waited: z.number(), calls: z.number(), behind: z.number(), kB: z.number() }),
)
type Screen = z.infer<typeof Screens>[number]
const WATCH = fileURLToPath(new URL('./screens.js', import.meta.url))

/** Plays a way in a browser context of its own. @returns its screens in their order */
async function play(browser: Browser, way: (page: Page) => Promise<void>): Promise<Screen[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  await page.addInitScript({ path: WATCH })
  await slowDown(page, network)
  try {
    await way(page)
    return Screens.parse(await page.evaluate(() => Reflect.get(window, 'daemunScreens') as unknown))
  } finally {
    await context.close()
  }
}

const { browser, serve, close } = await startEmulated()
await serve(dist)
const { latency } = network
process.stdout.write(`${network.name}: ms from the press, calls; ms after the last answer, kB of code then\n`)
try {
  for (const [name, way] of Object.entries(ways).filter(([name]) => name.includes(part))) {
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
  await close()
}
