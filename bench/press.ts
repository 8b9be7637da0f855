// `npm run bench:press [rounds] [build]`: a sign-in whose button is pressed as soon as the fields are there, as a password manager does it, on
// each slow network, with an empty and with a full cache. The same of a plain form and of React alone. And the way of a member who is signed in
// already, whose service asks for the session alone. The network is emulated in Chromium.
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { partner, ports } from '../e2e/addresses.ts'
import { signInUrl } from '../e2e/fixtures.ts'
import { closure, readManifest } from '../scripts/build/manifest.ts'
import { median, slowDown, startEmulated } from './emulated.ts'
import { NETWORKS, type Network } from './networks.ts'
import { buildReactFloor, PLAIN_SUBMIT, startPlain } from './pressFloors.ts'
import { member } from './wayList.ts'

const [count = '3', dist = 'dist/app'] = process.argv.slice(2)
const MOST_MS = 300_000
const SUBMITS: readonly string[] = ['/v1/verify/pwd', PLAIN_SUBMIT]

/** In ms from the request for the page, and in kB that have arrived before the sign-in request leaves. `scripts`: those of the app's form. */
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
    if (pathname.startsWith('/init/')) from = timestamp * 1000
    if (SUBMITS.includes(pathname) && request.method === 'POST') times.leaves = since(timestamp)
    if (origin === partner && pathname === '/' && from > 0) urls.set(requestId, 'signed in')
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const path = urls.get(requestId) ?? ''
    if (ofTheForm.has(path)) times.scripts = Math.max(times.scripts, since(timestamp))
    if (from > 0 && times.leaves === 0) times.kB += encodedDataLength / 1000
    if (path === 'signed in') times.signedIn = since(timestamp)
  })
  return times
}

/** What a password manager does in the page: it fills in and sends the form when the document is done and the form is there. */
function fillAndSend({ login_id, password }: { login_id: string; password: string }): void {
  const press = (): boolean => {
    const form = document.querySelector('form')
    const [id, secret] = ['login_id', 'password'].map((name) => form?.querySelector<HTMLInputElement>(`[name=${name}]`))
    if (!form?.querySelector('[type=submit]') || !id || !secret) return false
    id.value = login_id
    secret.value = password
    form.requestSubmit()
    return true
  }
  addEventListener('DOMContentLoaded', () => {
    if (press()) return
    const observer = new MutationObserver(() => press() && observer.disconnect())
    observer.observe(document, { childList: true, subtree: true })
  })
}

async function pressAtOnce(context: BrowserContext, network: Network): Promise<Times> {
  const page = await context.newPage()
  const times = await hear(page, network)
  const { login_id, password } = await member('member')
  await page.addInitScript(fillAndSend, { login_id, password })
  await page.goto(signInUrl(), { waitUntil: 'commit' })
  await page.waitForURL(`${partner}/`)
  await page.close()
  return times
}

const CACHES = ['empty', 'full'] as const
type Cache = (typeof CACHES)[number]

/** A visit without a press. A press leaves before the app is loaded. */
async function fillCache(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(signInUrl(), { waitUntil: 'networkidle' })
  await page.close()
  await context.clearCookies()
}

/** A first visit, and another one by the same browser after it has loaded the app and forgotten who was signed in. */
async function visits(network: Network): Promise<Record<Cache, Times>> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(MOST_MS)
  context.setDefaultNavigationTimeout(MOST_MS)
  try {
    const empty = await pressAtOnce(context, network)
    await context.clearCookies()
    await fillCache(context)
    return { empty, full: await pressAtOnce(context, network) }
  } finally {
    await context.close()
  }
}

/** In ms from the request for the page, with an empty cache, to the partner that has asked for the session. */
async function standing(network: Network): Promise<number> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultNavigationTimeout(MOST_MS)
  try {
    const page = await context.newPage()
    const { login_id, password } = await member('member')
    await page.addInitScript(fillAndSend, { login_id, password })
    await page.goto(signInUrl())
    await page.waitForURL(`${partner}/`)
    const times = await hear(page, network)
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await page.goto(signInUrl({ prompt: 'session' }), { waitUntil: 'commit' })
    await page.waitForURL(`${partner}/`)
    return times.signedIn
  } finally {
    await context.close()
  }
}

const { browser, serve, close } = await startEmulated()
const react = await buildReactFloor(join(process.cwd(), 'node_modules/.daemun/bench/press'))
const subjects = { app: () => serve(dist), react: () => serve(react), plain: () => startPlain(ports.app) }
type Round = Record<keyof typeof subjects, Record<Cache, Times>> & { standing: number }
type Subject = keyof typeof subjects

async function play(network: Network): Promise<Round> {
  const round: Partial<Round> = {}
  for (const [name, start] of Object.entries(subjects)) {
    const server = await start()
    round[name as Subject] = await visits(network)
    if (name === 'app') round.standing = await standing(network)
    await server.close()
  }
  return round as Round
}

/** The lines of a network: each subject with each cache, and the app's times as ratios within a round. */
function tell(network: Network, rounds: readonly Round[]): string {
  const line = (subject: Subject, cache: Cache) => {
    const of = (what: keyof Times) => median(rounds.map((round) => round[subject][cache][what]))
    const seconds = (what: keyof Times) => (of(what) / 1000).toFixed(2).padStart(7)
    const ratios = (['leaves', 'signedIn'] as const)
      .map((what) => median(rounds.map(({ app, [subject]: other }) => app[cache][what] / other[cache][what])))
      .map((ratio) => ratio.toFixed(2).padStart(6))
    const scripts = subject === 'app' ? seconds('scripts') : '–'.padStart(7)
    return `${network.name.padEnd(8)} ${subject.padEnd(6)} ${cache.padEnd(6)}${scripts}${seconds('leaves')}${of('kB').toFixed(0).padStart(5)}${seconds('signedIn')} ${ratios.join('')}\n`
  }
  const session = median(rounds.map((round) => round.standing))
  return (Object.keys(subjects) as Subject[])
    .flatMap((subject) => CACHES.map((cache) => line(subject, cache)))
    .concat(`${network.name.padEnd(8)} a session that stands ${(session / 1000).toFixed(2).padStart(19)}\n`)
    .join('')
}

try {
  process.stdout.write(
    'network, subject, cache: scripts, request leaves, kB before it, signed in (s); × of the app: leaves, signed in\n',
  )
  for (const network of NETWORKS) {
    const rounds: Round[] = []
    for (let round = 0; round < Number(count); round += 1) rounds.push(await play(network))
    process.stdout.write(tell(network, rounds))
  }
} finally {
  await close()
}
