// Sign-ins on slow networks, for which the button is pressed as soon as the fields are there, as a password manager does.
import type { Page } from '@playwright/test'
import { chunkOf } from './chunks.ts'
import { expect, expectSignedIn, loginForm, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'

type Network = { name: string; kbits: number; latency: number; tag: string[] }

const NETWORKS: [Network, ...Network[]] = [
  { name: 'slow 3G', kbits: 400, latency: 400, tag: [] },
  { name: 'EDGE', kbits: 120, latency: 800, tag: ['@all'] },
  { name: 'GPRS', kbits: 50, latency: 1000, tag: ['@all'] },
]

/** What the request does not need. */
const LATER = [
  'src/i18n/engine.ts',
  'src/i18n/later/ko.ts',
  'src/pages/info/ErrorRoute.tsx',
  'src/app/ModalContent.tsx',
  'shared',
]
const asksLater = (line: string) => LATER.some((source) => line === `asks ${chunkOf(source)}`)

async function slowDown(page: Page, { kbits, latency }: Network) {
  const browser = await page.context().newCDPSession(page)
  const bytes = (kbits * 1000) / 8
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}

for (const network of NETWORKS)
  test(
    `a press at the first moment is sent before the app is there, and signs in on ${network.name}`,
    { tag: network.tag },
    async ({ page, member }) => {
      test.setTimeout(180_000)
      const one = await member('member')
      await slowDown(page, network)
      const seen: string[] = []
      page.on('request', (request) => seen.push(`asks ${request.url()}`))
      page.on('requestfinished', (request) => seen.push(`has ${request.url()}`))
      await page.goto(signInUrl(), { waitUntil: 'commit' })
      const asked = page.waitForRequest('**/v1/verify/pwd', { timeout: 120_000 })
      await loginForm(page).signIn(one)
      await asked
      const before = seen.slice(
        0,
        seen.findIndex((line) => line.endsWith('/v1/verify/pwd')),
      )
      expect(before).not.toContain(`has ${chunkOf('react')}`)
      page.setDefaultNavigationTimeout(120_000)
      await expectSignedIn(page, one)
    },
  )

test('what a sign-in needs loads first, and the connection does not stand still before it', async ({ page }) => {
  await slowDown(page, NETWORKS[0])
  const seen: string[] = []
  page.on('request', (request) => seen.push(`asks ${request.url()}`))
  page.on('requestfinished', (request) => seen.push(`has ${request.url()}`))
  const transport = page.waitForEvent('requestfinished', (request) => request.url() === chunkOf('transport'))
  await page.goto(signInUrl(), { waitUntil: 'commit' })
  await transport
  const before = seen.slice(0, seen.indexOf(`asks ${chunkOf('transport')}`))
  expect(before.filter(asksLater)).toEqual([])
  // The styles of the form are in the page: no script waits for them a second time.
  expect(before.filter((line) => line.endsWith('.css'))).toEqual([])
  expect(seen.indexOf(`asks ${chunkOf('entry')}`)).toBeLessThan(seen.indexOf(`has ${chunkOf('react')}`))
})

test('a password manager fills the live form before the entry is answered, and nothing of later screens loads beside it', async ({
  page,
  member,
}) => {
  const one = await member('member')
  const seen: string[] = []
  page.on('request', (request) => seen.push(`asks ${request.url()}`))
  let answer = () => {}
  const isFilled = new Promise<void>((resolve) => (answer = resolve))
  await intercept(page, '**/v1/init/login?*', async (route) => {
    await isFilled
    await route.continue()
  })
  const transport = page.waitForEvent('requestfinished', (request) => request.url() === chunkOf('transport'))
  await page.goto(signInUrl())
  await transport
  await loginForm(page).signIn(one)
  // What the browser does when it is idle, it has done.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
  expect(seen.filter(asksLater)).toEqual([])
  answer()
  await expectSignedIn(page, one)
})
