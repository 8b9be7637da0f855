// Security E8: every address has a limit for the network of its caller, and the calls of services for the service.
import * as client from 'openid-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { defaultLimits, type Limits } from '../../../backend/settings/limits.ts'
import { APP, Browser, data } from '../browser.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'
import { CHALLENGE, copyOf, PARTNER, partner, start } from '../start.ts'

describe('with limits of one call', () => {
  /** More calls than any limit allows that is a multiple of another one, and than the reports of one network. */
  const CALLS = 40

  test('every address answers 429 to a network that calls on, and so does one that does not exist', async () => {
    const perTime = Object.keys(defaultLimits).filter((name) => /_per_(minute|hour)$/.test(name))
    const limits: Partial<Limits> = Object.fromEntries(perTime.map((name) => [name, 1]))
    // The clock stands: a budget grows again with each second, and a busy machine takes seconds for a call.
    const now = new Date()
    const backend = await start({ limits, now: () => now })
    const { app, issuer } = routesOf(backend)
    const routes = [...app, ...issuer, { method: 'GET', path: '/nothing-here' }]
    const open: string[] = []
    for (const { method, path } of routes) {
      const ask = async () => {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
        const headers = { origin: APP, 'content-type': 'application/json' }
        return (
          await fetch(backend.url + path.replace(/:[^/]+/g, 'x'), { method, headers, ...body, redirect: 'manual' })
        ).status
      }
      const statuses = new Set<number>()
      for (let call = 0; call < CALLS && !statuses.has(429); call += 1) statuses.add(await ask())
      if (!statuses.has(429)) open.push(`${method} ${path}`)
    }
    await backend.close()
    expect(routes.length).toBeGreaterThan(50)
    expect(open).toEqual([])
  })
})

describe('a service', () => {
  const SERVICE = 8
  const MEMBER = 3
  // The clock stands during a test: a budget grows again with each second.
  const begun = Date.now()
  let later_ms = 0
  beforeEach(() => void (later_ms += 61_000))
  const limits = { service_calls_per_minute: SERVICE, member_tokens_per_minute: MEMBER }
  const backend = sharedBackend({ limits, proxy_hops: 1, now: () => new Date(begun + later_ms) })

  let addresses = 0
  /** Each call comes from another network, so that only the limits of services count. */
  const elsewhere = () => {
    addresses += 1
    return `203.${addresses}.113.9`
  }
  const fromElsewhere: client.CustomFetch = (url, { headers, ...init }) =>
    fetch(url, { ...init, headers: { ...headers, 'x-forwarded-for': elsewhere() } } as RequestInit)
  const servers = async (client_id?: string) => {
    const service = await partner(backend, client_id)
    service.config[client.customFetch] = fromElsewhere
    return service
  }
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: unknown) => (error as { status?: number }).status ?? String(error),
    )
  /** Signs a member in. @returns an exchange of the newest refresh token, which answers with the status */
  async function renewing(client_id?: string) {
    const service = await servers(client_id)
    const { url, tokens } = await service.begin({ scope: 'openid offline_access', prompt: 'consent' })
    const browser = new Browser(backend.url)
    const reply = await browser.signIn(await browser.go(url), await copyOf(backend, 'member'))
    let { refresh_token = '' } = await tokens(await browser.go(String(data(reply).location)))
    return () =>
      statusOf(
        client.refreshTokenGrant(service.config, refresh_token).then((set) => {
          refresh_token = set.refresh_token ?? ''
        }),
      )
  }

  test('that renews the tokens of one member in a loop is refused, and another member’s are renewed', async () => {
    const renew = await renewing()
    const statuses: unknown[] = []
    for (let call = 0; call < MEMBER + 1; call += 1) statuses.push(await renew())
    // The sign-in has fetched the first one.
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await (await renewing())()).toBe(200)
  })

  test('that is refused a token can fetch it a minute later, with the same code', async () => {
    const service = await servers()
    const member = await copyOf(backend, 'member')
    /** @returns an exchange of a new code. A code ends a minute after its sign-in. */
    const exchange = async () => {
      const browser = new Browser(backend.url)
      const { url, tokens } = await service.begin()
      const reply = await browser.signIn(await browser.go(url), member)
      const callback = await browser.go(String(data(reply).location))
      return () => statusOf(tokens(callback))
    }
    const statuses: unknown[] = []
    for (let time = 0; time < MEMBER; time += 1) statuses.push(await (await exchange())())
    const last = await exchange()
    expect([...statuses, await last()]).toEqual([200, 200, 200, 429])
    later_ms += 61_000
    expect(await last()).toBe(200)
  })

  test('that has used up its calls is refused from every address; strangers who name it use up none of them, and another service goes on', async () => {
    const { config } = await servers('service-b')
    const push = (of: client.Configuration) =>
      statusOf(
        client.buildAuthorizationUrlWithPAR(of, {
          redirect_uri: `${PARTNER}/callback`,
          scope: 'openid',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
        }),
      )
    const stranger = new client.Configuration(config.serverMetadata(), 'service-b', 'a wrong secret')
    client.allowInsecureRequests(stranger)
    stranger[client.customFetch] = fromElsewhere
    for (let call = 0; call < SERVICE * 2; call += 1) expect(await push(stranger)).toBe(401)
    const statuses: unknown[] = []
    for (let call = 0; call < SERVICE + 1; call += 1) statuses.push(await push(config))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
    expect(await (await renewing())()).toBe(200)
  })
})
