// The built app as an operator serves it: with a tag manager, and with settings that are wrong.
import { expect, type Page, test } from '@playwright/test'
import { type RunningServer, startServer } from '../server/app/server.ts'
import { LANGUAGES, say } from './texts.ts'

const api = 'http://localhost:9'
const settings = {
  VITE_AUTH_API_URL: api,
  VITE_SERVICE_API_URL: api,
  VITE_PORTAL_API_URL: api,
  VITE_FILE_API_URL: api,
  VITE_NODE_API_URL: api,
  VITE_STORAGE_KEY: 'a-key-of-these-journeys',
  VITE_LOCALES: LANGUAGES.join(','),
}

const running: RunningServer[] = []
const lines: string[] = []
async function serve(more: Record<string, string>): Promise<string> {
  lines.length = 0
  const server = await startServer({ port: 0, env: { ...settings, ...more }, log: (line) => lines.push(line) })
  running.push(server)
  return server.url
}
test.afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** Changes the route with the browser's history, as Back does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Reads in the frame of the tag manager. Undefined while the frame loads. */
const readFrame =
  (page: Page) =>
  <T>(read: () => T) =>
    page
      .frames()[1]
      ?.evaluate(read)
      .catch(() => undefined)

/** A stand-in for the tag manager that tries everything a script can do. */
const STAND_IN = `
  const attempt = (work) => { try { return String(work()) } catch (error) { return error.name } }
  window.found = {
    origin: self.origin,
    referrer: document.referrer,
    parent: attempt(() => parent.document.title),
    address: attempt(() => parent.location.href),
    storage: attempt(() => localStorage.length),
    cookie: attempt(() => document.cookie),
    leave: attempt(() => { top.location.href = 'https://evil.test/' }),
  }
`

test('the tag manager gets route changes and can do nothing else', async ({ page, context }) => {
  const asked: string[] = []
  await context.route(/^https:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: STAND_IN })
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`broken policy: ${event.violatedDirective}`),
    )
  })
  const said: string[] = []
  // The error page asks the backend, which does not run here, for the name of the service.
  page.on('console', (message) => {
    if (!message.location().url.startsWith(api)) said.push(message.text())
  })
  const url = await serve({ VITE_TAG_MANAGER_ID: 'GTM-TEST' })

  const first = await page.goto(`${url}/about?transaction_id=canary`)
  const policy = first?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(policy).toContain("frame-src 'self'")
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('title.about'))
  expect(page.frames()).toHaveLength(1)

  // A page counts as a view only after it was shown.
  await goTo(page, '/error/404?state=canary')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('error.404'))
  await goTo(page, '/error/403')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('error.403'))
  await goTo(page, '/about')
  await expect.poll(() => page.frames().length).toBe(2)
  const inFrame = readFrame(page)
  await expect
    .poll(() => inFrame(() => (window as unknown as { dataLayer: unknown[] }).dataLayer.slice(1)))
    .toEqual([
      { event: 'page_view', page: '/error/:code', locale: 'ko' },
      // Another error page is another view.
      { event: 'page_view', page: '/error/:code', locale: 'ko' },
      { event: 'page_view', page: '/about', locale: 'ko' },
    ])
  await expect
    .poll(() => inFrame(() => (window as unknown as { found: unknown }).found))
    .toEqual({
      origin: 'null',
      referrer: '',
      parent: 'SecurityError',
      address: 'SecurityError',
      storage: 'SecurityError',
      cookie: 'SecurityError',
      leave: 'SecurityError',
    })
  expect(asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST'])
  expect(page.url()).toBe(`${url}/about`)
  // The browser reports the one attempt that the policy blocked. A broken policy would cause further reports.
  expect(said.filter((line) => !line.startsWith('Unsafe attempt to initiate navigation'))).toEqual([])
  expect(lines).toEqual([])
})

/** A stand-in that reports as real containers do: by a fetch that reads no answer, and by a picture. */
const REPORTER = `
  const blocked = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    blocked.push(effectiveDirective + ' ' + blockedURI))
  const report = (host, way) => 'https://' + host + '/collect?way=' + way + '&page=' + encodeURIComponent(dataLayer.at(-1).page)
  const send = (host) => {
    fetch(report(host, 'fetch'), { method: 'POST', mode: 'no-cors', body: 'en=page_view' }).catch(() => {})
    new Image().src = report(host, 'image')
  }
  const push = dataLayer.push.bind(dataLayer)
  dataLayer.push = (entry) => {
    push(entry)
    if (entry.event !== 'page_view') return
    send('region1.google-analytics.com')
    send('collector.test')
  }
  window.blocked = blocked
  dataLayer.filter((entry) => entry.event === 'page_view').forEach(() => send('region1.google-analytics.com'))
`

test('a container reports page views by fetch and by picture, to the collectors of the policy alone', async ({
  page,
  context,
}) => {
  const reports = new Set<string>()
  await context.route(/^https:/, (route) => {
    const { hostname, pathname, searchParams } = new URL(route.request().url())
    if (pathname !== '/collect') return route.fulfill({ contentType: 'text/javascript', body: REPORTER })
    reports.add([hostname, searchParams.get('way'), searchParams.get('page')].join(' '))
    return route.fulfill({ status: 204 })
  })
  const url = await serve({ VITE_TAG_MANAGER_ID: 'GTM-TEST' })
  await page.goto(`${url}/error/404`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('error.404'))
  await goTo(page, '/about')
  await expect.poll(() => page.frames().length).toBe(2)
  // The container must be running before the next view, because its reports to other hosts begin with its `push`.
  const inFrame = readFrame(page)
  await expect.poll(() => inFrame(() => 'blocked' in window)).toBe(true)
  await goTo(page, '/error/404')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('error.404'))
  for (const way of ['fetch', 'image'])
    await expect.poll(() => [...reports]).toContain(`region1.google-analytics.com ${way} /error/:code`)
  await expect
    .poll(() => inFrame(() => (window as unknown as { blocked: string[] }).blocked.join()))
    .toMatch(/(?=.*connect-src https:\/\/collector\.test)(?=.*img-src https:\/\/collector\.test)/)
  expect([...reports].filter((line) => line.startsWith('collector.test'))).toEqual([])
})

test('the page and the log name a wrong setting, without its value', async ({ page }) => {
  const url = await serve({ VITE_AUTH_API_URL: 'canary-address', VITE_STORAGE_KEY: 'canary' })
  expect(lines.map((line) => line.split(':')[0])).toEqual(['setting VITE_AUTH_API_URL', 'setting VITE_STORAGE_KEY'])
  for (const path of ['/', '/init/login?transaction_id=1&state=2', '/login', '/join/info']) {
    await page.goto(url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.settingsWrong', 'ko'))
    const named = page.getByRole('listitem')
    await expect(named).toHaveCount(2)
    await expect(named.first()).toContainText('VITE_AUTH_API_URL')
    await expect(named.last()).toContainText('VITE_STORAGE_KEY')
    expect(await page.locator('main').innerText()).not.toContain('canary')
  }
})

test('the log has a violation of the policy, and nothing that names a visit', async ({ page }) => {
  const url = await serve({})
  await page.goto(`${url}/about?transaction_id=canary#canary`)
  await page.evaluate(() => {
    const picture = new Image()
    picture.src = 'https://evil.test/pixel.png?canary'
    document.body.append(picture)
  })
  await expect.poll(() => lines).toEqual([`csp img-src blocked https://evil.test/pixel.png at ${url}/about`])
})

test('a browser that is too old for the app gets a message in place of the form', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  const base = await serve({})
  // A page with the form says so in its own language. The server chose none for the other pages, which say so in all.
  for (const [path, languages] of [
    ['/init/login?transaction_id=t&state=s&ui_locales=en', 1],
    ['/about', LANGUAGES.length],
  ] as const) {
    await page.goto(base + path)
    await expect(page.getByText('This browser is too old to sign in with. Please update it.')).toBeVisible()
    await expect(page.locator('#outdated p')).toHaveCount(languages)
    await expect(page.locator('#root')).toBeHidden()
  }
})
