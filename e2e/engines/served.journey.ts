// The app as an operator serves it: error pages, the frame of the tag manager, and a file that a new release has removed.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readManifest } from '../../scripts/build/manifest.ts'
import { startServer } from '../../server/app/server.ts'
import { app } from '../addresses.ts'
import { LANGUAGES, say } from '../texts.ts'
import { button, heading, link } from './pages.ts'
import { accessible, expect, test as base } from './test.ts'

const NOBODY = 'http://localhost:9'
const settings = {
  VITE_AUTH_API_URL: NOBODY,
  VITE_SERVICE_API_URL: NOBODY,
  VITE_PORTAL_API_URL: NOBODY,
  VITE_FILE_API_URL: NOBODY,
  VITE_NODE_API_URL: NOBODY,
  VITE_STORAGE_KEY: 'a-key-of-these-journeys',
  VITE_LOCALES: LANGUAGES.join(','),
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

test('an unknown path shows error 404 in every language @all', async ({ tab: page, allow }) => {
  // Chromium lists the status 404 of the page as an error.
  allow(/status of 404/)
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

test('the frame of the tag manager receives page views and breaks no policy', async ({ tab: page, served }) => {
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

type Release = { dist: string; record: { files: { path: string }[] } }

/** A copy of the build, to be changed. */
function copyOfBuild(dist: string): Release {
  cpSync('dist/app', dist, { recursive: true })
  return { dist, record: JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as Release['record'] }
}

const save = ({ dist, record }: Release): string => {
  writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
  return dist
}

/** A build that lacks the file which this source became. */
function buildWithout(source: string, folder: string): string {
  const { dist, record } = copyOfBuild(folder)
  const gone = readManifest(dist)[source]?.file
  const files = record.files.filter(({ path }) => path !== gone)
  expect(files.length).toBe(record.files.length - 1)
  return save({ dist, record: { ...record, files } })
}

/** The best quality of Brotli takes ten seconds for all scripts. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** The next release: every script has another name, as after a change of the sources. */
function nextBuild(folder: string): string {
  const { dist, record } = copyOfBuild(folder)
  const renamed = (text: string) => text.replaceAll(/(-[\w-]{8})\.js\b/g, '$1-next.js')
  const files = record.files.map((file) => {
    const path = renamed(file.path)
    if (/\.(js|html)$/.test(path)) {
      const text = renamed(readFileSync(join(dist, file.path), 'utf8'))
      writeFileSync(join(dist, path), text)
      writeFileSync(join(dist, `${path}.br`), brotliCompressSync(text, FAST))
      writeFileSync(join(dist, `${path}.gz`), gzipSync(text, { level: 1 }))
    }
    return { ...file, path }
  })
  return save({ dist, record: { ...record, files } })
}

test('a page whose file is gone reloads once, then says so, and opens with the next release', async ({
  tab: page,
  allow,
}, info) => {
  // What the engines say about a script that is missing.
  allow(/Failed to load|module script failed|imported module|Loading module|JSHandle@error|googletagmanager/)
  const [broken, next] = [
    buildWithout('src/pages/info/PrivacyPolicyPage.tsx', info.outputPath('broken')),
    nextBuild(info.outputPath('next')),
  ]
  let server = await startServer({ port: 0, env: settings })
  const { url } = server
  const release = async (dist: string) => {
    await server.close()
    server = await startServer({ port: Number(new URL(url).port), env: settings, dist })
  }
  try {
    await page.go(`${url}/about`)
    await page.see(heading('title.about'))
    await page.evaluate('window.isFirstLoad = true')
    await release(broken)
    await page.press(link('shell.privacy'))
    await page.see(heading('shell.broken'))
    expect(await page.evaluate('window.isFirstLoad === true')).toBe(false)
    await accessible(page)
    await release(next)
    await page.press(button('shell.reload'))
    await page.see(heading('title.privacyPolicy'))
  } finally {
    await server.close()
  }
})
