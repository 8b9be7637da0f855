// Security E6: nothing of a visit, an account or a session ends by a request that the member did not confirm.
import { beforeEach, describe, expect, test } from 'vitest'
import { allowReset } from '../../../backend/domain/recovery/recovery.ts'
import { Browser, data, type Reply, visitIn } from '../browser.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'
import { codeTo } from '../inbox.ts'
import { arrive, copyOf, PARTNER, signInAt, type Member } from '../start.ts'

// The clock stands during a test: the code of a visit could end while all addresses are called.
let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })
beforeEach(() => void (now += 61_000))

/** A sign-in that waits for its second factor. */
async function waitingForCode() {
  const member = await copyOf(backend, 'sms')
  const { browser, entry } = await arrive(backend)
  const step = await browser.signIn(entry, member)
  const headers = { 'x-authenticator': `Token ${String(data(step).auth_token)}` }
  expect((await browser.post('/authenticator/v1/issue/sms', {}, headers)).status).toBe(200)
  return { browser, continues: () => proves(browser, headers, member) }
}

/** Types the code. @returns whether the sign-in arrives at the service */
async function proves(browser: Browser, headers: Record<string, string>, { phone }: Member): Promise<boolean> {
  const verify_code = await codeTo(backend, phone)
  const proved = await browser.post('/authenticator/v1/verify/mobile', { verify_code }, headers)
  if (proved.status !== 200) return false
  const credential = { auth_code: data(proved).auth_code, amr: 'SMS' }
  const body = { matcher_type: 'AUTH_REQUIRED', credential, amr: 'SMS', consent_terms: [] }
  const done = await browser.post('/v1/matcher/resolve', body)
  return done.status === 200 && (await browser.go(String(data(done).location))).searchParams.has('code')
}

/** A reset whose right has been proved. */
async function waitingForPassword() {
  const { sub } = (await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))).claims ?? {}
  const { browser, entry } = await arrive(backend)
  const token = await allowReset(backend.ctx, visitIn(entry).transaction_id, String(sub))
  const continues = async () => (await browser.get(`/v1/profile/search/users?reset_token=${token}`)).status === 200
  return { browser, continues }
}

/** A session, an account in the chooser, and the tokens of a service. */
async function signedIn() {
  const browser = new Browser(backend.url)
  const { tokens } = await signInAt(backend, browser, await copyOf(backend, 'member'))
  const continues = async () => {
    const { entry: silent } = await arrive(backend, { prompt: 'none' }, { browser })
    const { entry: chooser } = await arrive(backend, { prompt: 'select_account' }, { browser })
    const { sso_sessions } = data(await browser.get(`/v1/init/login${chooser.search}`))
    const userinfo = await fetch(`${backend.url}/oidc/userinfo`, {
      headers: { authorization: `Bearer ${tokens?.access_token}` },
    })
    return silent.searchParams.has('code') && (sso_sessions as unknown[]).length === 1 && userinfo.status === 200
  }
  return { browser, continues }
}

const STATES = { 'a second factor': waitingForCode, 'a reset': waitingForPassword, 'a session': signedIn }
const states = Object.entries(STATES)

/** What a page of a sibling host can do: it sends the cookies along, reads no answer, and follows a page that submits itself. */
async function visitFrom(browser: Browser, method: string, path: string, body?: URLSearchParams): Promise<void> {
  const headers = { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }
  const page = await browser.send(path, {
    method,
    headers: body ? headers : { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    ...(body && { body }),
  })
  if (!page.text.includes('.submit()')) return
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1] ?? ''
  await browser.send(action, {
    method: 'POST',
    headers: { origin: backend.url },
    body: new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value])),
  })
}

describe('a foreign page that calls every address of the backend', () => {
  const queries = [
    '',
    '?client_id=service-a',
    `?client_id=service-a&post_logout_redirect_uri=${PARTNER}/`,
    '?logout=yes',
  ]

  test.each(states)('ends nothing of %s', async (_, begin) => {
    const { browser, continues } = await begin()
    const { app, issuer } = routesOf(backend)
    expect(issuer).toContainEqual({ method: 'GET', path: '/oidc/logout' })
    expect(app).toContainEqual({ method: 'POST', path: '/v1/verify/pwd' })
    for (const { method, path } of [...app, ...issuer]) {
      const address = path.replace(/:[^/]+/g, 'x')
      // A form of a page sends these two methods alone, and fetch of another origin needs a preflight for the others.
      if (method === 'GET') for (const query of queries) await visitFrom(browser, method, address + query)
      if (method === 'POST')
        for (const query of queries) await visitFrom(browser, method, address, new URLSearchParams(query))
    }
    expect(await continues()).toBe(true)
  })
})

describe('signing out without a session of the issuer', () => {
  const press = async (browser: Browser, page: Reply, button: Record<string, string>) => {
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
    const done = await browser.send('/oidc/logout/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf, ...button }),
    })
    return browser.send(done.headers.get('location') ?? '')
  }
  const buttonOf = ({ text }: Reply) => ({ logout: /name="logout" value="([^"]+)"/.exec(text)?.[1] ?? '' })
  const withoutSession = ({ jar }: Browser) => {
    for (const key of jar.keys()) if (key.startsWith('_session')) jar.delete(key)
  }

  test.each(states)('asks the member, who has %s open', async (_, begin) => {
    const { browser } = await begin()
    withoutSession(browser)
    const page = await browser.send(`/oidc/logout?client_id=service-a&post_logout_redirect_uri=${PARTNER}/`)
    expect(page.text).toContain('로그아웃할까요?')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${PARTNER};`)
  })

  test.each([
    ['a sign-in that waits for its second factor', waitingForCode],
    ['a session', signedIn],
  ])('ends nothing of %s when the member cancels, and says so', async (_, begin) => {
    const { browser, continues } = await begin()
    // Any page can name a service in its link.
    for (const query of ['', '?client_id=service-a']) {
      const end = await press(browser, await browser.send(`/oidc/logout${query}`), {})
      expect(end.text).toContain('로그인 상태를 유지했어요')
    }
    expect(await continues()).toBe(true)
  })

  test('ends all of it when the member confirms, and asks no more', async () => {
    const { browser, continues } = await waitingForCode()
    const page = await browser.send('/oidc/logout')
    const end = await press(browser, page, buttonOf(page))
    expect(end.text).toContain('로그아웃했어요')
    expect(await continues()).toBe(false)
    const again = await browser.send(`/oidc/logout?client_id=service-a&post_logout_redirect_uri=${PARTNER}/`)
    expect(again.text).not.toContain('로그아웃할까요?')
  })

  test('a browser with nothing open goes straight back to the service', async () => {
    const url = `/oidc/logout?client_id=service-a&post_logout_redirect_uri=${PARTNER}/`
    expect((await new Browser(backend.url).go(url)).href).toBe(`${PARTNER}/`)
  })
})
