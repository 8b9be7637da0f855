// Security B1: every cookie that is set, on a plain loopback address and behind a proxy that speaks TLS.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { rawRequest, startBehindTls } from '../behindTls.ts'
import { data, seal } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { authorization, copyOf, PARTNER, type Member } from '../start.ts'

const OUTSIDE = 'https://login.example.test'

/** The cookies of one browser, and its requests as they arrive at the backend: over plain http, with the name from outside. */
function visitor(backend: RunningBackend, port: number, headers: Record<string, string>) {
  const jar = new Map<string, string>()
  const all: string[] = []
  const host = new URL(backend.url).host
  const send = async (target: string, body?: unknown) => {
    const { pathname, search } = new URL(target, backend.url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { host, cookie, origin: backend.ctx.settings.app_origin, ...headers }
    const answer = await rawRequest(port, pathname + search, own, body)
    all.push(...answer.cookies)
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  /** Signs in, signs in again by the session, and signs out. @returns where the partner is called back */
  async function wholeVisit(member: Member): Promise<string> {
    const begun = await send(authorization())
    const { search, searchParams } = new URL(begun.location)
    const welcome = JSON.parse((await send(`/v1/init/login${search}`)).text) as { data: Record<string, unknown> }
    const signedIn = await send('/v1/verify/pwd', {
      login_id: member.login_id,
      password: seal(member.password, welcome.data),
      transaction_id: searchParams.get('transaction_id'),
      state: searchParams.get('state'),
      stay_session: true,
    })
    const { location } = data({ body: JSON.parse(signedIn.text) as unknown } as Parameters<typeof data>[0])
    expect(new URL(String(location)).origin).toBe(backend.url)
    const back = await send(String(location))
    await send(authorization({ prompt: 'select_account' }))
    await send('/oidc/logout')
    return back.location
  }
  return { send, wholeVisit, all }
}

function parsed(line: string) {
  const [pair = '', ...rest] = line.split(/;\s*/)
  const attributes = new Map(rest.map((one) => [one.split('=')[0]?.toLowerCase() ?? '', one.split('=')[1] ?? '']))
  return { name: pair.slice(0, pair.indexOf('=')), attributes }
}

const portOf = (url: string) => Number(new URL(url).port)

describe('on a plain loopback address', () => {
  let lines: string[]
  const backend = sharedBackend()
  beforeAll(async () => {
    const { wholeVisit, all } = visitor(backend, portOf(backend.url), {})
    expect(await wholeVisit(await copyOf(backend, 'member'))).toContain(`${PARTNER}/callback?code=`)
    lines = all
  })

  test('every cookie has a plain name and is out of reach of scripts and of other sites', () => {
    const names = new Set(lines.map((line) => parsed(line).name.replace(/^tx\..*/, 'tx')))
    expect([...names].sort()).toEqual(['_session', '_session.sig', 'browser', 'device', 'tx'].sort())
    for (const line of lines) {
      const { attributes } = parsed(line)
      expect(attributes.has('httponly'), line).toBe(true)
      expect(attributes.get('samesite')?.toLowerCase(), line).toBe('lax')
      expect(attributes.get('path'), line).toBe('/')
      expect(attributes.has('domain'), line).toBe(false)
      expect(attributes.has('secure'), line).toBe(false)
    }
  })
})

describe('behind a proxy that speaks TLS', () => {
  let backend: RunningBackend
  let port = 0
  let lines: string[]
  let back = ''
  beforeAll(async () => {
    const started = await startBehindTls(OUTSIDE)
    backend = started.backend
    port = backend.port
    const member = await started.copy('member')
    // What hops say of names and schemes is not believed.
    const forged = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' }
    const { wholeVisit, all } = visitor(backend, port, forged)
    back = await wholeVisit(member)
    lines = all
  })
  afterAll(() => backend.close())

  test('every cookie is held to TLS and to this host', () => {
    expect(back).toContain(`${PARTNER}/callback?code=`)
    expect(lines.length).toBeGreaterThan(6)
    for (const line of lines) {
      const { name, attributes } = parsed(line)
      expect(name, line).toMatch(/^__Host-/)
      expect(attributes.has('secure'), line).toBe(true)
      expect(attributes.has('httponly'), line).toBe(true)
      expect(attributes.get('samesite')?.toLowerCase(), line).toBe('lax')
      expect(attributes.get('path'), line).toBe('/')
      expect(attributes.has('domain'), line).toBe(false)
    }
  })

  test('every address is the one from outside', async () => {
    const { send } = visitor(backend, port, { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' })
    const { text, hsts } = await send('/.well-known/openid-configuration')
    expect(hsts).toMatch(/^max-age=31536000/)
    expect(text).toContain(`"issuer":"${OUTSIDE}"`)
    expect(text).not.toMatch(/http:|evil/)
  })
})
