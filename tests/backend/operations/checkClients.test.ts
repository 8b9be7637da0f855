// A service is checked before it goes live: what members would see of it, and how its addresses answer.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkClients } from '../../../backend/commands/checkClients.ts'
import type { ClientSettings } from '../../../backend/settings/clients.ts'

const PNG = { 'content-type': 'image/png' }
type Answer = (res: ServerResponse) => unknown
const says =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (res) =>
    res.writeHead(status, headers).end(body)

/** A picture that the operator's command takes in. */
const FILE = join(mkdtempSync(join(tmpdir(), 'daemun-check-')), 'banner.jpg')
writeFileSync(FILE, Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3000)]))

/** What a service answers at each path. */
const ANSWERS: Record<string, Answer> = {
  '/callback': says(400),
  '/broken': says(500),
  '/icon.png': says(200, PNG, 'p'.repeat(2000)),
  '/own.png': says(200, { ...PNG, 'cross-origin-resource-policy': 'same-origin' }, 'p'),
  '/large.png': says(200, PNG, 'p'.repeat(200_000)),
  '/page': says(200, { 'content-type': 'text/html' }, '<p>'),
  '/refuses': says(400),
  '/accepts': says(200),
  '/sign-in': says(302, { location: '/login' }),
}

let server: Server
let base = ''
beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', base)
    ;(ANSWERS[pathname] ?? says(404))(res)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const check = async (settings: Partial<ClientSettings>) => {
  const { lines, wrong } = await checkClients([
    {
      client_id: 'mine',
      client_secret: '',
      redirect_uris: [`${base}/callback`],
      post_logout_redirect_uris: [],
      ...settings,
    },
  ])
  return { text: lines.join('\n').replaceAll(base, ''), wrong }
}

test('a service that is ready has nothing to put right', async () => {
  const { text, wrong } = await check({
    backchannel_logout_uri: `${base}/refuses`,
    webhook_uri: `${base}/refuses`,
    service: {
      display_name: '내 서비스',
      display_name_en: 'Mine',
      color: '#1B5FCC',
      icon_image_url: `${base}/icon.png`,
      banner_image_url: FILE,
    },
  })
  expect(text).toBe(
    [
      'mine',
      '  ✓ languages by its names: 한국어, English, 日本語',
      '  ✓ color #1B5FCC: text on it is #FFFFFF, with a contrast of 5.9',
      '  ✓ icon_image_url: image/png, 2 kB',
      '  ✓ banner_image_url: image/jpeg, 3 kB',
      '  ✓ /callback: answers 400 without a code',
      '  ✓ backchannel_logout_uri: refuses a forged call with 400',
      '  ✓ webhook_uri: refuses a forged call with 400',
    ].join('\n'),
  )
  expect(wrong).toBe(0)
})

test.each<[what: string, settings: () => Partial<ClientSettings>, said: string]>([
  [
    'a colour on which no text is readable',
    () => ({ service: { display_name: '내', color: '#7A7A7A' } }),
    'color #7A7A7A: no text is readable',
  ],
  [
    'a picture for its own site',
    () => ({ service: { display_name: '내', icon_image_url: `${base}/own.png` } }),
    'Cross-Origin-Resource-Policy: same-origin',
  ],
  [
    'a picture that is too large',
    () => ({ service: { display_name: '내', banner_image_url: `${base}/large.png` } }),
    'banner_image_url: 196 kB are too many',
  ],
  [
    'a picture that is a page',
    () => ({ service: { display_name: '내', banner_image_url_cn: `${base}/page` } }),
    'is text/html, and no image',
  ],
  [
    'a picture that is gone',
    () => ({ service: { display_name: '내', icon_image_url: `${base}/gone` } }),
    'icon_image_url: answers 404',
  ],
  ['a callback that fails', () => ({ redirect_uris: [`${base}/broken`] }), '/broken: answers 500 without a code'],
  [
    'a service that is down',
    () => ({ redirect_uris: ['http://127.0.0.1:9/callback'] }),
    'http://127.0.0.1:9/callback: no connection',
  ],
  [
    'a logout address behind a sign-in',
    () => ({ backchannel_logout_uri: `${base}/sign-in` }),
    'answers 302: exempt it from sign-in',
  ],
  [
    'a logout address that checks no token',
    () => ({ backchannel_logout_uri: `${base}/accepts` }),
    'accepts a forged call (200): check the signature',
  ],
  ['webhooks that nobody receives', () => ({ webhook_uri: `${base}/gone` }), 'webhook_uri: answers 404'],
])('is told of %s', async (_, settings, said) => {
  const { text, wrong } = await check({ service: { display_name: '내' }, ...settings() })
  expect(text).toMatch(new RegExp(`✗ .*${said.replaceAll(/[().+?]/g, String.raw`\$&`)}`))
  expect(wrong).toBe(1)
})

test('is told of a service without a name, and of an origin that the app does not know', async () => {
  expect((await check({})).text).toContain('✗ no display_name: members read the client_id')
  const other = base.replace('127.0.0.1', 'localhost')
  const { text } = await check({ service: { display_name: '내', icon_image_url: `${other}/own.png` } })
  expect(text).toContain(`✓ the app’s server needs ${other} in ASSET_ORIGINS`)
})
