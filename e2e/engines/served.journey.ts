// The app as an operator serves it: error pages, the frame of the tag manager, and a file that a new release has removed.
import { startServer } from '../../scripts/serve/server'
import { app } from '../addresses'
import { say } from '../texts'
import { heading, link } from './pages'
import { accessible, expect, test as base } from './test'

const NOBODY = 'http://localhost:9'
const settings = {
  VITE_AUTH_API_URL: NOBODY,
  VITE_SERVICE_API_URL: NOBODY,
  VITE_PORTAL_API_URL: NOBODY,
  VITE_FILE_API_URL: NOBODY,
  VITE_NODE_API_URL: NOBODY,
  VITE_STORAGE_KEY: 'a-key-of-these-journeys',
  VITE_LOCALES: 'ko,en,zh,ja',
  VITE_TAG_MANAGER_ID: 'GTM-TEST',
}

const test = base.extend<{
  /** The app with a tag manager and without a backend; `lines` is what its server logs. */
  served: { url: string; lines: readonly string[] }
}>({
  served: async ({ allow }, provide) => {
    // The journeys run without the internet.
    allow(/Failed to load resource|googletagmanager/)
    const lines: string[] = []
    const server = await startServer({ port: 0, env: settings, log: (line) => void lines.push(line) })
    await provide({ url: server.url, lines })
    await server.close()
  },
})

test('a page outside a visit is error 403, an unknown path is error 404, in every language', async ({
  tab: page,
  allow,
}) => {
  // Chromium lists the status 404 of the page as an error.
  allow(/status of 404/)
  await page.go(`${app}/join/service`)
  await page.at(`${app}/error?code=403`)
  await page.see(heading('error.403'))
  await accessible(page)
  await page.reload()
  await page.see(heading('error.403'))
  await page.go(`${app}/no/such/page`)
  await page.see(heading('error.404'))
  for (const [from, to] of [
    ['ko', 'en'],
    ['en', 'zh'],
    ['zh', 'ja'],
  ] as const) {
    await page.choose({ label: say('shell.language', from) }, to)
    await page.see(heading('error.404', to))
    await accessible(page)
  }
})

test('the frame of the tag manager hears of the pages and breaks no policy', async ({ tab: page, served }) => {
  await page.go(`${served.url}/about`)
  await page.see(heading('title.about'))
  await page.press(link('shell.privacy'))
  await page.at(`${served.url}/privacyPolicy`)
  await page.see(heading('title.privacyPolicy'))
  await page.back()
  await page.see(heading('title.about'))
  await expect
    .poll(
      () => page.evaluateInFrame<unknown[]>('JSON.parse(JSON.stringify(window.dataLayer.slice(1)))').catch(String),
      {
        timeout: 20_000,
      },
    )
    .toEqual([
      { event: 'page_view', page: '/privacyPolicy', locale: 'ko' },
      { event: 'page_view', page: '/about', locale: 'ko' },
    ])
  expect(served.lines).toEqual([])
})
