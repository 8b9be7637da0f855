// `npm run bench:press [rounds] [build]`: a sign-in whose button is pressed as soon as the fields are there, as a password manager does it, on
// each slow network. The network is emulated in Chromium.
import type { Browser, Page } from 'playwright'
import { partner } from '../e2e/addresses.ts'
import { loginForm, signInUrl } from '../e2e/fixtures.ts'
import { closure, readManifest } from '../scripts/build/manifest.ts'
import { median, slowDown, startEmulated } from './emulated.ts'
import { NETWORKS, type Network } from './networks.ts'
import { member } from './wayList.ts'

const [count = '3', dist = 'dist/app'] = process.argv.slice(2)
const MOST_MS = 300_000

/** In ms from the request for the page, and in kB that have arrived before the sign-in request leaves. */
type Times = { scripts: number; leaves: number; kB: number; signedIn: number }

const manifest = readManifest(dist)
const ofTheForm = new Set(
  Object.keys(manifest)
    .filter((key) => manifest[key]?.isEntry)
    .flatMap((key) => [...closure(manifest, key)]),
)

/** Hears the network of a page until the partner shows that the member is signed in. */
async function hear(page: Page, network: Network) {
  const session = await slowDown(page, network)
  const urls = new Map<string, string>()
  const times: Times = { scripts: 0, leaves: 0, kB: 0, signedIn: 0 }
  let from = 0
  const since = (timestamp: number) => timestamp * 1000 - from
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { origin, pathname } = new URL(request.url)
    urls.set(requestId, pathname.slice(1))
    if (pathname === '/init/login') from = timestamp * 1000
    if (pathname === '/v1/verify/pwd' && request.method === 'POST') times.leaves = since(timestamp)
    if (origin === partner && pathname === '/' && times.leaves > 0) urls.set(requestId, 'signed in')
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const path = urls.get(requestId) ?? ''
    if (ofTheForm.has(path)) times.scripts = Math.max(times.scripts, since(timestamp))
    if (from > 0 && times.leaves === 0) times.kB += encodedDataLength / 1000
    if (path === 'signed in') times.signedIn = since(timestamp)
  })
  return times
}

async function pressAtOnce(browser: Browser, network: Network): Promise<Times> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(MOST_MS)
  context.setDefaultNavigationTimeout(MOST_MS)
  const page = await context.newPage()
  const times = await hear(page, network)
  try {
    const one = await member('member')
    await page.goto(signInUrl(), { waitUntil: 'commit' })
    await loginForm(page).signIn(one)
    await page.waitForURL(`${partner}/`)
    return times
  } finally {
    await context.close()
  }
}

const { browser, close } = await startEmulated(dist)
const lines: string[] = []
try {
  for (const network of NETWORKS) {
    const rounds: Times[] = []
    for (let round = 0; round < Number(count); round += 1) rounds.push(await pressAtOnce(browser, network))
    const of = (what: keyof Times) => median(rounds.map((times) => times[what]))
    const ratio = (what: keyof Times) => median(rounds.map((times) => times[what] / times.scripts)).toFixed(2)
    const seconds = (what: keyof Times) => (of(what) / 1000).toFixed(2).padStart(6)
    lines.push(
      `${network.name.padEnd(8)} ${seconds('scripts')} ${seconds('leaves')} (${ratio('leaves')}) ${of('kB').toFixed(0).padStart(5)} ${seconds('signedIn')} (${ratio('signedIn')})\n`,
    )
  }
} finally {
  await close()
}
process.stdout.write(`scripts, request leaves (× scripts), kB before it, signed in (× scripts); s\n${lines.join('')}`)
