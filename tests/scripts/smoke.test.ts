// `npm run smoke` against a real backend and the app's server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../backend/main.ts'
import { writeTwins } from '../../server/app/compress.ts'
import { freePort } from '../../server/ports.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { formIn } from '../../conformance/form.ts'
import { smokeSettings } from '../../scripts/smoke/settings.ts'
import { smoke, type Step } from '../../scripts/smoke/steps.ts'
import { copyOf, PARTNER, start, type Member } from '../backend/start.ts'

const dist = mkdtempSync(join(tmpdir(), 'daemun-smoke-'))
let app: RunningServer
let backend: RunningBackend

beforeAll(async () => {
  const page = join(dist, 'index.html')
  writeFileSync(page, '<html><script type="application/json" id="settings">{}</script></html>')
  const files = [{ path: 'index.html', ...(await writeTwins(page)) }]
  const record = { release: 'r1', sources: 's1', locales: [], scriptHashes: [], styleHashes: [], files }
  writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
  const port = await freePort()
  backend = await start({ app_origin: `http://localhost:${port}` })
  const names = ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'].map((name) => [`VITE_${name}_API_URL`, backend.url])
  app = await startServer({ port, env: { ...Object.fromEntries(names), VITE_STORAGE_KEY: 'x'.repeat(16) }, dist })
})
afterAll(async () => {
  await Promise.all([app.close(), backend.close()])
  rmSync(dist, { recursive: true })
})

const envOf = ({ login_id, password }: Member) => ({
  SMOKE_LOGIN_ID: login_id,
  SMOKE_PASSWORD: password,
  SMOKE_CLIENT_ID: 'service-a',
  SMOKE_CLIENT_SECRET: backend.ctx.settings.clients.find(({ client_id }) => client_id === 'service-a')?.client_secret,
  SMOKE_REDIRECT_URI: `${PARTNER}/callback`,
  SMOKE_POST_LOGOUT_URI: `${PARTNER}/`,
})

/** @returns the names of the steps that were done, the one that failed, and why */
async function outcome(env: Record<string, string | undefined>) {
  const done: string[] = []
  let failed = ''
  const step: Step = async (name, work) => {
    failed = name
    const result = await work()
    done.push(name)
    failed = ''
    return result
  }
  const why = await smoke(smokeSettings(app.url, env), step).then(
    () => '',
    (error: unknown) => String(error),
  )
  return { done, failed, why }
}

test('signs a test member in and out, and leaves no session', async () => {
  const member = await copyOf(backend, 'member')
  const { done, failed, why } = await outcome(envOf(member))
  expect([failed, why]).toEqual(['', ''])
  expect(done).toHaveLength(13)
  expect(done.at(-1)).toBe('the session is over')
})

describe('names the step that fails, and says why without a secret', () => {
  test('for a wrong password', async () => {
    const member = await copyOf(backend, 'member')
    const { failed, why } = await outcome(envOf({ ...member, password: 'an0ther-Secret' }))
    expect([failed, why]).toEqual(['the backend takes the password', expect.stringMatching(/^Error: 400 .*4502/)])
    expect(why).not.toContain('an0ther-Secret')
  })

  test('for a member who has a step to take', async () => {
    const { failed, why } = await outcome(envOf(await copyOf(backend, 'new-terms')))
    expect([failed, why]).toEqual(['the backend takes the password', expect.stringContaining('ADD_TERMS_AGREEMENT')])
  })

  test('for a service that the deployment does not know', async () => {
    const env = { ...envOf(await copyOf(backend, 'member')), SMOKE_REDIRECT_URI: `${PARTNER}/elsewhere` }
    expect(await outcome(env)).toMatchObject({
      failed: 'the issuer sends the browser to the app',
      why: expect.stringMatching(/400/),
    })
  })
})

test('says in a line each which settings are missing or wrong, and takes a secret from a file', async () => {
  const file = join(dist, 'password')
  writeFileSync(file, 'from-a-file\n')
  const { SMOKE_PASSWORD: _none, ...env } = envOf({ login_id: 'a@b.test', password: '', phone: '' })
  expect(() => smokeSettings(app.url, { ...env, SMOKE_REDIRECT_URI: 'http://partner.test/' })).toThrow(
    /^SMOKE_PASSWORD: is missing\nSMOKE_REDIRECT_URI: an absolute URL with https/,
  )
  expect(smokeSettings(app.url, { ...env, SMOKE_PASSWORD_FILE: file })).toMatchObject({ SMOKE_PASSWORD: 'from-a-file' })
  expect(() => smokeSettings('id.example.com', env)).toThrow('name the address of the app')
})

test('the form of an issuer is read whatever the order and quotes of its attributes', () => {
  const html = `<FORM method=post action='/end?a=1&amp;b=2'><input value="x&#39;y" type=hidden name="xsrf"><input type="submit">`
  const form = formIn(html, new URL('https://issuer.test/oidc/end'))
  expect([form?.url.href, form?.body.toString()]).toEqual(['https://issuer.test/end?a=1&b=2', 'xsrf=x%27y'])
})
